import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

@Suite("Item vectors") struct ItemVectorTests {
  static let items = Vectors.all.items
  static let sound = items.filter { $0.expect == "ok" }

  static func keyring() throws -> Keyring {
    let keys = Vectors.all.keys
    let header = try HeaderReading.verify(KeyedVault().read("vault.header"), path: "vault.header")
    return try #require(
      try Keyring.make(header: header, master: key(hex: keys.master), deviceKey: key(hex: keys.deviceKey)))
  }

  /// A vault in which the vector's bytes lie at its path.
  static func vault(of item: Vectors.Item) throws -> (files: KeyedVault, vault: Vault) {
    let files = try KeyedVault()
    try files.write(bytes(hex: item.hex), to: item.path)
    return (files, try files.open(device: true))
  }

  @Test("are all there") func count() {
    #expect(Self.items.count == 130)
    #expect(Self.sound.count == 24)
  }

  @Test("get their answer at their path", arguments: items) func answer(item: Vectors.Item) throws {
    let (files, vault) = try Self.vault(of: item)
    let found = try vault.find(.everything, values: true)
    #expect(found.items.count + found.unreadable.count == 1)
    #expect((found.items.first?.address ?? found.unreadable.first?.address)?.sealedPath == item.path)
    #expect(found.items.isEmpty ? found.unreadable.first?.error.word == item.expect : item.expect == "ok")
    if let value = item.valueBase64 {
      #expect(found.items.first?.value.map { Data($0).base64EncodedString() } == value)
    }
    if let created = item.created { #expect(found.items.first?.attributes.created == created) }
    if let modified = item.modified { #expect(found.items.first?.attributes.modified == modified) }
    withExtendedLifetime(files) {}
  }

  @Test(
    "appear in a listing whose values are not wanted",
    arguments: items.filter { $0.expect == "needsNewerTool" })
  func listUnknown(item: Vectors.Item) throws {
    let (files, vault) = try Self.vault(of: item)
    let found = try vault.find(.everything, values: false)
    #expect(found.items.map(\.needsNewerTool) == [true] && found.unreadable.isEmpty)
    #expect(try vault.takeNotices().isEmpty && files.lines() == files.lines())
  }

  @Test("are found by their names", arguments: sound) func findByNames(item: Vectors.Item) throws {
    let (files, vault) = try Self.vault(of: item)
    let listed = try #require(try vault.find(.everything, values: true).items.first)
    let attributes = listed.attributes
    let scope = ItemScope(
      service: attributes.service, account: attributes.account, group: .only(attributes.group),
      synchronizable: attributes.synchronizable)
    #expect(try vault.find(scope, values: true).items.map(\.line) == [listed.line])
    withExtendedLifetime(files) {}
  }

  @Test("come out of sealing byte for byte", arguments: sound) func sealAgain(item: Vectors.Item) throws {
    let (files, vault) = try Self.vault(of: item)
    let opened = try #require(try vault.find(.everything, values: true).items.first)
    if let nonce = item.nonce { #expect(Hex.encode(opened.revision.bytes) == nonce) }
    let value = try Array(#require(opened.value))
    let sealed = try ItemSealer.seal(
      opened.attributes, value: value, at: opened.address,
      vaultID: bytes(hex: Vectors.all.keys.vaultId), keyring: Self.keyring(), nonce: opened.revision)
    let isSame = try sealed == bytes(hex: item.hex)
    #expect(isSame)
    withExtendedLifetime(files) {}
  }

  @Test("come out of sealing given names, dates and value") func sealPlain() throws {
    let plain = try #require(Self.sound.first { $0.name == "plain" })
    let keyring = try Self.keyring()
    let attributes = ItemAttributes(
      account: "one", service: "com.example.vectors", created: try #require(plain.created),
      modified: try #require(plain.modified))
    let address = try keyring.naming.address(
      account: "one", service: "com.example.vectors", group: nil, synchronizable: false, tree: .items)
    #expect(address.sealedPath == plain.path)
    let nonceBytes = try bytes(hex: #require(plain.nonce))
    let nonce = try #require(Nonce(unsafe nonceBytes.span.bytes))
    let sealed = try ItemSealer.seal(
      attributes, value: bytes(base64: #require(plain.valueBase64)), at: address,
      vaultID: bytes(hex: Vectors.all.keys.vaultId), keyring: keyring, nonce: nonce)
    let isSame = try sealed == bytes(hex: plain.hex)
    #expect(isSame)
  }
}
