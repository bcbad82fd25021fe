import Foundation
import Ritsurin
import RitsurinTesting
import Testing

/// The code about other wrappers in Docs/KeychainAccessMigration.md; write a changed line in both.
@Suite(.inMemoryKeychain) struct KeychainAccessMigrationTests {
  @Test func takesOverValet() throws {
    let valet = RKeychain(
      service: "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_AccessibleWhenUnlocked",
      accessibility: .whenUnlocked)
    try valet.set("12345", forKey: "Skroob")

    let store = try #require(RKeychainStores.current)
    var renamed = RKeychainChanges()
    renamed.service = .set("com.example.app")
    let old = "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_AccessibleWhenUnlocked"
    let moved = try store.update(RKeychainQuery(service: old, synchronizable: .any), renamed)

    #expect(moved.count == 1)
    #expect(try RKeychain(service: "com.example.app").string(forKey: "Skroob") == "12345")
  }

  @Test func takesOverKeychainSwift() throws {
    let swift = RKeychain(service: "", accessibility: .whenUnlocked)
    try swift.set("secret", forKey: "prefix_" + "token")
    let isOn = try swift.data(forKey: "prefix_" + "isOn") == Data([1])

    #expect(!isOn)
    #expect(try swift.allKeys() == ["prefix_token"])
  }

  @Test func takesOverSwiftKeychainWrapper() throws {
    let wrapper = RKeychain(service: "com.example.app", accessibility: .whenUnlocked)
    try wrapper.set("secret", forKey: "token")
    try wrapper.set(42, forKey: "count")

    #expect(try wrapper.object(Int.self, forKey: "count") == 42)
  }

  @Test func takesOverLocksmith() throws {
    let locksmith = RKeychain(service: "com.example.app", accessibility: .whenUnlocked)
    try locksmith.set(["token": "secret", "server": "example.com"], forKey: "ada")
    let account = try locksmith.object([String: String].self, forKey: "ada")

    #expect(account == ["token": "secret", "server": "example.com"])
  }

  @Test func hasTheFourCalls() throws {
    let store = try #require(RKeychainStores.current)
    _ = try store.add(RKeychainNewItem(service: "com.example.app", key: "token", value: Data("secret".utf8)))
    let one = RKeychainQuery(service: "com.example.app", key: "token")
    let value = try store.copyMatching(one, returning: .value, limit: .one).items.first?.value
    let changed = try store.update(one, RKeychainChanges(value: Data("newer".utf8)))
    let count = try store.delete(one)

    #expect(value == Data("secret".utf8) && changed.count == 1 && count == 1)
  }
}
