import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("Recovery") struct RecoveryTests {
  static let temporary = ".tmp-0123456789abcdef"

  let files: KeyedVault
  let directory: String
  let deviceDirectory: String
  let leftOvers: [String]
  let foreign: [String]

  init() throws {
    files = try KeyedVault()
    let vault = try files.open(device: true)
    try vault.put(Names("k"), [1])
    try vault.put(Names("d"), [2], .cku)
    directory = try #require(try vault.find(Names("k").scope, values: false).items.first).address.directory
    deviceDirectory = try #require(try vault.find(Names("d").scope, values: false).items.first).address
      .directory
    let component = Base32.encode([UInt8](repeating: 3, count: 16))
    let otherDevice = "device/\(component)/\(component)/\(component)"
    leftOvers =
      ["", "slots/", "items/", directory + "/", deviceDirectory + "/", otherDevice + "/"].map {
        $0 + Self.temporary
      } + [
        directory + "/" + component + ".meta", deviceDirectory + "/" + component + ".meta",
        directory + "/a-slug~" + component + ".meta",
      ]
    foreign = [
      ".tmp-0123456789abcde", directory + "/.tmp-0123456789abcdeg", directory + "/notes.meta",
      directory + "/notes.txt", "vault.meta", "drop/" + Self.temporary,
    ]
    for name in leftOvers + foreign { try files.write([1], to: name) }
  }

  static let marks: [[UInt8]?] = [[1], [], nil, [0, 0], [0xff], Array("00".utf8)]

  @Test("removes left-overs where the byte says so", arguments: marks) func sweep(mark: [UInt8]?) throws {
    if let mark { try files.write(mark, to: ".lock") } else { try files.remove(".lock") }
    try files.open().put(Names("l"), [3])
    #expect(leftOvers.filter(files.exists) == [])
    #expect(foreign.filter { !files.exists($0) } == [])
    #expect(try files.read(".lock") == [0])
    let vault = try files.open(device: true)
    #expect(
      try vault.value(Names("k")) == [1] && vault.value(Names("d")) == [2] && vault.value(Names("l")) == [3])
    #expect(files.names().count { $0.hasSuffix(".sealed") } == 3)
  }

  @Test("does not begin where all is durable") func keepCalm() throws {
    try files.open().put(Names("l"), [3])
    #expect(leftOvers.filter { !files.exists($0) } == [])
  }

  @Test("happens before a write that fails, too, and before one that writes nothing") func recoverFirst()
    throws
  {
    try files.write([1], to: ".lock")
    _ = try files.open().beginWrite()
    #expect(leftOvers.filter(files.exists) == [])
    #expect(try files.read(".lock") == [0])
  }

  @Test("waits for the medium before it builds on anything") func synchronizeFirst() throws {
    try files.write([1], to: ".lock")
    let script = CallScript()
    let vault = try files.open(script)
    script.restart()
    try vault.put(Names("l"), [3])
    let calls = script.records.map(\.event)
    let firstChange = try #require(calls.firstIndex { $0.call == .unlinkat || $0.call == .renameat2 })
    // The root, slots, items, device and each directory below the last two: 1 + 1 + 3 + 7.
    #expect(calls[..<firstChange].count { $0.call == .fsync } >= 12)
  }

  @Test("is not what readers do") func readOnly() throws {
    try files.write([1], to: ".lock")
    let before = try files.lines()
    let vault = try files.open(device: true)
    #expect(try vault.listing().count == 2 && vault.value(Names("l")) == nil)
    #expect(try files.lines() == before)
  }
}
