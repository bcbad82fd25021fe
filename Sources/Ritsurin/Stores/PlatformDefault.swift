extension RKeychainStores {
  /// The default store of this build.
  ///
  /// The vault that the environment names, where vaults are built in.
  static var platformDefault: any RKeychainStore {
    #if Vault
      VaultDefaultStore.shared
    #else
      NoDefaultStore()
    #endif
  }
}

/// What stands where there is no default store: every call says so, and nothing is written anywhere else.
package struct NoDefaultStore: RKeychainStore {
  /// The store that is none.
  package init() {}

  package func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    throw RKeychainError(.noDefaultStore)
  }

  package func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    throw RKeychainError(.noDefaultStore)
  }

  package func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    throw RKeychainError(.noDefaultStore)
  }

  package func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    throw RKeychainError(.noDefaultStore)
  }

  package func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    throw RKeychainError(.noDefaultStore)
  }
}
