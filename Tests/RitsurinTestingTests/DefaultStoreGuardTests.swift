import Ritsurin
import RitsurinSystem
import RitsurinTesting
import Testing

@Suite struct DefaultStoreGuardTests {
  @Test func refusesAKeychainWithoutAStore() throws {
    let error = #expect(throws: RKeychainError.self) { try RKeychain(service: "s").string(forKey: "k") }
    #expect(error?.kind == .noDefaultStore)
    #expect(error?.message.contains("RITSURIN_ALLOW_DEFAULT_STORE_IN_TESTS=1") == true)
    #expect(throws: RKeychainError.self) { try RKeychain(service: "s").set("v", forKey: "k") }
    #expect(throws: RKeychainError.self) { try RKeychain(service: "s").removeItem(forKey: "k") }
    #expect(throws: RKeychainError.self) { try RKeychain(service: "s").allKeys() }
  }

  @Test func refusesAnAsyncKeychainWithoutAStore() async {
    let error = await #expect(throws: RKeychainError.self) {
      try await RAsyncKeychain(service: "s").set("v", forKey: "k")
    }
    #expect(error?.kind == .noDefaultStore)
  }

  @Test(.inMemoryKeychain) func refusesDetachedTasks() async {
    let kind = await Task.detached { () -> RKeychainError.Kind? in
      do throws(RKeychainError) {
        _ = try RKeychain(service: "s").string(forKey: "k")
        return nil
      } catch {
        return error.kind
      }
    }.value
    #expect(kind == .noDefaultStore)
  }

  @Test func letsExplicitAndScopedStoresPass() throws {
    try RKeychain(service: "s", store: RInMemoryStore()).set("v", forKey: "k")
    try RKeychainStores.with(RInMemoryStore()) { try RKeychain(service: "s").set("v", forKey: "k") }
  }

  @Test func doesNotGuardTheStoreThatIsAskedForByName() {
    #expect(!(RKeychainStores.unguardedDefaultStore is NoDefaultStore))
    #expect(RKeychainStores.defaultStore is NoDefaultStore)
  }

  @Test func saysNothingOutsideTestsOrWithPermission() {
    #expect(DefaultStoreGuard.refusal(evidence: nil, permission: nil) == nil)
    #expect(DefaultStoreGuard.refusal(evidence: "x", permission: "1") == nil)
    #expect(DefaultStoreGuard.refusal(evidence: "x", permission: "") != nil)
    #expect(DefaultStoreGuard.refusal(evidence: "x", permission: nil) != nil)
  }
}

@Suite struct TestProcessTests {
  @Test func recognisesThisProcess() {
    #expect(TestProcess.evidence != nil)
  }

  @Test(
    arguments: [
      "/a/.build/debug/AppPackageTests.xctest", "/usr/bin/xctest",
      "/usr/libexec/swift/pm/swiftpm-testing-helper",
    ])
  func recognisesPrograms(_ program: String) {
    #expect(TestProcess.evidence(program: program, isSet: { _ in false }, isLoaded: { _ in false }) != nil)
  }

  @Test(arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"])
  func recognisesVariables(_ name: String) {
    #expect(TestProcess.evidence(program: "/app", isSet: { $0 == name }, isLoaded: { _ in false }) != nil)
  }

  @Test(arguments: ["swt_abiv0_getEntryPoint", "OBJC_CLASS_$_XCTestCase"])
  func recognisesLibraries(_ symbol: String) {
    #expect(TestProcess.evidence(program: "/app", isSet: { _ in false }, isLoaded: { $0 == symbol }) != nil)
  }

  @Test(arguments: ["/usr/bin/app", "app", "", "/usr/bin/xctestful", "/x.xctest/app"])
  func leavesOrdinaryProgramsAlone(_ program: String) {
    #expect(TestProcess.evidence(program: program, isSet: { _ in false }, isLoaded: { _ in false }) == nil)
  }

}
