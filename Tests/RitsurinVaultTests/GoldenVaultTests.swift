import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("Golden vaults") struct GoldenVaultTests {
  enum Opener: String, CaseIterable {
    case passphrase, decomposedPassphrase, keyFile, identity
  }

  static let everything = ItemScope(service: nil, account: nil, group: .every, synchronizable: nil)

  static func open(
    _ name: String, with opener: Opener, device: Bool, scratch: ScratchDirectory
  ) throws -> Vault {
    let path = try Golden.copy(name, into: scratch)
    let files = FileSystem()
    let deviceKey =
      device
      ? try KeyFile.read(Golden.credential("golden.device", into: scratch), kind: .device, files: files) : nil
    let vault = try Vault(path: path, deviceKey: deviceKey)
    try vault.unlock(with: credential(opener, scratch: scratch))
    return vault
  }

  static func credential(_ opener: Opener, scratch: ScratchDirectory) throws -> Credential {
    let files = FileSystem()
    switch opener {
    case .passphrase, .decomposedPassphrase:
      let given = try Golden.json("expected.json", as: ExpectedVaults.self).passphrase
      let text = opener == .passphrase ? given : given.decomposedStringWithCanonicalMapping
      return .passphrase(try SecretBytes(copying: unsafe Array(text.utf8).span.bytes))
    case .keyFile:
      return try .key(file: Golden.credential("golden.key", into: scratch), files: files)
    case .identity:
      return try .identity(file: Golden.credential("golden.identity", into: scratch), files: files)
    }
  }

  @Test("serve every item", arguments: ["opaque.vault", "readable.vault"], Opener.allCases)
  func serveEveryItem(vault name: String, opener: Opener) throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self)
    let vault = try Self.open(name, with: opener, device: true, scratch: scratch)
    let found = try vault.find(Self.everything, values: true)
    #expect(found.items.map(\.line).sorted() == (expected.items + expected.deviceItems).map(\.line).sorted())
    #expect(found.unreadable.isEmpty)
  }

  @Test("serve portable items without a device key") func servePortableItems() throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self)
    let vault = try Self.open("opaque.vault", with: .keyFile, device: false, scratch: scratch)
    let found = try vault.find(Self.everything, values: true)
    #expect(found.items.map(\.line).sorted() == expected.items.map(\.line).sorted())
  }

  @Test("find each item by its names", arguments: ["opaque.vault", "readable.vault"])
  func findByNames(vault name: String) throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self)
    let vault = try Self.open(name, with: .keyFile, device: true, scratch: scratch)
    for item in expected.items + expected.deviceItems {
      let found = try vault.find(
        ItemScope(
          service: item.service, account: item.key, group: .only(item.accessGroup),
          synchronizable: item.synchronizable), values: true)
      #expect(found.items.map(\.line) == [item.line])
      let anywhere = try vault.find(
        ItemScope(service: item.service, account: item.key, group: .every, synchronizable: nil), values: true)
      #expect(anywhere.items.map(\.line).contains(item.line))
    }
  }

  @Test("read in the middle of a rekey") func readWhileRekeying() throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self).rekeying
    let vault = try Self.open("rekeying.vault", with: .keyFile, device: true, scratch: scratch)
    let found = try vault.find(Self.everything, values: true)
    #expect(found.items.map(\.line).sorted() == (expected.items + expected.deviceItems).map(\.line).sorted())
    var problems: [String: String] = [:]
    for item in found.unreadable {
      guard case .item(let problem, _) = item.error else { continue }
      problems[item.address.path] = "\(problem)"
    }
    #expect(problems == expected.problems.filter { !$0.key.hasPrefix("slots/") })
  }

  @Test("finish a found record before a write, and not before") func finishRecord() throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self).committing
    let vault = try Self.open("committing.vault", with: .keyFile, device: false, scratch: scratch)
    #expect(
      try vault.find(Self.everything, values: true).items.map(\.line).sorted()
        == expected.before.map(\.line).sorted())
    let transaction = try vault.beginWrite()
    try transaction.commit()
    #expect(
      try vault.find(Self.everything, values: true).items.map(\.line).sorted()
        == expected.after.map(\.line).sorted())
    #expect(!FileManager.default.fileExists(atPath: vault.path + "/.commit"))
    let names = FileManager.default.enumerator(atPath: vault.path)?.allObjects as? [String] ?? []
    #expect(!names.contains { $0.contains(".tmp-") })
  }
}
