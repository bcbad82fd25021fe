#if Vault
  internal import RitsurinVault

  extension RVault {
    /// Checks every file of the vault.
    ///
    /// Without having been unlocked, digests, lengths, signatures and names are checked, which finds accidents; once
    /// unlocked, every item is opened, which finds attacks too.
    ///
    /// - Parameters:
    ///   - repairing: Whether sidecars and the header's copy are rebuilt, the vault's own left-over files removed,
    ///     modes mended, and an interrupted rekey finished where the credential in use is an owner's. Nothing that cannot be opened is touched, nor anything foreign.
    ///   - progress: Told how many items were looked at so far.
    /// - Returns: What was found, before any repair.
    /// - Throws: ``RKeychainError/Kind/cannotRead``, and for repairs what a write throws.
    /// - Complexity: Reads every file of the vault.
    public func check(
      repairing: Bool = false, progress: @escaping (Int) -> Void = { _ in }
    ) throws(RKeychainError) -> RVaultCheckReport {
      let report = try translating { () throws(VaultError) in
        try engine.vault.check(repairing: repairing, progress: progress)
      }
      return RVaultCheckReport(
        findings: report.findings.map {
          RVaultFinding(
            kind: $0.kind.rawValue, path: $0.path, detail: $0.detail, isDamage: $0.isDamage,
            isRepairable: $0.isRepairable)
        }, itemCount: report.itemCount, openedCount: report.openedCount)
    }

    /// How many files lie among the vault's that are none of its own, such as conflict copies; ``check(repairing:progress:)``
    /// names them.
    ///
    /// - Throws: ``RKeychainError/Kind/cannotRead``.
    /// - Complexity: Lists every directory once and opens no file.
    public func foreignEntryCount() throws(RKeychainError) -> Int {
      try translating { () throws(VaultError) in try engine.vault.foreignEntryCount() }
    }
  }

  /// What ``RVault/check(repairing:progress:)`` found.
  public struct RVaultCheckReport: Sendable, Hashable {
    /// Sorted by path.
    public let findings: [RVaultFinding]
    /// How many items' files were looked at.
    public let itemCount: Int
    /// How many of these were opened, value included.
    public let openedCount: Int

    /// Whether any finding is damage.
    public var hasDamage: Bool { findings.contains { $0.isDamage } }
  }

  /// One thing that a check noticed.
  public struct RVaultFinding: Sendable, Hashable {
    /// A word for it, such as `damaged`, `foreign`, `sidecarStale`; more may come.
    public let kind: String
    /// Where, relative to the vault's directory; empty for the directory itself.
    public let path: String
    /// More, for people; never a value.
    public let detail: String?
    /// Whether something cannot be read or is not as the vault left it, rather than untidy.
    public let isDamage: Bool
    /// Whether repairing mends it.
    public let isRepairable: Bool
  }
#endif
