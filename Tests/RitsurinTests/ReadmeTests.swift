import Ritsurin
import RitsurinTesting
import Testing

// The README's lines, compiled with nothing but `import Ritsurin` beside the test framework.
@Suite struct ReadmeTests {
  @Test func storesReadsAndRemoves() async throws {
    try await RKeychainStores.with(RInMemoryStore()) { try await linesOfTheReadme() }
  }

  private func linesOfTheReadme() async throws {
    let keychain = RKeychain(service: "com.example.app")
    try keychain.set("secret", forKey: "api-token")
    let token: String? = try keychain.string(forKey: "api-token")
    #expect(token == "secret")
    try keychain.removeItem(forKey: "api-token")
    #expect(try keychain.string(forKey: "api-token") == nil)

    keychain["token"] = "secret"
    let t = keychain["token"]
    #expect(t == "secret")
    keychain["token"] = nil
    #expect(keychain["token"] == nil)

    let shared = RAsyncKeychain(service: "com.example.app")
    try await shared.set("secret", forKey: "token")
    let again = try await shared.string(forKey: "token")
    #expect(again == "secret")

    struct Session: Codable, Equatable {
      var token: String
      var userID: String
    }
    try keychain.set(Session(token: "secret", userID: "user-123"), forKey: "session")
    let restored = try keychain.object(Session.self, forKey: "session")
    #expect(restored == Session(token: "secret", userID: "user-123"))

    do { _ = try keychain.data(forKey: "k") } catch {
      let typed: RKeychainError = error
      print(typed.status)
    }
  }
}
