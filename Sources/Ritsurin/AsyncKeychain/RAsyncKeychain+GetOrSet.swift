#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RAsyncKeychain {
  /// The text of a key, made and stored first where there is none.
  ///
  /// Of several callers at once, in whatever tasks and processes, all get the same text.
  ///
  /// - Parameters:
  ///   - key: the item's name.
  ///   - make: makes the text in the caller's task; called at most once, only when absence is proven.
  /// - Returns: the stored text.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet(
    forKey key: String, _ make: () async throws(RKeychainError) -> String
  ) async throws(RKeychainError) -> String {
    try await getOrSet(key, decode: ValueCoding.text) { () async throws(RKeychainError) in
      let value = try await make()
      return (value, Data(value.utf8))
    }
  }

  /// The bytes of a key, made and stored first where there are none.
  ///
  /// Of several callers at once, in whatever tasks and processes, all get the same bytes.
  ///
  /// - Parameters:
  ///   - key: the item's name.
  ///   - make: makes the bytes in the caller's task; called at most once, only when absence is proven.
  /// - Returns: the stored bytes.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet(
    forKey key: String, _ make: () async throws(RKeychainError) -> Data
  ) async throws(RKeychainError) -> Data {
    try await getOrSet(
      key, decode: { (data) throws(RKeychainError) in data }
    ) { () async throws(RKeychainError) in
      let value = try await make()
      return (value, value)
    }
  }

  /// The value of a key, made and stored as JSON first where there is none.
  ///
  /// Of several callers at once, in whatever tasks and processes, all get the same value.
  ///
  /// - Parameters:
  ///   - key: the item's name.
  ///   - make: makes the value in the caller's task; called at most once, only when absence is proven.
  /// - Returns: the stored value.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet<Value: Codable>(
    forKey key: String, _ make: () async throws(RKeychainError) -> Value
  ) async throws(RKeychainError) -> Value {
    try await getOrSet(
      key, decode: { (data) throws(RKeychainError) in try ValueCoding.decode(Value.self, from: data) }
    ) { () async throws(RKeychainError) in
      let value = try await make()
      return (value, try ValueCoding.encode(value))
    }
  }

  private func getOrSet<Value>(
    _ key: String, decode: (Data) throws(RKeychainError) -> Value,
    make: () async throws(RKeychainError) -> (value: Value, data: Data)
  ) async throws(RKeychainError) -> Value {
    var made: (value: Value, data: Data)?
    for _ in 0..<RKeychain.getOrSetRounds {
      if let stored = try await data(forKey: key) { return try decode(stored) }
      let new: (value: Value, data: Data)
      if let made { new = made } else { new = try await make() }
      made = new
      let data = new.data
      let isOurs = try await perform { (keychain) throws(RKeychainError) in
        try keychain.addUnlessPresent(data, forKey: key)
      }
      if isOurs { return new.value }
    }
    throw RKeychain.neverSettled
  }
}
