import Foundation
import Ritsurin
import RitsurinTesting
import Testing

/// The README's code, compiled and run.
///
/// `.ci/check_documents.py` compares the two, so that neither can drift: write a changed line in both.
@Suite struct ReadmeTests {
  @Test func opens() throws {
    try RKeychainStores.with(RInMemoryStore()) {
      let keychain = RKeychain(service: "com.example.app")
      try keychain.set("secret", forKey: "api-token")
      let token = try keychain.string(forKey: "api-token")
      #expect(token == "secret")
    }
  }

  @Test func storesReadsAndRemoves() throws {
    try RKeychainStores.with(RInMemoryStore()) {
      let keychain = RKeychain(service: "com.example.app")
      try keychain.set("secret", forKey: "api-token")
      let token: String? = try keychain.string(forKey: "api-token")
      try keychain.removeItem(forKey: "api-token")

      try keychain.set(Data([0xCA, 0xFE]), forKey: "salt")
      let salt: Data? = try keychain.data(forKey: "salt")

      struct Session: Codable, Equatable { var token: String; var userID: String }
      try keychain.set(Session(token: "secret", userID: "user-123"), forKey: "session")
      let restored = try keychain.object(Session.self, forKey: "session")

      #expect(token == "secret" && salt == Data([0xCA, 0xFE]))
      #expect(try keychain.string(forKey: "api-token") == nil)
      #expect(restored == Session(token: "secret", userID: "user-123"))
    }
  }

  @Test func subscripts() {
    RKeychainStores.with(RInMemoryStore()) {
      let keychain = RKeychain(service: "com.example.app")
      keychain["token"] = "secret"
      let t = keychain["token"]
      keychain["token"] = nil

      #expect(t == "secret")
      #expect(keychain["token"] == nil)
    }
  }

  @Test func throwsOneType() {
    let keychain = RKeychain(service: "com.example.app", store: NoDefaultStore())
    do {
      _ = try keychain.data(forKey: "k")
    } catch {
      let typed: RKeychainError = error
      print(typed.status)
    }
  }

  @Test func dependsOnWhatIsThere() throws {
    try RKeychainStores.with(RInMemoryStore()) {
      let keychain = RKeychain(service: "com.example.app")
      let deviceID = try keychain.getOrSet(forKey: "device-id") { "made only once" }
      if let revision = try keychain.revision(forKey: "device-id") {
        try keychain.set("changed", forKey: "device-id", ifRevision: revision)
      }

      #expect(deviceID == "made only once")
      #expect(try keychain.string(forKey: "device-id") == "changed")
    }
  }

  @Test func worksAsynchronously() async throws {
    try await RKeychainStores.with(RInMemoryStore()) {
      enum Secrets {
        static let app = RAsyncKeychain(service: "com.example.app")
      }
      try await Secrets.app.set("secret", forKey: "token")
      let again = try await Secrets.app.string(forKey: "token")

      #expect(again == "secret")
    }
  }

  @Test func opensAVaultElsewhere() throws {
    #expect(throws: RKeychainError.self) {
      let vault = try RVault.open(at: "/home/me/secrets.vault", with: .keyFile("/home/me/secrets.key"))
      let elsewhere = RKeychain(service: "com.example.app", store: vault)
      try elsewhere.set("never", forKey: "reached")
    }
  }

  @Test func asksForOneVariant() throws {
    let store = RInMemoryStore()
    try RKeychain(service: "com.example.app", synchronizable: true, store: store).set("s", forKey: "token")
    _ = try store.add(RKeychainNewItem(service: "com.example.app", key: "token", value: Data("l".utf8)))
    let localOnly = RKeychainQuery(service: "com.example.app", key: "token", synchronizable: .no)
    let variants = try store.copyMatching(localOnly, returning: .attributes, limit: .all).items.count

    #expect(variants == 1)
  }

  @Test(.vault) func remembersTheToken() throws {
    try RKeychain(service: "com.example.app").set("t0ken", forKey: "token")
    #expect(try RKeychain(service: "com.example.app").string(forKey: "token") == "t0ken")
  }

  @Test(.vault(fixture: "logged-in")) func findsTheTokenOfAnEarlierVersion() throws {
    #expect(try RKeychain(service: "com.example.app").string(forKey: "token") == "t0ken")
  }

  @Test func runsCodeThatNamesNoStore() throws {
    func codeUnderTest() throws { try RKeychain(service: "com.example.app").set("secret", forKey: "token") }
    try RKeychainStores.with(RInMemoryStore()) {
      try codeUnderTest()
    }
  }
}
