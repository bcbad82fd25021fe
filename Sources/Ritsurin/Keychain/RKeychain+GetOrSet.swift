#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RKeychain {
  /// The text of a key, made and stored first where there is none.
  ///
  /// Of several callers at once, in whatever threads and processes, all get the same text.
  ///
  /// - Parameters:
  ///   - key: the item's name.
  ///   - make: makes the text; called at most once, only when absence is proven, and without any lock held.
  ///     What it made is dropped when another caller was faster.
  /// - Returns: the stored text.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet(
    forKey key: String, _ make: () throws(RKeychainError) -> String
  ) throws(RKeychainError) -> String {
    try getOrSet(key, decode: ValueCoding.text) { () throws(RKeychainError) in
      let value = try make()
      return (value, Data(value.utf8))
    }
  }

  /// The bytes of a key, made and stored first where there are none.
  ///
  /// Of several callers at once, in whatever threads and processes, all get the same bytes.
  ///
  /// - Parameters:
  ///   - key: the item's name.
  ///   - make: makes the bytes; called at most once, only when absence is proven, and without any lock held.
  /// - Returns: the stored bytes.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet(
    forKey key: String, _ make: () throws(RKeychainError) -> Data
  ) throws(RKeychainError) -> Data {
    try getOrSet(key, decode: { (data) throws(RKeychainError) in data }) { () throws(RKeychainError) in
      let value = try make()
      return (value, value)
    }
  }

  /// The value of a key, made and stored as JSON first where there is none.
  ///
  /// Of several callers at once, in whatever threads and processes, all get the same value.
  ///
  /// - Parameters:
  ///   - key: the item's name.
  ///   - make: makes the value; called at most once, only when absence is proven, and without any lock held.
  /// - Returns: the stored value.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet<Value: Codable>(
    forKey key: String, _ make: () throws(RKeychainError) -> Value
  ) throws(RKeychainError) -> Value {
    try getOrSet(
      key, decode: { (data) throws(RKeychainError) in try ValueCoding.decode(Value.self, from: data) }
    ) { () throws(RKeychainError) in
      let value = try make()
      return (value, try ValueCoding.encode(value))
    }
  }

  private func getOrSet<Value>(
    _ key: String, decode: (Data) throws(RKeychainError) -> Value,
    make: () throws(RKeychainError) -> (value: Value, data: Data)
  ) throws(RKeychainError) -> Value {
    var made: (value: Value, data: Data)?
    for _ in 0..<Self.getOrSetRounds {
      if let stored = try data(forKey: key) { return try decode(stored) }
      let new = if let made { made } else { try make() }
      made = new
      if try addUnlessPresent(new.data, forKey: key) { return new.value }
    }
    throw Self.neverSettled
  }

  /// How often an item may appear and vanish again under ``getOrSet(forKey:_:)-(_,()->String)`` before it
  /// gives up.
  static var getOrSetRounds: Int { 100 }

  /// What ``getOrSet(forKey:_:)-(_,()->String)`` throws when it gives up.
  static var neverSettled: RKeychainError {
    RKeychainError(.conflict, message: "the item was added and removed again and again by others")
  }

  /// Adds bytes; `false` when another writer was faster.
  func addUnlessPresent(_ data: Data, forKey key: String) throws(RKeychainError) -> Bool {
    do throws(RKeychainError) {
      _ = try write(data, forKey: key, if: .ifAbsent)
      return true
    } catch {
      guard error.kind == .duplicateItem else { throw error }
      return false
    }
  }
}
