import Ritsurin
import RitsurinTesting
import Testing

@Suite struct RInMemoryStoreTests {
  static let contract = RKeychainContract(
    makeStore: { RInMemoryStore() },
    makeStoreWithoutPassphrase: { RInMemoryStore(hasPassphrase: false) },
    makeStoreWithClock: { clock in RInMemoryStore(clock: clock) },
    restrict: { store, groups in try memory(store).restricted(to: groups) },
    lock: { try memory($0).lock() }, unlock: { try memory($0).unlock() },
    lockUntilFirstUnlock: { try memory($0).lockUntilFirstUnlock() },
    damage: { store, item in try memory(store).breakItem(item) })

  static func memory(_ store: any RKeychainStore) throws -> RInMemoryStore {
    try #require(store as? RInMemoryStore)
  }

  @Test(arguments: RKeychainContract.cases)
  func keepsTheContract(_ rule: RKeychainContract.Case) async throws {
    let outcome = try await Self.contract.run(rule)
    // There is no disk to lose or to protect.
    let mayBeSkipped = ["89", "90"].contains(rule.number)
    #expect(outcome == .passed || mayBeSkipped)
  }

  @Test func theContractReportsAStoreThatBreaksIt() async throws {
    let forgetful = RKeychainContract(makeStore: { ForgetfulStore() })
    let rule = try #require(RKeychainContract.cases.first { $0.number == "3" })
    await #expect(throws: RKeychainContractFailure.self) { try await forgetful.run(rule) }
  }

  @Test func numbersOfTheContractAreUnique() {
    #expect(Set(RKeychainContract.cases.map(\.number)).count == RKeychainContract.cases.count)
  }
}

/// Accepts everything and finds nothing.
private struct ForgetfulStore: RKeychainStore {
  func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try RInMemoryStore().add(item)
  }

  func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    throw RKeychainError(.itemNotFound)
  }

  func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] { [] }

  func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int { 1 }

  func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    try RInMemoryStore().set(item)
  }
}
