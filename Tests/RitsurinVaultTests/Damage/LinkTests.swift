import Foundation
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Vaults among whose files a manager of dotfiles has put links.
@Suite("Linked vaults") struct LinkTests {
  let files: KeyedVault
  let vault: Vault
  let address: ItemAddress

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    try vault.put(Names("l", service: "t"), [2])
    address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
  }

  private func full(_ name: String) -> String { files.path + "/" + name }

  /// Moves something elsewhere in the vault and leaves a link.
  private func link(_ name: String, to target: String, isRelative: Bool) throws {
    try FileManager.default.moveItem(atPath: full(name), toPath: full(target))
    let up = String(repeating: "../", count: name.split(separator: "/").count - 1)
    try FileManager.default.createSymbolicLink(
      atPath: full(name), withDestinationPath: isRelative ? up + target : full(target))
  }

  private func isLink(_ name: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: full(name))) != nil
  }

  @Test("are read and written through their links", arguments: ["root", "items", "service", "group", "item"])
  func follow(level: String) throws {
    var path = files.path
    let name =
      switch level {
      case "items": "items"
      case "service": address.serviceDirectory
      case "group": address.directory
      default: address.sealedPath
      }
    for isRelative in [true, false] {
      let target = "elsewhere-\(isRelative)"
      if level == "root" {
        path = files.scratch.path("link-\(isRelative)")
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: isRelative ? "v" : files.path)
      } else {
        if isLink(name) { try restore(name) }
        try link(name, to: target, isRelative: isRelative)
      }
      let linked = try Vault(path: path, policy: .quick)
      try linked.unlock(with: .key(key(hex: Vectors.all.keys.keyFile)))
      #expect(try linked.listing().count == 2)
      try linked.put(Names("k"), [7, isRelative ? 1 : 0])
      try linked.put(Names("new \(isRelative)"), [8])
      #expect(try files.open().value(Names("k")) == [7, isRelative ? 1 : 0])
      #expect(try linked.remove(Names("new \(isRelative)")))
      #expect(level == "root" || isLink(name))
      #expect(try linked.listing().count == 2)
      let findings = try linked.check().findings.filter { $0.kind != .foreign && $0.kind != .companion }
      #expect(findings.allSatisfy { !$0.isDamage }, "\(findings)")
    }
  }

  private func restore(_ name: String) throws {
    let target = URL(filePath: full(name)).resolvingSymlinksInPath().path
    try files.remove(name)
    try FileManager.default.moveItem(atPath: target, toPath: full(name))
  }

  @Test("whose item links to nothing do not say that there is none", arguments: [true, false])
  func tellDangling(isInside: Bool) throws {
    try files.remove(address.sealedPath)
    try FileManager.default.createSymbolicLink(
      atPath: full(address.sealedPath),
      withDestinationPath: isInside ? full("items/gone.sealed") : files.scratch.path("gone"))
    let expected = isInside ? "cannotRead \(ENOENT)" : "linkLeavesVault"
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == expected)
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [3]) } == expected)
    #expect(word { () throws(VaultError) in try vault.remove(Names("k")) } == expected)
    #expect(try vault.listing().count == 2)
    #expect(isLink(address.sealedPath) && !FileManager.default.fileExists(atPath: files.scratch.path("gone")))
  }

  @Test("whose links lead round in a circle end", arguments: ["service", "group", "item", "deep"])
  func endLoops(level: String) throws {
    switch level {
    case "deep":
      // A directory that contains itself: only three levels are ours.
      try FileManager.default.createSymbolicLink(
        atPath: full(address.serviceDirectory + "/" + address.serviceComponent),
        withDestinationPath: "../../items/" + address.serviceComponent)
      #expect(try vault.listing().count == 2)
      #expect(try vault.check().itemCount == 2)
      try files.write([1], to: ".lock")
      try vault.put(Names("k"), [3])
    default:
      let name =
        level == "service"
        ? address.serviceDirectory : level == "group" ? address.directory : address.sealedPath
      try files.remove(name)
      try FileManager.default.createSymbolicLink(
        atPath: full(name), withDestinationPath: URL(filePath: name).lastPathComponent)
      #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "cannotRead \(ELOOP)")
      #expect(try vault.listing().count == 2)
      #expect(try vault.check().findings.contains { $0.kind == .unreadable })
      try files.write([1], to: ".lock")
      try vault.put(Names("l", service: "t"), [3])
    }
  }

  @Test(
    "whose header, slot, lock or record is a link out refuse it",
    arguments: ["slots", ".lock", "header", "slot"])
  func refuseLinksOut(name: String) throws {
    let outside = files.scratch.path("outside")
    let path = name == "header" ? "vault.header" : name == "slot" ? "slots/00000002.slot" : name
    try FileManager.default.moveItem(atPath: full(path), toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: full(path), withDestinationPath: outside)
    let before = try? Data(contentsOf: URL(filePath: outside))
    let opening = word { () throws(VaultError) in
      let vault = try Vault(path: files.path, policy: .quick)
      guard let secret = try? key(hex: Vectors.all.keys.keyFile) else { return }
      try vault.unlock(with: .key(secret))
      try vault.put(Names("k"), [3])
    }
    #expect(opening != nil && opening != "absent")
    #expect((try? Data(contentsOf: URL(filePath: outside))) == before)
    #expect(isLink(path))
  }
}
