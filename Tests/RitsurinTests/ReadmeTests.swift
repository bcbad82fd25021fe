import Foundation
import Ritsurin
import RitsurinTesting
import Testing

// The README's code, compiled and run. `everyBlockStandsHere` compares the two, so that neither can drift: write a
// changed line in both.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Lines of the README's Swift blocks that no program can hold.
  private static let notCompiled = [
    #".package(url: "https://github.com/ritsurin/ritsurin.git", .upToNextMinor(from: "0.1.0"))"#,
    "import Ritsurin",
  ]

  @Test func everyBlockStandsHere() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 8)
    for block in blocks {
      let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !Self.notCompiled.contains($0) }
      let isHere = here.indices.contains { here[$0...].starts(with: lines) }
      #expect(isHere, "a block of the README is not compiled: \(lines.first ?? "")")
    }
  }

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
      struct Session: Codable, Equatable { var token: String; var userID: String }
      try keychain.set(Session(token: "secret", userID: "user-123"), forKey: "session")
      let restored = try keychain.object(Session.self, forKey: "session")

      #expect(token == "secret")
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
      let shared = RAsyncKeychain(service: "com.example.app")
      try await shared.set("secret", forKey: "token")
      let again = try await shared.string(forKey: "token")

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

  @Test func testsCodeThatNamesNoStore() throws {
    func codeUnderTest() throws { try RKeychain(service: "com.example.app").set("secret", forKey: "token") }
    try RKeychainStores.with(RInMemoryStore()) {
      try codeUnderTest()
    }
  }
}
