#if Vault
  internal import RitsurinFormat
  internal import RitsurinSystem
  internal import RitsurinVault

  extension VaultFixture {
    /// What tells two vaults apart.
    package struct Comparison: Sendable {
      /// The items that differ, dates included.
      package var items: [ItemDifference]
      /// Whether both are the same vault: id, keys and way of naming files.
      package var isSameVault: Bool
    }

    /// Compares two vaults; they are only read, and may have the modes of a checkout.
    ///
    /// - Parameters:
    ///   - old: The directory of the first.
    ///   - new: The directory of the second.
    ///   - oldCredential: What opens the first.
    ///   - newCredential: What opens the second; nil is the same.
    /// - Throws: What copying and opening throws; the error of an item that does not open.
    package static func compare(
      _ old: String, with oldCredential: RVaultCredential, and new: String,
      with newCredential: RVaultCredential? = nil
    ) throws(RKeychainError) -> Comparison {
      let first = try TemporaryVault(copying: old, with: oldCredential)
      defer { try? first.remove() }
      let second = try TemporaryVault(copying: new, with: newCredential ?? oldCredential)
      defer { try? second.remove() }
      let (one, other) = (first.vault.engine.vault.header, second.vault.engine.vault.header)
      return Comparison(
        items: ItemDifference.between(
          try items(of: first.vault), and: try items(of: second.vault), comparingDates: true),
        isSameVault: one.id == other.id && one.key == other.key && one.names == other.names
          && one.identity == other.identity)
    }

    private static func items(of vault: RVault) throws(RKeychainError) -> [RKeychainItem] {
      let matches: RKeychainMatches
      do {
        matches = try vault.copyMatching(RKeychainQuery(synchronizable: .any), returning: .both, limit: .all)
      } catch {
        guard error.kind == .itemNotFound else { throw error }
        return []
      }
      if let problem = matches.problems.first { throw problem.error }
      return matches.items
    }
  }
#endif
