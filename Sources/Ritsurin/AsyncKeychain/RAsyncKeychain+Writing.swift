#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RAsyncKeychain {
  /// Stores text as its UTF-8 bytes whatever was there before.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: the same as ``RKeychain/set(_:forKey:)-(String,String)``.
  @discardableResult
  public func set(
    _ value: String, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in try keychain.set(value, forKey: key) }
  }

  /// Stores bytes whatever was there before.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: the same as ``RKeychain/set(_:forKey:)-(String,String)``.
  @discardableResult
  public func set(
    _ value: Data, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in try keychain.set(value, forKey: key) }
  }

  /// Stores a value as JSON whatever was there before.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional; encoded by the caller.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: the same as ``RKeychain/set(_:forKey:)-(String,String)``,
  ///   ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func set<Value: Encodable>(
    _ value: Value, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    let data = try ValueCoding.encode(value)
    return try await perform { (keychain) throws(RKeychainError) in try keychain.set(data, forKey: key) }
  }
}
