#if Vault
  internal import RitsurinVault

  extension RVault {
    /// An item that lies under a retired key, as it would be adopted, its value aside; nothing is changed.
    ///
    /// Once a rekey is finished, an item under the old key is not served (``RKeychainError/Kind/retiredKey``): whoever ever
    /// had that key could have written it. Most often it was a machine that had not heard of the rekey.
    ///
    /// - Parameter path: The item's file, relative to the vault's directory, as ``check(repairing:progress:)`` names it.
    /// - Throws: ``RKeychainError/Kind/itemNotFound`` where nothing is there, `badParameter` where the item lies under no
    ///   retired key, `missingEntitlement` where this handle is restricted to access groups, `interactionNotAllowed` before
    ///   the first unlock, and why it cannot be opened.
    public func retiredItem(at path: String) throws(RKeychainError) -> RKeychainAttributes {
      try requireUnrestricted()
      let item = try translating { () throws(VaultError) in try engine.vault.retiredItem(at: path) }
      guard let item else { throw RKeychainError(.itemNotFound, path: path) }
      return try RKeychainAttributes(item)
    }

    /// Seals an item that lies under a retired key under the vault's key: you vouch for it.
    ///
    /// - Parameters:
    ///   - path: The item's file, relative to the vault's directory.
    ///   - item: What ``retiredItem(at:)`` found there. Its dates stay.
    /// - Throws: ``RKeychainError/Kind/conflict`` where another item lies there by now, `interactionNotAllowed` where its
    ///   value is locked, what ``retiredItem(at:)`` throws, and what a write throws.
    public func adopt(_ item: RKeychainAttributes, at path: String) throws(RKeychainError) {
      try requireUnrestricted()
      do throws(VaultError) {
        guard try engine.vault.adopt(path, expecting: item.revision.bytes) != nil else {
          throw VaultError.interference(path: path)
        }
      } catch {
        if case .interference(let path) = error {
          throw RKeychainError(.conflict, message: "the file changed since it was looked at", path: path)
        }
        throw RKeychainError(error)
      }
    }
  }
#endif
