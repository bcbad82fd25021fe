import Foundation
import RitsurinFormat
import RitsurinVault
import Testing

/// What editors, desktops and sync tools leave among the files of a vault.
@Suite("Foreign files") struct ForeignFileTests {
  let files: KeyedVault
  let vault: Vault
  let address: ItemAddress
  /// Where they lie, relative to the root.
  let foreign: [String]

  /// Names in the directory of an item; ITEM stands for the item's own name.
  static let names = [
    ".DS_Store", "._ITEM.sealed", "ITEM.sealed~", "#ITEM.sealed#", ".#ITEM.sealed", ".ITEM.sealed.swp",
    "ITEM.sealed.bak",
    "ITEM.sync-conflict-20260101-120000-ABCDEFG.sealed", "ITEM (Anna's conflicted copy 2026-01-01).sealed",
    "ITEM.sealed.orig", "ITEM_LOCAL_1234.sealed", "ITEM.sealed.LOCAL", ".syncthing.ITEM.sealed.tmp",
    "~syncthing~ITEM.sealed.tmp", "ITEM.sealed.part", ".ITEM.sealed.icloud", "Thumbs.db", "desktop.ini",
    ".nfs000000000001",
    "ITEM.SEALED", "ITEM.sealed.", " ITEM.sealed", "ITEM.sealed\n", "notes.sealed", ".sealed", ".meta",
    "ITEM",
    "caf\u{E9}.sealed", ".tmp-0123456789ABCDEF", ".tmp-0123456789abcde",
  ]

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    _ = try vault.check(repairing: true)
    let address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
    self.address = address
    let bytes = try files.read(address.sealedPath)
    var paths = Self.names.map { address.directory + "/" + $0.replacing("ITEM", with: address.itemComponent) }
    for directory in ["", "slots/", "items/", "device/", address.serviceDirectory + "/"] {
      paths += [".DS_Store", "x.sealed", "note~", "vault.header.sync-conflict-20260101-120000-ABCDEFG"]
        .map { directory + $0 }
    }
    paths += [
      "items/folder/x/y.sealed", ".stversions/items/x.sealed", address.directory + "/folder/z.sealed",
    ]
    for path in paths { try files.write(bytes, to: path) }
    foreign = paths.map { path in
      // Of a foreign directory the directory is reported.
      ["items/folder", ".stversions", address.directory + "/folder"].first { path.hasPrefix($0 + "/") }
        ?? path
    }
  }

  @Test("are never loaded") func loadNone() throws {
    #expect(try vault.listing().count == 1)
    #expect(try vault.value(Names("k")) == [1])
  }

  @Test("are all reported, as copies where they are some") func reportAll() throws {
    let before = try files.lines()
    for vault in [vault, try Vault(path: files.path, policy: .quick)] {
      let report = try vault.check(repairing: true)
      let found = report.findings.filter { $0.kind == .foreign || $0.kind == .conflictCopy }
      #expect(Set(found.map(\.path)) == Set(foreign))
      #expect(report.findings.count == found.count && report.itemCount == 1)
      let copies = found.filter { $0.kind == .conflictCopy }.map { URL(filePath: $0.path).lastPathComponent }
      #expect(
        copies.contains { $0.contains("sync-conflict") } && copies.contains { $0.contains("conflicted copy") }
      )
      #expect(try vault.foreignEntryCount() == Set(foreign).count)
    }
    #expect(try files.lines() == before)
  }

  private func foreignLines() throws -> [String] {
    try files.lines().filter { line in
      foreign.contains { line.hasPrefix($0 + " ") || line.hasPrefix($0 + "/") }
    }
  }

  @Test("outlive every kind of write") func keepAll() throws {
    let before = try foreignLines()
    try vault.put(Names("k"), [2])
    try vault.put(Names("l", group: "g"), [3])
    do {
      let transaction = try vault.beginWrite()
      let old = try #require(try transaction.find(Names("l", group: "g").scope, values: false).items.first)
      _ = try transaction.put(Names("m").attributes(), value: [4], replacing: old, over: [])
      try transaction.commit()
    }
    // A writer that died: the next one recovers.
    try files.write([1], to: ".lock")
    try files.open().put(Names("n"), [5])
    #expect(try vault.remove(Names("k")))
    let after = try foreignLines()
    #expect(before.count > 40 && Set(before).isSubset(of: after))
  }

  @Test("are told by what they are, too, by everybody alike") func agree() throws {
    let sound = try KeyedVault()
    let vault = try sound.open()
    try vault.put(Names("k"), [1])
    let address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
    let name = address.itemComponent
    var foreign = ["items/" + name, address.serviceDirectory + "/" + name, "device/" + name]
    for path in foreign { try sound.write([1], to: path) }
    foreign += ["items/.tmp-0123456789abcdef", "slots/.tmp-0123456789abcdef", ".tmp-0123456789abcdef"]
    for path in foreign.suffix(3) { try sound.write([1], to: path + "/x") }
    let found = try vault.check().findings.filter { $0.kind == .foreign }
    #expect(Set(found.map(\.path)) == Set(foreign))
    #expect(try vault.foreignEntryCount() == foreign.count)
    #expect(
      try vault.ownAndForeignFiles().foreign
        == (foreign.prefix(3) + ["items/.tmp-0123456789abcdef/x"]).sorted())
  }

  @Test("are counted nowhere where there are none") func countNone() throws {
    let sound = try KeyedVault()
    let vault = try sound.open(device: true)
    try vault.put(Names("k"), [1])
    try vault.put(Names("d"), [1], .cku)
    try sound.write([1], to: "items/.tmp-0123456789abcdef")
    try sound.write([1], to: "drop/x")
    #expect(try vault.foreignEntryCount() == 0)
    try sound.write([1], to: "device/x")
    #expect(try vault.foreignEntryCount() == 1)
  }
}
