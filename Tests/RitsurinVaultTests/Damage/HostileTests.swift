import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("Hostile trees") struct HostileTests {
  let files: KeyedVault
  let vault: Vault
  let sealedPath: String

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    try vault.put(Names("other"), [2])
    sealedPath = try #require(try vault.find(Names("k").scope, values: false).items.first).address.sealedPath
  }

  private func full(_ name: String) -> String { files.path + "/" + name }

  @Test("with a huge item of an unknown kind cost no memory") func meetHugeFile() throws {
    let vector = try FormTests.vector("kind 2, sealed so")
    let vault = try files.open(device: true)
    try files.write(bytes(hex: vector.hex), to: vector.path)
    try #require(unsafe truncate(full(vector.path), 1 << 40) == 0)
    let found = try vault.find(.everything, values: true)
    #expect(found.items.count == 2 && found.unreadable.map(\.error.word) == ["needsNewerTool"])
    #expect(try vault.find(.everything, values: false).items.count == 3)
  }

  @Test("with a huge item of the known kind cost no memory") func meetHugeKnownFile() throws {
    try #require(unsafe truncate(full(sealedPath), 1 << 40) == 0)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "damaged")
    #expect(try vault.listing().count == 2)
  }

  @Test("with a pipe or a directory as an item do not hang", arguments: [true, false]) func meetNoFile(
    isPipe: Bool
  ) throws {
    try files.remove(sealedPath)
    if isPipe {
      try #require(unsafe mkfifo(full(sealedPath), 0o600) == 0)
    } else {
      try FileManager.default.createDirectory(atPath: full(sealedPath), withIntermediateDirectories: false)
    }
    let code = isPipe ? ENODEV : EISDIR
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "cannotRead \(code)")
    #expect(try vault.value(Names("other")) == [2])
    #expect(try vault.listing().count == 2)
  }

  @Test("with links out of the vault are refused, not followed") func meetLinkOut() throws {
    let outside = files.scratch.path("outside")
    try FileManager.default.moveItem(atPath: full(sealedPath), toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: full(sealedPath), withDestinationPath: outside)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "linkLeavesVault")
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [2]) } == "linkLeavesVault")
    #expect(try vault.value(Names("other")) == [2])
    #expect(try vault.listing().count == 2)
  }

  @Test("with links inside the vault are followed, and written through") func meetLinkInside() throws {
    let inside = full("items/elsewhere")
    try FileManager.default.moveItem(atPath: full(sealedPath), toPath: inside)
    try FileManager.default.createSymbolicLink(atPath: full(sealedPath), withDestinationPath: inside)
    #expect(try vault.value(Names("k")) == [1])
    try vault.put(Names("k"), [7])
    #expect(try files.open().value(Names("k")) == [7])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: full(sealedPath))
    #expect(target == inside)
  }

  @Test("with foreign names are read past them") func meetForeignNames() throws {
    let directory = URL(filePath: full(sealedPath)).deletingLastPathComponent().path
    for name in ["note.txt", "x.sealed", "ABC.sealed", ".tmp-0123456789abcdef", "conflict copy.sealed"] {
      try Data([1]).write(to: URL(filePath: directory + "/" + name))
    }
    try files.write([1], to: "items/README")
    try files.write([1], to: "drop/x")
    try files.write([1], to: "items/nothing/here/x.sealed")
    #expect(try vault.listing().count == 2)
  }

  @Test("with a copy of an item elsewhere report it and serve the item") func meetMisplacedCopy() throws {
    let other = try #require(try vault.find(Names("other").scope, values: false).items.first).address
      .sealedPath
    let bytes = try files.read(sealedPath)
    try files.write(bytes, to: other)
    #expect(try vault.value(Names("k")) == [1])
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("other")) } == "misplaced")
    let found = try vault.find(.everything, values: true)
    #expect(found.items.count == 1 && found.unreadable.map(\.error.word) == ["misplaced"])
  }
}
