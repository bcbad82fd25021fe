import Foundation
import Ritsurin
import Testing

private struct Session: Codable, Equatable, Sendable {
  var token: String
}

extension RKeychainKey where Value == Int {
  fileprivate static let retries = RKeychainKey("retries", default: 3)
}

extension RKeychainKey where Value == Session {
  fileprivate static let session = RKeychainKey("session")
}

@Suite struct RKeychainKeyTests {
  let keychain = RKeychain(service: "s", store: RInMemoryStore())

  @Test func carriesTypeAndDefaultThroughEveryCall() throws {
    #expect(try keychain.value(forKey: .retries) == 3)
    #expect(try keychain.contains(.retries) == false)
    let revision = try keychain.set(5, forKey: .retries)
    #expect(try keychain.revision(forKey: .retries) == revision)
    try keychain.set(6, forKey: .retries, ifRevision: revision)
    #expect(keychain[.retries] == 6)
    try keychain.update(7, forKey: .retries)
    #expect(throws: RKeychainError.self) { try keychain.add(8, forKey: .retries) }
    #expect(try keychain.getOrSet(forKey: .retries) { 9 } == 7)
    #expect(try keychain.attributes(forKey: .retries)?.key == "retries")
    try keychain.removeItem(forKey: .retries)
    #expect(keychain[.retries] == 3)
    keychain[.retries] = 1
    #expect(try keychain.value(forKey: .retries) == 1)
    keychain[.retries] = nil
    #expect(try keychain.contains(.retries) == false)
  }

  @Test func hasNoDefaultUnlessGiven() throws {
    #expect(try keychain.value(forKey: .session) == nil)
    try keychain.add(Session(token: "t"), forKey: .session)
    #expect(try keychain.value(forKey: .session) == Session(token: "t"))
    let made = try keychain.getOrSet(forKey: RKeychainKey<Session>("other")) { Session(token: "made") }
    #expect(made == Session(token: "made"))
  }

  @Test func readsWhatPlainNamesWrite() throws {
    let text = RKeychainKey<String>("text")
    let data = RKeychainKey<Data>("data")
    try keychain.set("plain", forKey: "text")
    #expect(try keychain.value(forKey: text) == "plain")
    try keychain.set(Data([0xFF]), forKey: data)
    #expect(try keychain.data(forKey: "data") == Data([0xFF]))
  }

  @Test func neverTurnsAnErrorIntoTheDefault() throws {
    try keychain.set("no number", forKey: "retries")
    #expect(throws: RKeychainError.self) { try keychain.value(forKey: .retries) }
    #expect(keychain[.retries] == nil)
  }

  @Test func worksOnTheAsyncKeychain() async throws {
    let keychain = RAsyncKeychain(self.keychain)
    #expect(try await keychain.value(forKey: .retries) == 3)
    let revision = try await keychain.set(5, forKey: .retries)
    try await keychain.set(6, forKey: .retries, ifRevision: revision)
    try await keychain.update(7, forKey: .retries)
    #expect(try await keychain[.retries] == 7)
    #expect(try await keychain.getOrSet(forKey: .retries) { 9 } == 7)
    #expect(try await keychain.contains(.retries))
    #expect(try await keychain.attributes(forKey: .retries)?.key == "retries")
    #expect(try await keychain.revision(forKey: .retries) != revision)
    #expect(try await keychain.removeItem(forKey: .retries))
    try await keychain.add(1, forKey: .retries)
    #expect(try self.keychain.value(forKey: .retries) == 1)
  }
}
