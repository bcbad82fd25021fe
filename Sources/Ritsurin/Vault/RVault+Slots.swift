#if Vault
  internal import RitsurinVault

  extension RVault {
    /// The key slots of the vault, sorted by id; the vault may be locked.
    ///
    /// - Throws: ``RKeychainError/Kind/cannotRead``, `missingEntitlement` where this handle is restricted to access groups,
    ///   and what opening says of a header.
    public func slots() throws(RKeychainError) -> [RVaultSlot] {
      try requireUnrestricted()
      return try translating { () throws(VaultError) in try engine.vault.slots() }.map {
        RVaultSlot($0, in: engine.vault)
      }
    }

    /// Adds a key slot, durably: from then on its credential opens the vault too.
    ///
    /// To change a passphrase, add the new one, unlock with it, and remove the slot of the old one. An old copy of the
    /// vault still opens with the old one: only ``rekey(_:progress:)`` makes a new key, and only for what is written since.
    ///
    /// - Parameters:
    ///   - credential: What shall open the slot. A new key file is written first, and never over another file.
    ///   - role: Whether it makes an owner, who may do this too, or a member.
    /// - Returns: The slot.
    /// - Throws: ``RKeychainError/Kind/interactionNotAllowed`` while locked, `restrictedAPI` where the credential in use is
    ///   a member's, `missingEntitlement` where this handle is restricted to access groups, `quotaExceeded` where the vault
    ///   holds as many slots as an opener looks at, `badParameter` for an empty passphrase or a public key that nothing can
    ///   be sealed to, `conflict` where the header keeps changing, `outOfMemory`, and what a write throws.
    /// - Complexity: Two Argon2id computations for a passphrase.
    @discardableResult
    public func addSlot(
      _ credential: RVaultNewCredential, as role: RVaultSlot.Role = .owner
    ) throws(RKeychainError) -> RVaultSlot {
      try requireUnrestricted()
      guard engine.vault.isUnlocked else { throw RKeychainError(.interactionNotAllowed) }
      let new = try credential.load(engine.vault.files).slot
      let file = try translating { () throws(VaultError) in
        try engine.vault.addSlot(new, role: role.stored, created: WallClock.headerTime)
      }
      return RVaultSlot(file, in: engine.vault, role: role.stored)
    }

    /// Removes a key slot, durably.
    ///
    /// A slot that opens the vault goes only while another is there that this handle's credential opens as an owner, so
    /// that nobody is locked out: unlock with what stays. This revokes nobody who kept the key or a copy of the vault; see
    /// ``rekey(_:progress:)``. A slot of standing ``RVaultSlot/Standing/otherKey`` may be the last one that opens the items
    /// that another machine's rekey has sealed: a rekey with its credential brings them in.
    ///
    /// - Parameter id: The slot's ``RVaultSlot/id``.
    /// - Throws: ``RKeychainError/Kind/invalidOwnerEdit`` for the last slot that the handle's credential opens,
    ///   `badParameter` where there is no such slot, and as ``addSlot(_:as:)``.
    /// - Complexity: One Argon2id computation for each passphrase slot tried.
    public func removeSlot(_ id: String) throws(RKeychainError) {
      try requireUnrestricted()
      try translating { () throws(VaultError) in try engine.vault.removeSlot(id) }
    }

    /// The slots that the handle's own credential opens.
    ///
    /// - Throws: as ``addSlot(_:as:)``.
    /// - Complexity: One Argon2id computation for each passphrase slot, where it is a passphrase.
    package func slotsOfOwnCredential() throws(RKeychainError) -> [RVaultSlot] {
      try requireUnrestricted()
      return try translating { () throws(VaultError) in try engine.vault.ownSlots() }.map {
        RVaultSlot($0, in: engine.vault)
      }
    }

    /// Refuses what concerns the whole vault to somebody who was given a part of it.
    func requireUnrestricted() throws(RKeychainError) {
      guard semantics.allowedGroups == nil else {
        throw RKeychainError(
          .missingEntitlement, message: "this store was opened for some access groups, and keys are of all")
      }
    }
  }
#endif
