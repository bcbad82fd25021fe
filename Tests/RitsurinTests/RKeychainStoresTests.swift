import Foundation
import Ritsurin
import Testing

@Suite struct RKeychainStoresTests {
  let first = RInMemoryStore()
  let second = RInMemoryStore()
  let keychain = RKeychain(service: "s")

  @Test func resolvesAtEachCall() throws {
    try RKeychainStores.with(first) { try keychain.set("1", forKey: "k") }
    try RKeychainStores.with(second) {
      #expect(try keychain.string(forKey: "k") == nil)
      try keychain.set("2", forKey: "k")
      let inner = try RKeychainStores.with(first) { try keychain.string(forKey: "k") }
      #expect(inner == "1")
      #expect(try keychain.string(forKey: "k") == "2")
    }
  }

  @Test func givesWayToAnExplicitStore() throws {
    let explicit = RKeychain(service: "s", store: first)
    try RKeychainStores.with(second) {
      try explicit.set("1", forKey: "k")
      #expect(try keychain.contains("k") == false)
    }
    #expect(try explicit.string(forKey: "k") == "1")
  }

  @Test func isInheritedByChildTasks() async throws {
    let keychain = keychain
    try await RKeychainStores.with(first) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            try keychain.set("v", forKey: "child \(number)")
            async let nested: Void = { try keychain.set("v", forKey: "nested \(number)") }()
            try await nested
          }
        }
        try await group.waitForAll()
      }
      await Task { #expect((try? keychain.allKeys().count) == 16) }.value
    }
    #expect(try RKeychain(service: "s", store: first).allKeys().count == 16)
  }

  @Test func isTakenBeforeAnAsyncKeychainLeavesTheTask() async throws {
    let shared = RAsyncKeychain(service: "s")
    async let one: Void = RKeychainStores.with(first) { () async throws(RKeychainError) in
      _ = try await shared.set("1", forKey: "k")
    }
    async let two: Void = RKeychainStores.with(second) { () async throws(RKeychainError) in
      _ = try await shared.set("2", forKey: "k")
    }
    _ = try await (one, two)
    #expect(try RKeychain(service: "s", store: first).string(forKey: "k") == "1")
    #expect(try RKeychain(service: "s", store: second).string(forKey: "k") == "2")
  }

  @Test func passesErrorsOnWithTheirType() {
    do {
      try RKeychainStores.with(first) { () throws(RKeychainError) in throw RKeychainError(.cancelled) }
    } catch {
      let typed: RKeychainError = error
      #expect(typed.kind == .cancelled)
    }
  }
}
