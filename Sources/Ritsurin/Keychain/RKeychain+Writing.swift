#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RKeychain {
  /// Stores text as its UTF-8 bytes, whatever was there before.
  ///
  /// - Parameters:
  ///   - value: the text, at most 64 MiB of UTF-8; may be empty.
  ///   - key: the item's name; may be empty.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError``, such as ``RKeychainError/Kind/cannotWrite`` or
  ///   ``RKeychainError/Kind/valueTooLarge``.
  @discardableResult
  public func set(_ value: String, forKey key: String) throws(RKeychainError) -> RKeychainRevision {
    try write(Data(value.utf8), forKey: key, if: .always)
  }

  /// Stores bytes, whatever was there before.
  ///
  /// - Parameters:
  ///   - value: 0 bytes to 64 MiB.
  ///   - key: the item's name; may be empty.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: the same as for text.
  @discardableResult
  public func set(_ value: Data, forKey key: String) throws(RKeychainError) -> RKeychainRevision {
    try write(value, forKey: key, if: .always)
  }

  /// Stores a value as JSON, whatever was there before.
  ///
  /// A `String` or `Data` met here by a generic caller is stored as such, not as JSON.
  ///
  /// - Parameters:
  ///   - value: any encodable value but an optional.
  ///   - key: the item's name; may be empty.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: the same as for text, ``RKeychainError/Kind/encodingFailed``, and
  ///   ``RKeychainError/Kind/badParameter`` for an optional.
  @discardableResult
  public func set<Value: Encodable>(
    _ value: Value, forKey key: String
  ) throws(RKeychainError) -> RKeychainRevision {
    try write(ValueCoding.encode(value), forKey: key, if: .always)
  }
}
