import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTesting
import Testing

@Suite struct RVaultFixtureTests {
  let directory: Scratch

  init() throws { directory = try Scratch() }

  static let items = [
    RKeychainNewItem(service: "session", key: "token", label: "Token", value: Data("t0ken".utf8)),
    RKeychainNewItem(service: "session", key: "user", accessGroup: "shared", value: Data("anna".utf8)),
    RKeychainNewItem(
      service: "sync", key: "k", synchronizable: true, accessibility: .whenUnlocked, value: Data([0, 255])),
  ]

  private func tree(_ path: String) throws -> [String: [UInt8]] {
    Dictionary(try FileSystem().readTree(path).map { ($0.path, $0.bytes) }) { first, _ in first }
  }

  @Test func givesTheSameBytesForTheSameSeed() throws {
    let (one, other) = (directory.path("1.vault"), directory.path("2.vault"))
    #expect(try RVaultFixture.create(at: one, items: Self.items) == .created)
    #expect(try RVaultFixture.create(at: other, items: Self.items.reversed()) == .created)
    #expect(try tree(one) == tree(other))
    #expect(try !tree(one).keys.contains { $0.hasSuffix(".meta") || $0 == ".lock" })
  }

  @Test func isTheCommittedOneToTheByte() throws {
    // If this fails, either the fixture was edited, or fixtures of earlier releases would change when made again.
    let path = directory.path("basic.vault")
    try RVaultFixture.create(at: path, items: Self.items)
    #expect(try tree(path) == tree(RVaultFixture("basic").find()))
  }

  @Test func differsWithSeedNamesAndPassphrase() throws {
    let base = directory.path("base.vault")
    try RVaultFixture.create(at: base, items: Self.items)
    let others = ["seed", "names", "passphrase"].map { directory.path($0 + ".vault") }
    try RVaultFixture.create(at: others[0], items: Self.items, seed: "another")
    try RVaultFixture.create(at: others[1], items: Self.items, names: .opaque)
    try RVaultFixture.create(at: others[2], items: Self.items, credential: .passphrase("another"))
    for other in others { #expect(try tree(other) != tree(base)) }
    #expect(
      try RVaultFixture(path: base).differences(to: RVaultFixture(path: others[0]))
        == ["the vaults differ in their keys or their way of naming files"])
    #expect(
      try RVaultFixture(path: base)
        .differences(to: RVaultFixture(path: others[2], with: .passphrase("another"))) == [])
  }

  @Test func keepsTheFilesOfUnchangedItems() throws {
    let path = directory.path("f.vault")
    try RVaultFixture.create(at: path, items: Self.items)
    let before = try tree(path)
    var changed = Self.items
    changed[0].value = Data("other".utf8)
    #expect(try RVaultFixture.create(at: path, items: changed, replacing: true) == .replaced)
    let after = try tree(path)
    #expect(Set(before.keys) == Set(after.keys))
    #expect(before.keys.filter { before[$0] != after[$0] }.count == 1)
  }

  @Test func leavesWhatIsThereAlone() throws {
    let path = directory.path("f.vault")
    try RVaultFixture.create(at: path, items: Self.items)
    let status = try FileSystem().status(path: path + "/vault.header")
    #expect(try RVaultFixture.create(at: path, items: Self.items) == .unchanged)
    #expect(try FileSystem().status(path: path + "/vault.header") == status)
    let error = #expect(throws: RKeychainError.self) {
      try RVaultFixture.create(at: path, items: [RKeychainNewItem]())
    }
    #expect(error?.kind == .vaultExists)
  }

  @Test func neverReplacesAVaultThatIsNoFixture() throws {
    let path = directory.path("real.vault")
    let vault = try RVault.create(at: path, credentials: [.newKeyFile(directory.path("real.key"))])
    try RKeychain(service: "s", store: vault).set("v", forKey: "k")
    let before = try tree(path)
    for credential in [RVaultCredential.passphrase("fixture"), .keyFile(directory.path("real.key"))] {
      let error = #expect(throws: RKeychainError.self) {
        try RVaultFixture.create(at: path, items: Self.items, credential: credential, replacing: true)
      }
      #expect(error?.kind == .badParameter)
    }
    #expect(try tree(path) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == [
        "real.key", "real.vault",
      ])
  }

  @Test func refusesDuplicatesAndItemsOfThisDevice() throws {
    let twice = #expect(throws: RKeychainError.self) {
      try RVaultFixture.create(at: directory.path("f.vault"), items: Self.items + Self.items)
    }
    #expect(twice?.kind == .duplicateItem)
    let device = RKeychainNewItem(
      service: "s", key: "k", accessibility: .whenUnlockedThisDeviceOnly, value: Data())
    let refused = #expect(throws: RKeychainError.self) {
      try RVaultFixture.create(at: directory.path("f.vault"), items: [device])
    }
    #expect(refused?.kind == .badParameter)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func keepsDatesThatItemsBring() throws {
    let path = directory.path("f.vault")
    let item = RKeychainRestoredItem(Self.items[0], createdMicroseconds: 5, modifiedMicroseconds: 1_000_000)
    try RVaultFixture.create(at: path, items: [item, RKeychainRestoredItem(Self.items[1])])
    try RVaultTesting.withVault(fixture: RVaultFixture(path: path)) { vault in
      let items = try vault.copyMatching(
        RKeychainQuery(service: "session"), returning: .attributes, limit: .all
      ).items
      #expect(items.map(\.attributes.createdMicroseconds).sorted() == [5, 978_307_200_000_000])
    }
  }

  @Test func namesTheDifferences() throws {
    let (old, new) = (directory.path("old.vault"), directory.path("new.vault"))
    try RVaultFixture.create(at: old, items: Self.items)
    var items = Array(Self.items.dropFirst())
    items[0].value = Data("sentinel-secret".utf8)
    items.append(RKeychainNewItem(service: "z", key: "new", value: Data()))
    try RVaultFixture.create(at: new, items: items)
    #expect(
      try RVaultFixture(path: old).differences(to: RVaultFixture(path: new)) == [
        #"- service: "session", key: "token""#,
        #"~ service: "session", key: "user", accessGroup: "shared": value"#,
        #"+ service: "z", key: "new""#,
      ])
  }

  @Test func opensWithAKeyFileOfItsName() throws {
    let path = directory.path("keyed.vault")
    _ = try RVault.create(
      at: directory.path("other.vault"), credentials: [.newKeyFile(directory.path("keyed.key"))])
    try RVaultFixture.create(at: path, items: Self.items, credential: .keyFile(directory.path("keyed.key")))
    // As after a checkout.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: directory.path("keyed.key"))
    let fixture = RVaultFixture("keyed", in: URL(filePath: directory.path))
    let token = try RVaultTesting.withVault(fixture: fixture) { _ in try Session().token() }
    #expect(token == "t0ken")
  }

  @Test func opensOnlyInATest() throws {
    let path = directory.path("f.vault")
    try RVaultFixture.create(at: path, items: Self.items)
    let error = #expect(throws: RKeychainError.self) {
      try RVault.open(at: path, with: .passphrase("fixture"))
    }
    #expect(error?.kind == .weakPassphraseSlot)
  }
}

