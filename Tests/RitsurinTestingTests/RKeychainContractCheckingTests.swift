import Ritsurin
import RitsurinTesting
import Testing

@Suite struct RKeychainContractCheckingTests {
  @Test func checksAStoreInOneLine() async throws { try await RKeychainContract.check { RInMemoryStore() } }

  @Test(arguments: RKeychainContract.cases)
  func checksEachRuleInOneLine(_ rule: RKeychainContract.Case) async throws {
    try await rule.check { RInMemoryStore() }
  }

  @Test func countsWhatItSkipped() async throws {
    #expect(try await RKeychainContract(makeStore: { RInMemoryStore() }).check() > 0)
  }

  @Test func reportsEveryRuleThatIsBroken() async throws {
    let error = await #expect(throws: RKeychainContractFailure.self) {
      try await RKeychainContract.check {
        let store = RFailingStore()
        store.fail(.delete, with: .locked)
        return store
      }
    }
    #expect((error?.failures.count ?? 0) > 1)
  }
}
