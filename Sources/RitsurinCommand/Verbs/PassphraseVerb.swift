import Ritsurin

extension Verb {
  /// Changes a passphrase.
  static let changePassphrase = Verb(
    id: .changePassphrase, summary: "change the passphrase that opens the vault",
    details: [
      "Unlocks with --passphrase-file, --passphrase-fd or the passphrase that is asked for, lets the new",
      "passphrase open the vault, unlocks with it, and only then ends the old one.",
      "An old copy of the vault, git's history too, still opens with the old passphrase; see rekey.",
    ],
    operands: [], options: [.newPassphraseFile]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      try invocation.withPassphrase { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        // More than one where an earlier change was interrupted: all of them end.
        let old = try invocation.call { () throws(RKeychainError) in try vault.slotsOfOwnCredential() }
        guard let first = old.first else {
          throw ToolFailure(.conflict, "the passphrase has been ended meanwhile")
        }
        let (slot, opener) = try invocation.newSlot(of: vault.path, label: first.label)
        guard let opener else { return }
        try invocation.call { () throws(RKeychainError) in
          try vault.addSlot(slot, as: first.role ?? .owner)
          try vault.unlock(with: opener)
          for slot in old { try vault.removeSlot(slot.id) }
        }
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }
}