@Suite struct RVaultFixtureCopyTests {
  @Test(.vault(fixture: "basic")) func servesTheFixturesItems() throws {
    #expect(try Session().token() == "t0ken")
    #expect(try RKeychainSnapshot(of: RVaultTesting.vault) == RKeychainSnapshot(RVaultFixtureTests.items))
  }

  @Test(.vault(fixture: "basic"), arguments: 0..<8) func writesToACopyOfItsOwn(_ number: Int) throws {
    #expect(try Session().token() == "t0ken")
    try Session().logIn(token: "\(number)")
    #expect(try Session().token() == "\(number)")
  }

  @Test func neverWritesToTheFixture() throws {
    let scratch = try Scratch()
    let path = scratch.path("f.vault")
    try RVaultFixture.create(at: path, items: RVaultFixtureTests.items)
    // As in a read-only checkout, whose modes the copy must not take over.
    for file in try FileSystem().readTree(path) {
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path + "/" + file.path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    let before = try Self.fingerprint(path)
    try RVaultTesting.withVault(fixture: RVaultFixture(path: path)) { _ in
      try Session().logIn(token: "other")
      try RKeychain(service: "session").removeItem(forKey: "user")
    }
    #expect(try Self.fingerprint(path) == before)
  }

  @Test func saysWhereItLooked() {
    let error = #expect(throws: RKeychainError.self) { try RVaultFixture("missing").find() }
    #expect(error?.kind == .noSuchVault)
    #expect(error?.message.contains("missing.vault") == true)
    #expect(throws: RKeychainError.self) { try RVaultFixture("basic", in: nil).find() }
  }

  private static func fingerprint(_ path: String) throws -> [String] {
    let files = FileSystem()
    return try files.readTree(path).map { file in
      let status = try files.status(path: path + "/" + file.path)
      return "\(file.path) \(file.bytes) \(status)"
    } + ["\(try files.status(path: path))"]
  }
}

/// A private directory, removed when the last test lets go of it.
final class Scratch: Sendable {
  let path: String

  init() throws { path = try FileSystem().makeTemporaryDirectory(prefix: "ritsurin-scratch-") }

  deinit { try? FileSystem().removeTree(path) }

  func path(_ name: String) -> String { path + "/" + name }
}
