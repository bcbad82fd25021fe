extension RKeychainStores {
  /// The default store of this build, or in a process that runs tests one that refuses.
  static var platformDefault: any RKeychainStore {
    if let refusal = DefaultStoreGuard.refusal { NoDefaultStore(message: refusal) } else { realDefault }
  }

  /// The vault that the environment names, where vaults are built in; tests included.
  package static var realDefault: any RKeychainStore {
    #if Vault
      VaultDefaultStore.shared
    #else
      NoDefaultStore()
    #endif
  }
}

/// What stands where there is no default store: every call says so, and nothing is written anywhere else.
package struct NoDefaultStore: RKeychainStore {
  /// Why there is none; nil says no more than that.
  let message: String?

  /// The store that is none.
  package init(message: String? = nil) {
    self.message = message
  }

  private var refusal: RKeychainError { RKeychainError(.noDefaultStore, message: message) }

  package func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    throw refusal
  }

  package func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    throw refusal
  }

  package func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    throw refusal
  }

  package func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    throw refusal
  }

  package func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    throw refusal
  }
}
