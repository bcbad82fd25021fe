import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("Absence") struct AbsenceTests {
  let files: KeyedVault
  let vault: Vault

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
  }

  private func path(_ names: Names) throws -> String {
    try #require(try vault.find(names.scope, values: false).items.first).address.sealedPath
  }

  @Test("needs a header that is there", arguments: [true, false]) func needHeader(isDamaged: Bool) throws {
    for name in ["vault.header", "vault.header.backup"] {
      if isDamaged { try files.write([1], to: name) } else { try files.remove(name) }
    }
    let expected = isDamaged ? "headerDamaged" : "notAVault"
    #expect(try vault.value(Names("k")) == [1])
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l")) } == expected)
    try FileManager.default.removeItem(atPath: files.path + "/items")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == expected)
    #expect(word { () throws(VaultError) in _ = try vault.listing() } == expected)
    #expect(word { () throws(VaultError) in try vault.remove(Names("k")) } == expected)
  }

  @Test("is no error but the one of nothing there", arguments: ["items", "group", "item"]) func meetFile(
    place: String
  ) throws {
    let sealed = try path(Names("k"))
    let parts = sealed.split(separator: "/")
    let name = place == "items" ? "items" : place == "group" ? parts.prefix(3).joined(separator: "/") : sealed
    try files.remove(name)
    if place == "item" {
      // A link that leads round in a circle.
      try FileManager.default.createSymbolicLink(
        atPath: files.path + "/" + name, withDestinationPath: files.path + "/" + name)
    } else {
      try files.write([1], to: name)
    }
    let code = place == "item" ? ELOOP : ENOTDIR
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "cannotRead \(code)")
  }

  @Test("is told of a vault without any directory of items") func tellEmpty() throws {
    try files.remove("items")
    #expect(try vault.value(Names("k")) == nil)
    #expect(try vault.listing() == [])
  }

  @Test("is not told of an item that moves while it is looked for") func followMoves() throws {
    let grouped = Names("k", group: "g")
    try vault.put(grouped, [2])
    let (target, source) = try (path(Names("k")), path(grouped))
    let bytes = try files.read(target)
    try files.remove(target)
    let once = Once()
    let files = files
    // It leaves the group just before the group is looked at, after the default place was.
    let script = CallScript(before: { event in
      guard event.call == .openat2, event.path == source, once.take() else { return }
      try? files.write(bytes, to: target)
      try? files.remove(source)
    })
    let vault = try files.open(script)
    let scope = ItemScope(service: "s", account: "k", group: .every, synchronizable: nil)
    #expect(try vault.find(scope, values: true).items.map { $0.value.map(Array.init) } == [[1]])
    #expect(!once.take())
  }

  @Test("of several places is told after three rounds") func countRounds() throws {
    try vault.put(Names("other", group: "g"), [2])
    let target = try path(Names("k"))
    try files.remove(target)
    let script = CallScript()
    let vault = try files.open(script)
    script.restart()
    let scope = ItemScope(service: "s", account: "k", group: .every, synchronizable: false)
    #expect(try vault.find(scope, values: true).isEmpty)
    // One sweep before the question is put to git, and three rounds of it.
    #expect(script.records.count { $0.event.path == target } >= 3)
    script.restart()
    #expect(try vault.value(Names("k")) == nil)
    #expect((1...2).contains(script.records.count { $0.event.path == target }))
  }

  @Test("is not told of a file that is being written in place") func readAgain() throws {
    let target = try path(Names("k"))
    let bytes = try files.read(target)
    try files.write([], to: target)
    let opened = Once(times: 2)
    let files = files
    let script = CallScript(before: { event in
      guard event.call == .openat2, event.path == target, !opened.take() else { return }
      try? files.write(bytes, to: target)
    })
    #expect(try files.open(script).value(Names("k")) == [1])
  }

  @Test("or damage is told after the file was read again three times") func countReadings() throws {
    let target = try path(Names("k"))
    try files.write([1], to: target)
    let script = CallScript()
    let vault = try files.open(script)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "notAnItem")
    #expect(script.records.count { $0.event.path == target } == 4)
  }

  @Test("is told by readers that write nothing") func writeNothing() throws {
    let before = try files.lines()
    let script = CallScript()
    let vault = try files.open(script)
    _ = try vault.value(Names("k"))
    _ = try vault.value(Names("l"))
    _ = try vault.listing()
    let writing: Set<SystemCall> = [
      .write, .pwrite, .fsync, .syncfs, .renameat, .renameat2, .linkat, .unlinkat, .mkdirat, .fchmod,
      .fchmodat,
    ]
    #expect(script.records.filter { writing.contains($0.event.call) }.map(\.event.call) == [])
    #expect(script.records.allSatisfy { $0.event.flags & O_CREAT == 0 || $0.event.call == .flock })
    #expect(try files.lines() == before)
  }
}
