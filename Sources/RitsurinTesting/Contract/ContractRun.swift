import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One case being run: the store, shorthands, and the expectations that were not met.
final class ContractRun {
  /// Ends a case whose store lacks something.
  struct Skip: Error {
    let reason: String
  }

  let contract: RKeychainContract
  var store: any RKeychainStore
  var failures: [String] = []

  init(_ contract: RKeychainContract) throws {
    self.contract = contract
    self.store = try contract.makeStore()
  }

  // MARK: Expectations

  func expect(_ condition: Bool, _ what: String, line: Int = #line) {
    if !condition { failures.append("line \(line): not so: \(what)") }
  }

  func expect<Value: Equatable>(_ actual: Value, is expected: Value, line: Int = #line) {
    if actual != expected {
      failures.append("line \(line): \(String(describing: actual)), not \(String(describing: expected))")
    }
  }

  func expect(_ actual: [String], hasBytesOf expected: [String], line: Int = #line) {
    expect(actual.map { Array($0.utf8) }, is: expected.map { Array($0.utf8) }, line: line)
  }

  func expectError<Value>(
    _ kind: RKeychainError.Kind, line: Int = #line, _ body: () throws(RKeychainError) -> Value
  ) {
    expectError(status: kind.status, kind: kind, line: line, body)
  }

  @discardableResult
  func expectError<Value>(
    status: Int32, kind: RKeychainError.Kind? = nil, line: Int = #line,
    _ body: () throws(RKeychainError) -> Value
  ) -> RKeychainError? {
    do throws(RKeychainError) {
      _ = try body()
      failures.append("line \(line): no error, not \(kind?.description ?? "") \(status)")
      return nil
    } catch {
      if error.status != status || (kind ?? error.kind) != error.kind {
        failures.append("line \(line): threw \(error), not \(kind?.description ?? "") \(status)")
      }
      return error
    }
  }

  func need<Ability>(_ ability: Ability?, _ name: String) throws -> Ability {
    guard let ability else { throw Skip(reason: "the store has no `\(name)`") }
    return ability
  }

  // MARK: Shorthands

  func keychain(
    _ service: String = "s", group: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock
  ) -> RKeychain {
    RKeychain(
      service: service, accessGroup: group, synchronizable: synchronizable, accessibility: accessibility,
      store: store)
  }

  func item(
    _ service: String = "s", _ key: String = "k", group: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, _ value: String = "v"
  ) -> RKeychainNewItem {
    RKeychainNewItem(
      service: service, key: key, accessGroup: group, synchronizable: synchronizable,
      accessibility: accessibility, value: Data(value.utf8))
  }

  func query(
    _ service: String? = "s", _ key: String? = nil, group: String? = nil,
    synchronizable: RKeychainSynchronizability = .no
  ) -> RKeychainQuery {
    RKeychainQuery(service: service, key: key, accessGroup: group, synchronizable: synchronizable)
  }

  /// The value of the first match as text.
  func value(_ query: RKeychainQuery) throws(RKeychainError) -> String {
    let item = try store.copyMatching(query, returning: .value).items.first
    return item?.value.map { String(decoding: $0, as: UTF8.self) } ?? "no value"
  }

  /// How many items match; zero where the store says "not found".
  func count(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    do throws(RKeychainError) {
      return try store.copyMatching(query, returning: .attributes, limit: .all).items.count
    } catch {
      guard error.kind == .itemNotFound else { throw error }
      return 0
    }
  }

  func first(_ query: RKeychainQuery) throws -> RKeychainAttributes {
    guard let item = try store.copyMatching(query, returning: .attributes).items.first else {
      throw RKeychainError(.itemNotFound)
    }
    return item.attributes
  }

  func changes(_ make: (inout RKeychainChanges) -> Void) -> RKeychainChanges {
    var changes = RKeychainChanges()
    make(&changes)
    return changes
  }
}
