#if Vault
  internal import RitsurinSystem

  /// The store of every ``RKeychain`` that was given none: the vault that the environment names.
  ///
  /// A vault that does not exist reads as empty and is created by the first write. The vault's handle is
  /// opened at first use and kept while the environment names the same path.
  final class VaultDefaultStore: RKeychainRestoring {
    private struct Opened {
      var path: String
      var vault: RVault
    }

    static let shared = VaultDefaultStore()

    private let opened = Locked<Opened?>(nil)

    /// The vault, unlocked; nil where there is none yet.
    private func existing() throws(RKeychainError) -> RVault? {
      let environment = RVaultEnvironment()
      let path = try environment.vaultPath()
      if let known = opened.withLock({ $0 }), known.path == path { return known.vault }
      let vault: RVault
      do { vault = try RVault(at: path) } catch {
        // Nothing at the path, or an empty directory: the first write makes a vault there.
        if error.kind == .noSuchVault { return nil }
        guard error.kind == .notAVault, try Self.isEmptyDirectory(path) else { throw error }
        return nil
      }
      try unlock(vault, environment: environment)
      return keep(vault, path: path)
    }

    private static func isEmptyDirectory(_ path: String) throws(RKeychainError) -> Bool {
      let files = FileSystem()
      do { return try files.list(files.openDirectory(path)).isEmpty } catch {
        throw RKeychainError(.cannotRead, message: error.reason, path: error.path, errno: error.errno)
      }
    }

    private func unlock(_ vault: RVault, environment: RVaultEnvironment) throws(RKeychainError) {
      guard let credential = try environment.credential(forVault: vault.id) else {
        let keyFile = try environment.keyFilePath(forVault: vault.id)
        throw RKeychainError(
          .noCredential,
          message:
            "nothing unlocks the default vault: set RITSURIN_PASSPHRASE_FILE or RITSURIN_KEY_FILE, or bring its key file",
          path: keyFile)
      }
      try vault.unlock(with: credential)
    }

    private func keep(_ vault: RVault, path: String) -> RVault {
      opened.withLock { state in
        // Another thread may have been faster; one handle is enough.
        if let known = state, known.path == path { return known.vault }
        state = Opened(path: path, vault: vault)
        return vault
      }
    }

    /// The vault, created where there is none.
    private func existingOrNew() throws(RKeychainError) -> RVault {
      while true {
        if let vault = try existing() { return vault }
        let environment = RVaultEnvironment()
        let path = try environment.vaultPath()
        do {
          let vault = try RVault.create(
            at: path, credentials: environment.credentialsOfNewVault())
          return keep(vault, path: path)
        } catch {
          // Another process created it meanwhile; the next turn opens that one.
          guard error.kind == .vaultExists else { throw error }
        }
      }
    }

    func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
      try existingOrNew().add(item)
    }

    func copyMatching(
      _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
    ) throws(RKeychainError) -> RKeychainMatches {
      guard let vault = try existing() else { throw RKeychainError(.itemNotFound) }
      return try vault.copyMatching(query, returning: returning, limit: limit)
    }

    func update(_ query: RKeychainQuery, _ changes: RKeychainChanges) throws(RKeychainError)
      -> [RKeychainAttributes]
    {
      guard let vault = try existing() else { throw RKeychainError(.itemNotFound) }
      return try vault.update(query, changes)
    }

    func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
      guard let vault = try existing() else { throw RKeychainError(.itemNotFound) }
      return try vault.delete(query)
    }

    func set(_ item: RKeychainNewItem, if condition: RKeychainCondition) throws(RKeychainError)
      -> RKeychainAttributes
    {
      switch condition {
      case .always, .ifAbsent:
        return try existingOrNew().set(item, if: condition)
      case .ifPresent:
        guard let vault = try existing() else { throw RKeychainError(.itemNotFound) }
        return try vault.set(item, if: condition)
      case .ifRevision:
        guard let vault = try existing() else { throw RKeychainError(.conflict) }
        return try vault.set(item, if: condition)
      }
    }

    func restore(
      _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
    ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
      guard dryRun else { return try existingOrNew().restore(items, onConflict: policy, dryRun: false) }
      guard let vault = try existing() else { return items.map { _ in .imported } }
      return try vault.restore(items, onConflict: policy, dryRun: true)
    }
  }
#endif
