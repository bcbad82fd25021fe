#if Vault
  internal import RitsurinVault

  extension RVault {
    /// Says what a rekey would keep and what it would end; nothing is changed.
    ///
    /// The credential that unlocked this handle comes along, recipients do, and of passphrases and key files those whose
    /// secret is given here. All others end. A recipient whose slot does not say that it is an owner's becomes a member.
    ///
    /// - Parameters:
    ///   - credentials: What shall come along beside the credential in use.
    ///   - replacingIdentity: Whether the vault's signature changes too, which alone ends what an earlier owner can sign.
    /// - Returns: The plan, for ``rekey(_:progress:)``.
    /// - Throws: ``RKeychainError/Kind/wrongCredential`` where one of the credentials opens no slot,
    ///   `interactionNotAllowed` while locked, `restrictedAPI` where the credential in use is a member's,
    ///   `missingEntitlement` where this handle is restricted to access groups, `invalidOwnerEdit` where nothing that is
    ///   given opens the vault as an owner, `outOfMemory`, `cannotRead`.
    /// - Complexity: One Argon2id computation for each pair of a given passphrase and a passphrase slot.
    public func rekeyPlan(
      keeping credentials: [RVaultCredential] = [], replacingIdentity: Bool = false
    ) throws(RKeychainError) -> RVaultRekeyPlan {
      try requireUnrestricted()
      var loaded: [Credential] = []
      for credential in credentials { loaded.append(try credential.load(engine.vault.files)) }
      let plan = try translating { () throws(VaultError) in
        try engine.vault.planRekey(keeping: loaded, replacingIdentity: replacingIdentity)
      }
      return RVaultRekeyPlan(plan, in: engine.vault)
    }

    /// Replaces the vault's key: whoever had it reads nothing that is written from then on.
    ///
    /// The new key counts at once; then every item is sealed under it, in one ordinary write each, its dates kept and its
    /// revision new. Others read and write meanwhile. If it is interrupted at any point nothing is lost, every item is
    /// served, and ``finishRekey(progress:)`` goes on.
    ///
    /// - Parameters:
    ///   - plan: Names what is kept, and what ends: passing it on agrees to that.
    ///   - progress: Told how many items have been sealed again, and of how many.
    /// - Returns: What was done.
    /// - Throws: ``RKeychainError/Kind/conflict`` where header or slots have changed since the plan was made: nothing was
    ///   changed then. `interactionNotAllowed`, `restrictedAPI` and `missingEntitlement` as ``rekeyPlan(keeping:replacingIdentity:)``;
    ///   `quotaExceeded`, `outOfMemory`, and what reading and writing throw.
    /// - Complexity: Two Argon2id computations for each passphrase that comes along; one durable write for each item.
    @discardableResult
    public func rekey(
      _ plan: RVaultRekeyPlan, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(RKeychainError) -> RVaultRekeyResult {
      try requireUnrestricted()
      return RVaultRekeyResult(
        try translating { () throws(VaultError) in
          try engine.vault.rekey(plan.plan, created: WallClock.headerTime, progress: progress)
        })
    }

    /// Whether a rekey was begun and not finished, as far as this handle has heard.
    package var isRekeyUnfinished: Bool { engine.vault.isRekeyUnfinished }

    /// Goes on with a rekey that was interrupted, on this machine or another; does nothing where there is none.
    ///
    /// - Parameter progress: Told how many items have been sealed again, and of how many are left.
    /// - Returns: What was done.
    /// - Throws: ``RKeychainError/Kind/interactionNotAllowed``, `restrictedAPI` and `missingEntitlement` as
    ///   ``rekeyPlan(keeping:replacingIdentity:)``, and what reading and writing throw.
    /// - Complexity: One durable write for each item that is left.
    @discardableResult
    public func finishRekey(
      progress: (Int, Int) -> Void = { _, _ in }
    ) throws(RKeychainError) -> RVaultRekeyResult {
      try requireUnrestricted()
      return RVaultRekeyResult(
        try translating { () throws(VaultError) in try engine.vault.finishRekey(progress: progress) })
    }
  }

  /// What a rekey will keep and end: ``RVault/rekeyPlan(keeping:replacingIdentity:)``.
  ///
  /// It holds the secrets that were given, in locked memory, and shows none of them.
  public struct RVaultRekeyPlan: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    /// The slots that come along, with the role that they will have; each gets a new id.
    public let kept: [RVaultSlot]
    /// The slots that end.
    public let ending: [RVaultSlot]
    /// The slots of another key that nothing given opens, where the rekeys of two machines were merged: they stay, and
    /// so do the items under that key, until a rekey is given a credential of that side.
    public let left: [RVaultSlot]
    let plan: RekeyPlan

    init(_ plan: RekeyPlan, in vault: Vault) {
      kept = plan.kept.map { RVaultSlot($0.file, in: vault, role: $0.role) }
      ending = plan.ending.map { RVaultSlot($0, in: vault) }
      left = plan.left.map { RVaultSlot($0, in: vault) }
      self.plan = plan
    }

    /// How many slots come along and end.
    public var description: String { "RVaultRekeyPlan(\(kept.count) kept, \(ending.count) ending)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  /// What became of a rekey.
  public struct RVaultRekeyResult: Sendable {
    /// How many items were sealed under the new key.
    public let resealedCount: Int
    /// Whether no earlier key is in use any more; the new key counts in any case.
    public let isFinished: Bool
    /// Why it is not finished: items that only a newer version may rewrite, second versions of items
    /// (``RVault/conflicts()``) that are not resolved, and what could not be looked at.
    public let obstacles: [RKeychainProblem]
    /// Damaged items, which stay as they are.
    public let damaged: [RKeychainProblem]

    init(_ outcome: RekeyOutcome) {
      resealedCount = outcome.resealed
      isFinished = outcome.isFinished
      obstacles = outcome.held.map { RKeychainProblem(error: RKeychainError($0)) }
      damaged = outcome.left.map { RKeychainProblem(error: RKeychainError($0)) }
    }
  }
#endif
