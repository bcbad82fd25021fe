#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RAsyncKeychain {
  /// The text stored for a key.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the text, or `nil` when there is no such item.
  /// - Throws: the same as ``RKeychain/string(forKey:)``.
  public func string(forKey key: String) async throws(RKeychainError) -> String? {
    try await perform { (keychain) throws(RKeychainError) in try keychain.string(forKey: key) }
  }

  /// The bytes stored for a key.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the bytes, or `nil` when there is no such item.
  /// - Throws: the same as ``RKeychain/data(forKey:)``.
  public func data(forKey key: String) async throws(RKeychainError) -> Data? {
    try await perform { (keychain) throws(RKeychainError) in try keychain.data(forKey: key) }
  }

  /// The value stored for a key as JSON; decoded by the caller.
  ///
  /// - Parameters:
  ///   - type: what to decode; `String` and `Data` give the text or bytes themselves.
  ///   - key: the item's name.
  /// - Returns: the value, or `nil` when there is no such item.
  /// - Throws: the same as ``RKeychain/object(_:forKey:)``.
  public func object<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) async throws(RKeychainError) -> Value? {
    guard let data = try await data(forKey: key) else { return nil }
    return try ValueCoding.decode(type, from: data)
  }

  /// Whether there is an item for a key; opens no value.
  ///
  /// - Parameter key: the item's name.
  /// - Throws: the same as ``RKeychain/contains(_:)-(String)``.
  public func contains(_ key: String) async throws(RKeychainError) -> Bool {
    try await perform { (keychain) throws(RKeychainError) in try keychain.contains(key) }
  }

  /// Everything known of an item but its value, which is not opened.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the attributes, or `nil` when there is no such item.
  /// - Throws: the same as ``RKeychain/attributes(forKey:)-(String)``.
  public func attributes(forKey key: String) async throws(RKeychainError) -> RKeychainAttributes? {
    try await perform { (keychain) throws(RKeychainError) in try keychain.attributes(forKey: key) }
  }

  /// Which written state an item is in.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the revision, or `nil` when there is no such item.
  /// - Throws: the same as ``RKeychain/revision(forKey:)-(String)``.
  public func revision(forKey key: String) async throws(RKeychainError) -> RKeychainRevision? {
    try await perform { (keychain) throws(RKeychainError) in try keychain.revision(forKey: key) }
  }

  /// The text of a key, or `nil` when there is no such item.
  ///
  /// Throws the same as ``string(forKey:)``.
  public subscript(key: String) -> String? {
    get async throws(RKeychainError) { try await string(forKey: key) }
  }

  /// The text of a key, or `nil` when there is no such item.
  ///
  /// Throws the same as ``string(forKey:)``.
  public subscript(string key: String) -> String? {
    get async throws(RKeychainError) { try await string(forKey: key) }
  }

  /// The bytes of a key, or `nil` when there is no such item.
  ///
  /// Throws the same as ``data(forKey:)``.
  public subscript(data key: String) -> Data? {
    get async throws(RKeychainError) { try await data(forKey: key) }
  }

  /// Everything known of the item of a key but its value, or `nil` when there is no such item.
  ///
  /// Throws the same as ``attributes(forKey:)-(String)``.
  public subscript(attributes key: String) -> RKeychainAttributes? {
    get async throws(RKeychainError) { try await attributes(forKey: key) }
  }
}
