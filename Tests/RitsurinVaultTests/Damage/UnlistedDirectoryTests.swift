import Foundation
import RitsurinCrypto
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("Directories that cannot be listed") struct UnlistedDirectoryTests {
  let files: KeyedVault
  let vault: Vault
  let address: ItemAddress

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    try vault.put(Names("l", service: "t"), [2])
    try vault.put(Names("m", service: "t", group: "g"), [3])
    address = try #require(try vault.find(Names("k").scope, values: false).items.first).address
  }

  enum Obstacle: CaseIterable { case linkOut, danglingLink, loop, linkToAFile }

  /// Puts something in the place of a directory.
  private func put(_ obstacle: Obstacle, at name: String) throws {
    let full = files.path + "/" + name
    try FileManager.default.moveItem(atPath: full, toPath: files.scratch.path("moved"))
    let target =
      switch obstacle {
      case .linkOut: files.scratch.path("moved")
      case .danglingLink: files.path + "/items/gone"
      case .loop: full
      case .linkToAFile: files.path + "/vault.header"
      }
    try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: target)
  }

  private static func answer(_ obstacle: Obstacle) -> String {
    switch obstacle {
    case .linkOut: "linkLeavesVault"
    case .danglingLink: "cannotRead \(ENOENT)"
    case .loop: "cannotRead \(ELOOP)"
    case .linkToAFile: "cannotRead \(ENOTDIR)"
    }
  }

  @Test("are one problem among others, and no absence", arguments: Obstacle.allCases, ["service", "group"])
  func reportOne(obstacle: Obstacle, level: String) throws {
    try put(obstacle, at: level == "group" ? address.directory : address.serviceDirectory)
    let answer = Self.answer(obstacle)
    let found = try vault.find(.everything, values: true)
    #expect(found.items.count == 2 && found.unreadable.isEmpty && found.unlisted.map(\.word) == [answer])
    #expect(try files.open().listing().count == 3)
    // By name, in one place and in every: what stands behind it might be the item.
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == answer)
    let everywhere = ItemScope(service: "s", account: "k", group: .every, synchronizable: nil)
    #expect(
      word { () throws(VaultError) in
        _ = try vault.find(everywhere, values: true).known()
      } == answer)
    let absent = ItemScope(service: "s", account: "absent", group: .every, synchronizable: nil)
    #expect(
      word { () throws(VaultError) in _ = try vault.find(absent, values: true).known() }
        == answer)
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [9]) } == answer)
    #expect(word { () throws(VaultError) in try vault.remove(Names("k")) } == answer)
    // The rest is served and written.
    try vault.put(Names("l", service: "t"), [4])
    #expect(try vault.value(Names("l", service: "t")) == [4])
    #expect(try vault.value(Names("m", service: "t", group: "g")) == [3])
  }

  @Test("of a service leave its listing open", arguments: Obstacle.allCases)
  func leaveOpen(obstacle: Obstacle) throws {
    try put(obstacle, at: address.serviceDirectory)
    let scope = ItemScope(service: "s", account: nil, group: .every, synchronizable: nil)
    let found = try vault.find(scope, values: false)
    #expect(!found.isEmpty && found.items.isEmpty && found.unlisted.count == 1)
    let other = ItemScope(service: "t", account: nil, group: .every, synchronizable: nil)
    #expect(try vault.find(other, values: false).items.count == 2)
    #expect(try vault.find(other, values: false).unlisted.isEmpty)
  }

  @Test("at the top end the listing") func endListing() throws {
    try put(.linkOut, at: "items")
    #expect(word { () throws(VaultError) in _ = try vault.listing() } == "linkLeavesVault")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "linkLeavesVault")
  }

  @Test("are found by a check, which goes on", arguments: Obstacle.allCases)
  func check(obstacle: Obstacle) throws {
    try put(obstacle, at: address.serviceDirectory)
    let report = try vault.check(repairing: true)
    #expect(report.itemCount == 2 && report.openedCount == 2)
    let findings = try files.open().check().findings
    #expect(try files.open().foreignEntryCount() == 0)
    #expect(findings.map(\.kind) == [.unreadable] && findings.map(\.path) == [address.serviceDirectory])
    #expect(report.findings.filter { $0.kind != .companion } == findings)
  }

  @Test("for want of descriptors end the listing: half of it would pass for all") func endExhausted() throws {
    let script = CallScript()
    let vault = try files.open(script)
    script.restart()
    _ = try vault.listing()
    let opens = script.records.indices.filter { script.records[$0].event.path == address.serviceDirectory }
    let first = try #require(opens.first)
    script.restart(failing: (first, EMFILE))
    #expect(word { () throws(VaultError) in _ = try vault.listing() } == "cannotRead \(EMFILE)")
  }
}
