#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RKeychain {
  /// The text stored for a key.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the text, or `nil` when there is no such item.
  /// - Throws: ``RKeychainError/Kind/notUTF8`` where the bytes are no text (they stay readable with
  ///   ``data(forKey:)``), ``RKeychainError/Kind/interactionNotAllowed`` while the value is locked, the
  ///   item's error where it does not open.
  public func string(forKey key: String) throws(RKeychainError) -> String? {
    guard let data = try data(forKey: key) else { return nil }
    return try ValueCoding.text(data)
  }

  /// The bytes stored for a key.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the bytes, or `nil` when there is no such item.
  /// - Throws: ``RKeychainError/Kind/interactionNotAllowed`` while the value is locked, the item's error
  ///   where it does not open.
  public func data(forKey key: String) throws(RKeychainError) -> Data? {
    let store = resolvedStore
    if let value = valueDirectly(forKey: key, in: store) { return value }
    return try item(forKey: key, in: store, returning: .value)?.value
  }

  /// The value stored for a key as JSON.
  ///
  /// - Parameters:
  ///   - type: what to decode; `String` and `Data` give the text or bytes themselves.
  ///   - key: the item's name.
  /// - Returns: the value, or `nil` when there is no such item.
  /// - Throws: ``RKeychainError/Kind/decodingFailed`` where it is no such value (the stored bytes stay), and
  ///   the same as ``data(forKey:)``.
  public func object<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws(RKeychainError) -> Value? {
    guard let data = try data(forKey: key) else { return nil }
    return try ValueCoding.decode(type, from: data)
  }

  /// Whether there is an item for a key; opens no value.
  ///
  /// - Parameter key: the item's name.
  /// - Throws: what a read would, but for the value.
  public func contains(_ key: String) throws(RKeychainError) -> Bool {
    let store = resolvedStore
    if isPresentDirectly(key, in: store) { return true }
    return try item(forKey: key, in: store, returning: .attributes) != nil
  }

  /// Everything known of an item but its value, which is not opened.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the attributes, or `nil` when there is no such item.
  /// - Throws: what a read would, but for the value.
  public func attributes(forKey key: String) throws(RKeychainError) -> RKeychainAttributes? {
    let store = resolvedStore
    if let attributes = attributesDirectly(forKey: key, in: store) { return attributes }
    return try item(forKey: key, in: store, returning: .attributes)?.attributes
  }

  /// Which written state an item is in, to be given to ``set(_:forKey:ifRevision:)-(String,_,_)``.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: the revision, or `nil` when there is no such item.
  /// - Throws: what a read would, but for the value.
  public func revision(forKey key: String) throws(RKeychainError) -> RKeychainRevision? {
    try attributes(forKey: key)?.revision
  }
}
