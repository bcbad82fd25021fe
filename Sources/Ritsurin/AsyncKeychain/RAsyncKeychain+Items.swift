// Listing and removing.
extension RAsyncKeychain {
  /// The keys of the service's items, each once, in the order of their bytes; opens no value.
  ///
  /// - Throws: the same as ``RKeychain/allKeys()``.
  /// - Complexity: O(n log n) in the service's items.
  public func allKeys() async throws(RKeychainError) -> [String] {
    try await perform { (keychain) throws(RKeychainError) in try keychain.allKeys() }
  }

  /// The attributes of the service's items, ordered by the bytes of their keys; opens no value.
  ///
  /// - Throws: the same as ``RKeychain/items()``.
  /// - Complexity: O(n log n) in the service's items.
  public func items() async throws(RKeychainError) -> [RKeychainAttributes] {
    try await perform { (keychain) throws(RKeychainError) in try keychain.items() }
  }

  /// The items of the service that a listing leaves out because they cannot be opened.
  ///
  /// - Throws: the same as ``RKeychain/problems()``.
  /// - Complexity: linear in the service's items.
  public func problems() async throws(RKeychainError) -> [RKeychainProblem] {
    try await perform { (keychain) throws(RKeychainError) in try keychain.problems() }
  }

  /// Removes the item of a key in both variants; that it is absent is success.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: whether there was one.
  /// - Throws: the same as ``RKeychain/removeItem(forKey:)-(String)``.
  @discardableResult
  public func removeItem(forKey key: String) async throws(RKeychainError) -> Bool {
    try await perform { (keychain) throws(RKeychainError) in try keychain.removeItem(forKey: key) }
  }

  /// Removes every item of the service; that there is none is success.
  ///
  /// - Returns: how many there were.
  /// - Throws: the same as ``RKeychain/removeAll()``.
  /// - Complexity: linear in the service's items.
  @discardableResult
  public func removeAll() async throws(RKeychainError) -> Int {
    try await perform { (keychain) throws(RKeychainError) in try keychain.removeAll() }
  }
}
