import Foundation
import Ritsurin
import Testing

@Suite struct RKeychainTests {
  let store = RInMemoryStore()
  var keychain: RKeychain { RKeychain(service: "s", store: store) }

  @Test func picksTheOverloadOfTheArgument() throws {
    try keychain.set("text", forKey: "text")
    try keychain.set(Data([1, 2]), forKey: "data")
    try keychain.set(7, forKey: "number")
    try keychain.set(["b": 1, "a": 2], forKey: "object")
    #expect(try keychain.data(forKey: "text") == Data("text".utf8))
    #expect(try keychain.data(forKey: "data") == Data([1, 2]))
    #expect(try keychain.string(forKey: "number") == "7")
    #expect(try keychain.string(forKey: "object") == #"{"a":2,"b":1}"#)
  }

  @Test func storesTextAsTextForGenericCallers() throws {
    func store(_ value: some Codable, forKey key: String) throws {
      try keychain.set(value, forKey: key)
    }
    try store("text", forKey: "text")
    try store(Data([0xFF]), forKey: "data")
    #expect(try keychain.string(forKey: "text") == "text")
    #expect(try keychain.object(String.self, forKey: "text") == "text")
    #expect(try keychain.object(Data.self, forKey: "data") == Data([0xFF]))
  }

  @Test func refusesOptionalsBothWays() throws {
    let absent: Int? = nil
    #expect(throws: RKeychainError.self) { try keychain.set(absent, forKey: "k") }
    #expect(throws: RKeychainError.self) { try keychain.set(Optional("x"), forKey: "k") }
    #expect(try keychain.contains("k") == false)
    try keychain.set("x", forKey: "k")
    #expect(throws: RKeychainError.self) { try keychain.object(String?.self, forKey: "k") }
  }

  @Test func reportsAFailedEncoding() throws {
    let error = #expect(throws: RKeychainError.self) { try keychain.set(Double.nan, forKey: "k") }
    #expect(error?.kind == .encodingFailed)
    #expect(try keychain.contains("k") == false)
  }

  @Test func writesEqualValuesOnce() throws {
    let value = Dictionary(uniqueKeysWithValues: (0..<50).map { ("key \($0)", $0) })
    let first = try keychain.set(value, forKey: "k")
    let again = try keychain.set(
      Dictionary(uniqueKeysWithValues: value.map { ($0, $1) }.reversed()), forKey: "k")
    #expect(first == again)
  }

  @Test func givesLabelAndCommentToWhatItWrites() throws {
    try keychain.label("l").comment("c").set("v", forKey: "k")
    #expect(try keychain.attributes(forKey: "k")?.label == "l")
    #expect(try keychain.attributes(forKey: "k")?.comment == "c")
    try keychain.set("w", forKey: "k")
    #expect(keychain[attributes: "k"]?.label == "l")
  }

  @Test func tellsTheHandlerWhatASubscriptDiscards() throws {
    let discarded = Discarded()
    let strict = RKeychain(service: "s", accessibility: .whenUnlocked, store: store)
      .onDiscardedError { discarded.append($0) }
    strict["k"] = "v"
    #expect(strict["absent"] == nil)
    #expect(discarded.kinds == [])
    store.lock()
    #expect(strict["k"] == nil)
    strict["k"] = "w"
    #expect(strict[data: "k"] == nil)
    strict[data: "k"] = Data()
    #expect(strict[RKeychainKey<Int>("k")] == nil)
    #expect(discarded.kinds == Array(repeating: .interactionNotAllowed, count: 5))
    #expect(strict[attributes: "k"]?.key == "k")
  }

  @Test func keepsGoingWithoutAHandler() throws {
    store.lockUntilFirstUnlock()
    keychain["k"] = "v"
    #expect(keychain["k"] == nil)
    keychain["k"] = nil
    store.unlock()
    #expect(try keychain.contains("k") == false)
  }

