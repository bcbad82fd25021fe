import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTesting
import Testing

@Suite struct RFailingStoreTests {
  let behind = RInMemoryStore()

  private func kind(_ body: () throws(RKeychainError) -> Void) -> RKeychainError.Kind? {
    do throws(RKeychainError) {
      try body()
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func passesEverythingThroughWithoutRules() async throws {
    try await RKeychainContract.check { RFailingStore() }
  }

  @Test(
    arguments: [
      (RFailingStore.Failure.locked, Int32(-25308)), (.missingEntitlement, -34018), (.diskFull, -34),
      (.damaged, -26275),
      (.unavailable, -25291), (.readOnly, -25292), (.status(-61), -61), (.kind(.cancelled), -128),
    ])
  func failsWithTheError(_ failure: RFailingStore.Failure, status: Int32) throws {
    let store = RFailingStore(behind)
    store.fail(with: failure)
    let error = #expect(throws: RKeychainError.self) {
      try RKeychain(service: "s", store: store).string(forKey: "k")
    }
    #expect(error?.status == status)
  }

  @Test func failsOnce() throws {
    let store = RFailingStore(behind)
    store.fail(.set, with: .locked, times: 1)
    let keychain = RKeychain(service: "s", store: store)
    #expect(
      kind { () throws(RKeychainError) in try keychain.set("1", forKey: "k") } == .interactionNotAllowed)
    try keychain.set("2", forKey: "k")
    #expect(try keychain.string(forKey: "k") == "2")
  }

  @Test func failsACountedNumberOfTimesAfterOthersWentThrough() throws {
    let store = RFailingStore(behind)
    store.fail(.set, with: .diskFull, after: 2, times: 2)
    let keychain = RKeychain(service: "s", store: store)
    let kinds = (0..<6).map { number in
      kind { () throws(RKeychainError) in try keychain.set("\(number)", forKey: "k") }
    }
    #expect(kinds == [nil, nil, .diskFull, .diskFull, nil, nil])
  }

  @Test func failsForOneKey() throws {
    let store = RFailingStore(behind)
    store.fail(.copyMatching, .set, forKey: "bad", with: .damaged)
    let keychain = RKeychain(service: "s", store: store)
    try keychain.set("v", forKey: "good")
    #expect(try keychain.string(forKey: "good") == "v")
    #expect(kind { () throws(RKeychainError) in _ = try keychain.string(forKey: "bad") } == .itemDamaged)
    #expect(try keychain.allKeys() == ["good"])
    // Names are bytes: the other form of the letter is another key.
    store.fail(forKey: "e\u{301}", with: .damaged)
    #expect(try keychain.string(forKey: "\u{e9}") == nil)
  }

  @Test func failsForOneService() throws {
    let store = RFailingStore(behind, rules: [.init(.locked, service: "a")])
    #expect(
      kind { () throws(RKeychainError) in _ = try RKeychain(service: "a", store: store).allKeys() } != nil)
    #expect(
      kind { () throws(RKeychainError) in _ = try RKeychain(service: "b", store: store).allKeys() } == nil)
  }

  @Test func takesTheFirstRuleThatApplies() throws {
    let store = RFailingStore(behind)
    store.fail(.delete, with: .locked, times: 1)
    store.fail(.delete, with: .diskFull)
    let keychain = RKeychain(service: "s", store: store)
    #expect(
      kind { () throws(RKeychainError) in _ = try keychain.removeItem(forKey: "k") } == .interactionNotAllowed
    )
    #expect(kind { () throws(RKeychainError) in _ = try keychain.removeItem(forKey: "k") } == .diskFull)
    store.stopFailing()
    #expect(kind { () throws(RKeychainError) in _ = try keychain.removeItem(forKey: "k") } == nil)
  }

  @Test func failsAfterADelay() throws {
    let pauses = Locked<[Duration]>([])
    let store = RFailingStore(behind, rules: []) { pause in pauses.withLock { $0.append(pause) } }
    store.fail(.copyMatching, with: .unavailable, times: 1, delay: .seconds(30))
    store.add(RFailingStore.Rule(nil, calls: [.set], delay: .milliseconds(5)))
    let keychain = RKeychain(service: "s", store: store)
    #expect(kind { () throws(RKeychainError) in _ = try keychain.string(forKey: "k") } == .cannotRead)
    #expect(try keychain.string(forKey: "k") == nil)
    try keychain.set("v", forKey: "k")
    #expect(pauses.withLock { $0 } == [.seconds(30), .milliseconds(5)])
  }

  @Test func failsAfterTheWriteHappened() throws {
    let store = RFailingStore(
      behind, rules: [.init(.status(-36), calls: [.set], times: 1, isAfterwards: true)])
    let keychain = RKeychain(service: "s", store: store)
    #expect(kind { () throws(RKeychainError) in try keychain.set("v", forKey: "k") } == .ioError)
    #expect(try keychain.string(forKey: "k") == "v")
  }

  @Test func recordsCallsWithoutValues() throws {
    let store = RFailingStore(behind)
    store.fail(.set, forKey: "b", with: .locked)
    let keychain = RKeychain(service: "s", store: store)
    try keychain.set("sentinel-secret", forKey: "a")
    _ = kind { () throws(RKeychainError) in try keychain.set("sentinel-secret", forKey: "b") }
    _ = try keychain.allKeys()
    #expect(
      store.calls == [
        .init(.set, service: "s", key: "a"),
        .init(.set, service: "s", key: "b", failure: .interactionNotAllowed),
        .init(.copyMatching, service: "s"),
      ])
    #expect(store.count(of: .set) == 2)
    #expect(store.count(of: .set, forKey: "a") == 1)
    var dumped = ""
    dump(store, to: &dumped)
    dump(store.calls, to: &dumped)
    #expect(!(dumped + "\(store) \(store.calls)").contains("sentinel-secret"))
    store.forgetCalls()
    #expect(store.calls.isEmpty)
  }

  @Test func recordsWhatTheStoreBehindThrows() {
    behind.lockUntilFirstUnlock()
    let store = RFailingStore(behind)
    _ = kind { () throws(RKeychainError) in _ = try RKeychain(service: "s", store: store).allKeys() }
    #expect(store.calls.first?.failure == .interactionNotAllowed)
  }

  @Test(.vault) func restoresIntoAVault() throws {
    let store = RFailingStore(try RVaultTesting.vault)
    let item = RKeychainRestoredItem(RKeychainNewItem(service: "s", key: "k", value: Data("v".utf8)))
    #expect(try store.restore([item], onConflict: .fail, dryRun: false) == [.imported])
    store.fail(.restore, forKey: "k", with: .diskFull)
    #expect(throws: RKeychainError.self) { try store.restore([item], onConflict: .fail, dryRun: false) }
    #expect(try RFailingStore().restore([item], onConflict: .fail, dryRun: false) == [.imported])
  }
}
