import Foundation
import Ritsurin
import RitsurinExchange
import RitsurinTesting
import Testing

/// The code of Docs/Usage.md, compiled and run; write a changed line in both.
@Suite(.inMemoryKeychain) struct UsageTests {
  let keychain = RKeychain(service: "com.example.app")

  @Test func readsAndWrites() throws {
    let keychain = RKeychain(service: "com.example.app")
    try keychain.set("secret", forKey: "token")
    try keychain.set(Data([0xCA, 0xFE]), forKey: "salt")
    let token = try keychain.string(forKey: "token")
    let salt = try keychain.data(forKey: "salt")
    let isThere = try keychain.contains("token")
    let wasThere = try keychain.removeItem(forKey: "token")

    #expect(token == "secret" && salt == Data([0xCA, 0xFE]) && isThere && wasThere)
  }

  @Test func keepsCodableValues() throws {
    struct Session: Codable, Equatable { var token: String; var userID: String }
    try keychain.set(Session(token: "secret", userID: "user-123"), forKey: "session")
    let session = try keychain.object(Session.self, forKey: "session")

    #expect(session == Session(token: "secret", userID: "user-123"))
    #expect(try keychain.string(forKey: "session") == #"{"token":"secret","userID":"user-123"}"#)
  }

  @Test func takesTypedKeys() throws {
    let retries = RKeychainKey("retries", default: 3)
    let before = try keychain.value(forKey: retries)
    try keychain.set(5, forKey: retries)
    let after = try keychain.value(forKey: retries)

    #expect(before == 3 && after == 5)
  }

  @Test func hasSubscripts() {
    keychain["token"] = "secret"
    let quiet = keychain["token"]
    let watched = keychain.onDiscardedError { error in print("discarded: \(error)") }
    watched["token"] = nil

    #expect(quiet == "secret" && keychain["token"] == nil)
  }

  @Test func writesOnlyIf() throws {
    let id = try keychain.getOrSet(forKey: "device-id") { "made only once" }
    try keychain.add("first", forKey: "license")
    try keychain.update("second", forKey: "license")
    if let revision = try keychain.revision(forKey: "license") {
      try keychain.set("third", forKey: "license", ifRevision: revision)
    }

    #expect(id == "made only once")
    #expect(try keychain.string(forKey: "license") == "third")
    #expect(throws: RKeychainError.self) { try keychain.add("again", forKey: "license") }
  }

  @Test func showsAttributes() throws {
    try keychain.label("API token").comment("For the staging server").set("secret", forKey: "token")
    let attributes = try keychain.attributes(forKey: "token")
    let names = try keychain.allKeys()
    let items = try keychain.items()
    let problems = try keychain.problems()

    #expect(attributes?.label == "API token" && attributes?.comment == "For the staging server")
    #expect(names == ["token"] && items.map(\.key) == names && problems.isEmpty)
  }

  @Test func findsItemsOfGroups() throws {
    let shared = RKeychain(service: "com.example.app", accessGroup: "TEAM.shared")
    try shared.set("secret", forKey: "team-token")
    let found = try keychain.string(forKey: "team-token")

    #expect(found == "secret")
    #expect(try keychain.attributes(forKey: "team-token")?.accessGroup == "TEAM.shared")
  }

  @Test func reachesBothVariants() throws {
    let synchronized = RKeychain(service: "com.example.app", synchronizable: true)
    try synchronized.set("secret", forKey: "everywhere")
    let either = try keychain.string(forKey: "everywhere")

    #expect(either == "secret")
  }

  @Test(.temporaryFiles) func locks() throws {
    let (path, keyFile) = try #require(TemporaryFiles.current)
    let vault = try RVault.create(at: path, credentials: [.newKeyFile(keyFile)])
    let strict = RKeychain(service: "com.example.app", accessibility: .whenUnlocked, store: vault)
    try strict.set("secret", forKey: "strict")
    vault.lock()
    do {
      _ = try strict.string(forKey: "strict")
    } catch {
      print(error.kind == .interactionNotAllowed ? "locked, not missing" : "\(error)")
    }
    try vault.unlock(with: .keyFile(keyFile))

    #expect(try strict.string(forKey: "strict") == "secret")
  }

  @Test func isAsync() async throws {
    let app = RAsyncKeychain(service: "com.example.app")
    try await app.set("secret", forKey: "token")
    let later = try await app.string(forKey: "token")

    #expect(later == "secret")
  }

  @Test(.temporaryFiles) func makesVaults() throws {
    let (path, keyFile) = try #require(TemporaryFiles.current)
    let vault = try RVault.create(at: path, credentials: [.newKeyFile(keyFile)])
    let again = try RVault.open(at: path, with: .keyFile(keyFile))
    let elsewhere = RKeychain(service: "com.example.app", store: again)
    try elsewhere.set("secret", forKey: "token")

    #expect(try RKeychain(service: "com.example.app", store: vault).string(forKey: "token") == "secret")
  }

  @Test func asksTheStore() throws {
    try keychain.set("secret", forKey: "token")
    let store = try #require(RKeychainStores.current)
    let query = RKeychainQuery(service: "com.example.app", synchronizable: .any)
    let matches = try store.copyMatching(query, returning: .both, limit: .all)
    var changes = RKeychainChanges()
    changes.service = .set("com.example.renamed")
    let moved = try store.update(query, changes)
    let removed = try store.delete(RKeychainQuery(service: "com.example.renamed", synchronizable: .any))

    #expect(matches.items.count == 1 && moved.count == 1 && removed == 1)
  }

  @Test func tellsErrorsApart() {
    let store = RFailingStore()
    store.fail(with: .damaged)
    let keychain = keychain.inStore(store)
    do {
      _ = try keychain.string(forKey: "token")
    } catch {
      switch error.kind {
      case .interactionNotAllowed: print("locked: ask again later")
      case .itemDamaged: print("damaged: \(error.path ?? "")")
      default: print("\(error) (\(error.status))")
      }
    }
    #expect(store.count(of: .copyMatching, forKey: "token") == 1)
  }

  static let statuses: [(RKeychainError.Kind, Int32)] = [
    (.itemNotFound, -25300), (.duplicateItem, -25299), (.conflict, -25317), (.interactionNotAllowed, -25308),
    (.noCredential, -25308), (.keyFileMissing, -25308), (.wrongCredential, -25293), (.itemDamaged, -26275),
    (.itemTruncated, -26275), (.lineEndingsConverted, -26275), (.noDefaultStore, -25307),
    (.noSuchVault, -25294), (.cannotRead, -25291), (.cannotWrite, -25292), (.diskFull, -34),
  ]

  @Test(arguments: statuses)
  func hasTheStatusesOfTheTable(kind: RKeychainError.Kind, status: Int32) {
    #expect(RKeychainError(kind).status == status)
  }

  @Test func importsAndExports() throws {
    let bytes = Array(#"{"service":"com.example.app","account":"token","value":"secret"}"#.utf8)
    let store = RInMemoryStore()
    let file = try RKeychainImport(reading: bytes)
    let report = try file.restore(into: store, onConflict: .newest)
    let all = RKeychainQuery(synchronizable: .any)
    let everything = try store.copyMatching(all, returning: .both, limit: .all)
    let exported = RKeychainExport(everything.items).lines(generator: "MyApp 1.0")

    #expect(report.count(of: .imported) == 1)
    #expect(try RKeychainImport(reading: exported).entries.count == 1)
  }
}