  @Test func throwsWithoutADefaultStore() throws {
    // Not `RKeychain(service:)`: a build with the vault has a default store.
    #expect(NoDefault.kinds() == Array(repeating: .noDefaultStore, count: 5))
  }

  @Test func leavesUnreplaceableItemsAlone() throws {
    let attributes = try store.add(RKeychainNewItem(service: "s", key: "k", value: Data()))
    try store.breakItem(attributes, with: RKeychainError(.retiredKey))
    func kind(_ body: () throws(RKeychainError) -> Void) -> RKeychainError.Kind? {
      do throws(RKeychainError) {
        try body()
        return nil
      } catch {
        return error.kind
      }
    }
    let add = RKeychainNewItem(service: "s", key: "k", value: Data([1]))
    #expect(kind { () throws(RKeychainError) in _ = try keychain.data(forKey: "k") } == .retiredKey)
    #expect(kind { () throws(RKeychainError) in try keychain.set("v", forKey: "k") } == .retiredKey)
    #expect(kind { () throws(RKeychainError) in _ = try store.add(add) } == .retiredKey)
    #expect(kind { () throws(RKeychainError) in try keychain.removeItem(forKey: "k") } == .retiredKey)
    #expect(kind { () throws(RKeychainError) in try keychain.removeAll() } == .retiredKey)
    try keychain.set("v", forKey: "other")
    var rename = RKeychainChanges()
    rename.key = .set("k")
    #expect(
      kind { () throws(RKeychainError) in
        _ = try store.update(RKeychainQuery(service: "s", key: "other"), rename)
      } == .retiredKey)
    #expect(try keychain.problems().map(\.error.kind) == [.retiredKey])
    #expect(try keychain.allKeys() == ["other"])
  }

  @Test func letsManyTasksAgreeOnOneValue() async throws {
    let keychain = keychain
    for round in 0..<20 {
      let values = try await withThrowingTaskGroup(of: Data.self) { group in
        for number in 0..<64 {
          group.addTask { try keychain.getOrSet(forKey: "key \(round)") { Data([UInt8(number)]) } }
        }
        return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
      }
      #expect(values.count == 1)
    }
  }

  @Test func passesOnWhatMakeThrows() throws {
    let error = #expect(throws: RKeychainError.self) {
      try keychain.getOrSet(forKey: "k") { () throws(RKeychainError) -> String in
        throw RKeychainError(.cancelled)
      }
    }
    #expect(error?.kind == .cancelled)
    #expect(try keychain.contains("k") == false)
  }

  @Test func makesCodableValues() throws {
    let made: [Int] = try keychain.getOrSet(forKey: "k") { [1, 2, 3] }
    #expect(made == [1, 2, 3])
    #expect(try keychain.object([Int].self, forKey: "k") == [1, 2, 3])
    let text: String = try keychain.getOrSet(forKey: "text") { "made" }
    #expect(text == "made")
  }
}

/// Errors a handler was told, from any thread.
private final class Discarded: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var errors: [RKeychainError] = []

  func append(_ error: RKeychainError) {
    lock.withLock { unsafe errors.append(error) }
  }

  var kinds: [RKeychainError.Kind] { lock.withLock { unsafe errors.map(\.kind) } }
}

private enum NoDefault {
  static func kinds() -> [RKeychainError.Kind?] {
    let store = NoDefaultStore()
    let item = RKeychainNewItem(service: "s", key: "k", value: Data())
    let query = RKeychainQuery()
    func kind(_ body: () throws(RKeychainError) -> Void) -> RKeychainError.Kind? {
      do throws(RKeychainError) {
        try body()
        return nil
      } catch {
        return error.kind
      }
    }
    return [
      kind { () throws(RKeychainError) in _ = try store.add(item) },
      kind { () throws(RKeychainError) in _ = try store.set(item) },
      kind { () throws(RKeychainError) in _ = try store.copyMatching(query) },
      kind { () throws(RKeychainError) in _ = try store.update(query, RKeychainChanges()) },
      kind { () throws(RKeychainError) in _ = try store.delete(query) },
    ]
  }
}
