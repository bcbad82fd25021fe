import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("What writes leave") struct FormTests {
  static func vector(_ name: String) throws -> Vectors.Item {
    try #require(Vectors.all.items.first { $0.name == name })
  }

  @Test("bears slugs where names are readable") func useSlugs() throws {
    let files = try KeyedVault("readable.vault")
    let vault = try files.open()
    try vault.put(Names("API token", service: "com.example.App", group: "Team"), [1])
    try vault.put(Names("\u{1F511}", service: "..."), [2])
    let names = files.names().filter { $0.hasSuffix(".sealed") }.map { name in
      name.split(separator: "/").map { $0.split(separator: "~").count == 2 ? $0.prefix { $0 != "~" } : "-" }
    }
    #expect(
      names.map { $0.joined(separator: " ") }.sorted() == [
        "- - default -", "- com.example.app team api-token",
      ])
    #expect(try files.open().value(Names("API token", service: "com.example.App", group: "Team")) == [1])
    #expect(try files.open().listing().count == 2)
  }

  @Test(
    "keeps attributes that are not known",
    arguments: ["unknown code", "unknown code zzzz", "unknown code 0abc"])
  func keepUnknown(name: String) throws {
    let vector = try Self.vector(name)
    let (files, vault) = try ItemVectorTests.vault(of: vector)
    let transaction = try vault.beginWrite()
    let item = try #require(try transaction.find(.everything, values: true).items.first)
    #expect(item.attributes.unknown.count == 1)
    var attributes = item.attributes
    attributes.label = "new"
    _ = try transaction.put(attributes, value: [1], replacing: item, over: [])
    try transaction.commit()
    let again = try #require(try files.open().find(.everything, values: true).items.first)
    #expect(again.attributes.unknown == item.attributes.unknown)
    #expect(again.attributes.label == "new" && again.value.map(Array.init) == [1])
    #expect(again.address == item.address)
  }

  @Test(
    "is never a rewritten item of a newer tool",
    arguments: Vectors.all.items.filter { $0.expect == "needsNewerTool" }, [true, false])
  func refuseCritical(item: Vectors.Item, isRename: Bool) throws {
    let (files, vault) = try ItemVectorTests.vault(of: item)
    _ = try vault.beginWrite()
    let before = try files.lines()
    let transaction = try vault.beginWrite()
    let found = try #require(try transaction.find(.everything, values: false).items.first)
    var attributes = found.attributes
    attributes.unknown = []
    if isRename { attributes.account += "x" }
    let problem = word { () throws(VaultError) in
      _ = try transaction.put(attributes, value: [1], replacing: found, over: [])
      try transaction.commit()
    }
    #expect(problem == "needsNewerTool")
    #expect(try files.lines() == before)
  }

  #if os(Linux)
    @Test("is private whatever the umask", arguments: [0o000, 0o022, 0o077, 0o777] as [mode_t])
    func makePrivate(mask: mode_t) throws {
      let scratch = try ScratchDirectory(isInMemory: true)
      let path = scratch.path("v")
      try OwnThread.run(umask: mask) {
        let key = try SymmetricKey.random()
        let creation = VaultCreation(
          names: .opaque, slots: [.init(.keyFile(key, path: .file(scratch.path("k"))), label: "")],
          created: "2026-11-30T00:00:00Z")
        try creation.run(at: path)
        let vault = try Vault(path: path)
        try vault.unlock(with: .key(key))
        try vault.put(Names("k"), [1])
        try vault.put(Names("k"), [2])
        let transaction = try vault.beginWrite()
        _ = try transaction.put(Names("l").attributes(), value: [2], replacing: nil, over: [])
        _ = try transaction.put(Names("m", group: "g").attributes(), value: [2], replacing: nil, over: [])
        try transaction.commit()
      }
      let lines = try DirectoryTree.lines(scratch.path)
      #expect(lines.count > 15)
      let wrong = lines.filter { line in
        let parts = line.split(separator: " ")
        return parts[1] != (parts.count == 2 ? "700" : "600")
      }
      #expect(wrong == [])
    }
  #endif
}
