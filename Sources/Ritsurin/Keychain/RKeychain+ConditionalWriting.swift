#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Writes that only happen when something holds; it is checked under the same lock as the write.
extension RKeychain {
  /// Stores text as its UTF-8 bytes if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  ///   - revision: the state the item must be in, as a read or write gave it.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone.
  @discardableResult
  public func set(
    _ value: String, forKey key: String, ifRevision revision: RKeychainRevision
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(Data(value.utf8), forKey: key, if: .ifRevision(revision))
  }

  /// Stores bytes if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  ///   - revision: the state the item must be in, as a read or write gave it.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone.
  @discardableResult
  public func set(
    _ value: Data, forKey key: String, ifRevision revision: RKeychainRevision
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(value, forKey: key, if: .ifRevision(revision))
  }

  /// Stores a value as JSON if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional.
  ///   - key: the item's name.
  ///   - revision: the state the item must be in, as a read or write gave it.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone, ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func set<Value: Encodable>(
    _ value: Value, forKey key: String, ifRevision revision: RKeychainRevision
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(ValueCoding.encode(value), forKey: key, if: .ifRevision(revision))
  }

  /// Stores text as its UTF-8 bytes if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one; the error of one that cannot be
  ///   opened.
  @discardableResult
  public func add(
    _ value: String, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(Data(value.utf8), forKey: key, if: .ifAbsent)
  }

  /// Stores bytes if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the state that was written.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one; the error of one that cannot be
  ///   opened.
  @discardableResult
  public func add(
    _ value: Data, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(value, forKey: key, if: .ifAbsent)
  }

  /// Stores a value as JSON if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional.
  ///   - key: the item's name.
  /// - Returns: the state that was written.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one; the error of one that cannot be
  ///   opened, ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func add<Value: Encodable>(
    _ value: Value, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(ValueCoding.encode(value), forKey: key, if: .ifAbsent)
  }

  /// Stores text as its UTF-8 bytes if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none; the error of one that cannot be
  ///   opened.
  @discardableResult
  public func update(
    _ value: String, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(Data(value.utf8), forKey: key, if: .ifPresent)
  }

  /// Stores bytes if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none; the error of one that cannot be
  ///   opened.
  @discardableResult
  public func update(
    _ value: Data, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(value, forKey: key, if: .ifPresent)
  }

  /// Stores a value as JSON if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional.
  ///   - key: the item's name.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none; the error of one that cannot be
  ///   opened, ``RKeychainError/Kind/encodingFailed``.
  @discardableResult
  public func update<Value: Encodable>(
    _ value: Value, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(ValueCoding.encode(value), forKey: key, if: .ifPresent)
  }
}
