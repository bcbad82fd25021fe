#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Writes that only happen when something holds; it is checked under the same lock as the write.
extension RAsyncKeychain {
  /// Stores text as its UTF-8 bytes if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  ///   - revision: the state the item must be in, as a read or write gave it.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone.
  @discardableResult
  public func set(
    _ value: String, forKey key: String, ifRevision revision: RKeychainRevision
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in
      try keychain.set(value, forKey: key, ifRevision: revision)
    }
  }

  /// Stores bytes if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  ///   - revision: the state the item must be in, as a read or write gave it.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone.
  @discardableResult
  public func set(
    _ value: Data, forKey key: String, ifRevision revision: RKeychainRevision
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in
      try keychain.set(value, forKey: key, ifRevision: revision)
    }
  }

  /// Stores a value as JSON if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional; encoded by the caller.
  ///   - key: the item's name.
  ///   - revision: the state the item must be in, as a read or write gave it.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone, ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func set<Value: Encodable>(
    _ value: Value, forKey key: String, ifRevision revision: RKeychainRevision
  ) async throws(RKeychainError) -> RKeychainRevision {
    let data = try ValueCoding.encode(value)
    return try await perform { (keychain) throws(RKeychainError) in
      try keychain.set(data, forKey: key, ifRevision: revision)
    }
  }

  /// Stores text as its UTF-8 bytes if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one.
  @discardableResult
  public func add(
    _ value: String, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in try keychain.add(value, forKey: key) }
  }

  /// Stores bytes if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one.
  @discardableResult
  public func add(
    _ value: Data, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in try keychain.add(value, forKey: key) }
  }

  /// Stores a value as JSON if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional; encoded by the caller.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one,
  ///   ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func add<Value: Encodable>(
    _ value: Value, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    let data = try ValueCoding.encode(value)
    return try await perform { (keychain) throws(RKeychainError) in try keychain.add(data, forKey: key) }
  }

  /// Stores text as its UTF-8 bytes if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none.
  @discardableResult
  public func update(
    _ value: String, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in try keychain.update(value, forKey: key) }
  }

  /// Stores bytes if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none.
  @discardableResult
  public func update(
    _ value: Data, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    try await perform { (keychain) throws(RKeychainError) in try keychain.update(value, forKey: key) }
  }

  /// Stores a value as JSON if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional; encoded by the caller.
  ///   - key: the item's name.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none,
  ///   ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func update<Value: Encodable>(
    _ value: Value, forKey key: String
  ) async throws(RKeychainError) -> RKeychainRevision {
    let data = try ValueCoding.encode(value)
    return try await perform { (keychain) throws(RKeychainError) in try keychain.update(data, forKey: key) }
  }
}
