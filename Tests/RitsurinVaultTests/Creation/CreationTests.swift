import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("Creating") struct CreationTests {
  let scratch: ScratchDirectory
  let key: SymmetricKey
  let path: String

  init() throws {
    scratch = try ScratchDirectory(isInMemory: true)
    key = try SymmetricKey.random()
    path = scratch.path("deep/down/v")
  }

  private func creation(_ names: NamesMode = .opaque, keyFile: String? = nil) -> VaultCreation {
    VaultCreation(
      names: names,
      slots: [.init(.keyFile(key, path: keyFile.map { .file($0) }), label: "Schl\u{FC}ssel")],
      created: "2026-11-30T00:00:00Z")
  }

  private func open(_ path: String) throws -> Vault {
    let vault = try Vault(path: path, policy: .quick)
    try vault.unlock(with: .key(key))
    return vault
  }

  @Test("makes a vault that opens and is empty", arguments: [NamesMode.opaque, .readable])
  func create(names: NamesMode) throws {
    try creation(names, keyFile: scratch.path("k")).run(at: path)
    let credential = try Credential.key(file: scratch.path("k"), files: FileSystem())
    let vault = try Vault(path: path)
    try vault.unlock(with: credential)
    #expect(vault.isOwner && vault.header.names == names && vault.header.epoch == 1)
    #expect(try vault.listing() == [])
    try vault.put(Names("k"), [1])
    #expect(try open(path).value(Names("k")) == [1])
    let names = DirectoryTree.names(path).filter { !$0.hasPrefix("items") && !$0.hasPrefix("slots/") }
    #expect(
      names == [".gitattributes", ".gitignore", ".lock", "slots", "vault.header", "vault.header.backup"])
  }

  @Test("opens with each of its credentials, and with no other") func useCredentials() throws {
    let secret = try SymmetricKey.random()
    let word = Array("pass w\u{F6}rd".utf8)
    let phrase = try SecretBytes(copying: unsafe word.span.bytes)
    let cost = try #require(PasswordHashCost(opsLimit: 1, memLimit: 8192))
    let creation = VaultCreation(
      names: .opaque,
      slots: [
        .init(.passphrase(phrase, cost: cost), label: "a"), .init(.keyFile(key, path: nil), label: "b"),
        .init(.recipient(SealedBox.publicKey(of: secret)), label: ""),
      ], created: "2026-11-30T00:00:00Z")
    try creation.run(at: path)
    for credential in [.passphrase(phrase), .key(key), .identity(secret)] as [Credential] {
      let vault = try Vault(path: path)
      try vault.unlock(with: credential)
      #expect(vault.isOwner)
      #expect(try vault.hasPassphraseSlot())
    }
    for credential in [try passphrase("pass word"), .key(secret), .identity(key)] as [Credential] {
      let vault = try Vault(path: path)
      #expect(
        RitsurinVaultTests.word { () throws(VaultError) in try vault.unlock(with: credential) }
          == "wrongCredential")
    }
  }

  @Test(
    "is refused where a header or an item stands, and changes nothing",
    arguments: ["vault.header", "vault.header.backup", "items/a/b/c.sealed", "device/d/a/b/c.sealed"])
  func refuse(name: String) throws {
    let files = try KeyedVault()
    for name in files.names().filter({ !$0.contains("/") }) { try files.remove(name) }
    try files.write([1], to: name)
    let before = try files.lines()
    let creation = creation(keyFile: scratch.path("k"))
    #expect(word { () throws(VaultError) in try creation.run(at: files.path) } == "vaultExists")
    #expect(try files.lines() == before)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("k")))
  }

  @Test("goes on over slots alone, and adds to companions") func goOn() throws {
    let files = try KeyedVault()
    try files.remove("vault.header")
    try files.remove("vault.header.backup")
    try files.write(Array("mine\r\n.lock\r\n*.meta".utf8), to: ".gitignore")
    try files.write([1], to: "slots/note")
    try creation().run(at: files.path)
    #expect(try open(files.path).listing() == [])
    #expect(!files.exists("slots/00000002.slot") && files.exists("slots/note"))
    #expect(
      String(decoding: try files.read(".gitignore"), as: UTF8.self)
        == "mine\r\n.lock\r\n*.meta\n.commit\n.tmp-*\ndevice/\n")
  }

  @Test("never replaces a key file") func keepKeyFile() throws {
    try Data([7]).write(to: URL(filePath: scratch.path("k")))
    let creation = creation(keyFile: scratch.path("k"))
    #expect(word { () throws(VaultError) in try creation.run(at: path) } == "cannotWrite \(EEXIST)")
    #expect(try Data(contentsOf: URL(filePath: scratch.path("k"))) == Data([7]))
    #expect(!FileManager.default.fileExists(atPath: path + "/vault.header"))
  }

  @Test("that fails at any call leaves a vault or none", arguments: [EIO, ENOSPC]) func fail(code: Int32)
    throws
  {
    var index = 0
    while true {
      let scratch = try ScratchDirectory(isInMemory: true)
      let path = scratch.path("deep/v")
      let creation = creation(keyFile: scratch.path("k"))
      let script = CallScript(failing: (index, code))
      let problem = word { () throws(VaultError) in
        try creation.run(at: path, files: FileSystem(observer: script))
      }
      guard let call = script.failed else { break }
      let isPermitted = problem == nil || FaultTests.permitted(code).contains(problem ?? "")
      #expect(isPermitted, "\(call) at \(index): \(problem ?? "")")
      if !FileManager.default.fileExists(atPath: path + "/vault.header") {
        #expect(problem != nil)
        let again = word { () throws(VaultError) in try creation.run(at: path) }
        #expect(again == nil, "\(call) at \(index), then \(again ?? "")")
      }
      let vault = try open(path)
      try vault.put(Names("k"), [1])
      #expect(FileManager.default.fileExists(atPath: scratch.path("k")), "\(call) at \(index)")
      #expect(FileManager.default.fileExists(atPath: path + "/vault.header.backup"))
      #expect(DirectoryTree.names(scratch.path).filter { $0.contains(".tmp-") } == [], "\(call) at \(index)")
      index += 1
    }
    #expect(index > 50)
  }
}
