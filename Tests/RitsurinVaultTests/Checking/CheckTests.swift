import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("A check") struct CheckTests {
  let files: KeyedVault
  /// An item, one in a group, and one of this device.
  let plain: ItemAddress
  let grouped: ItemAddress
  let device: ItemAddress

  init() throws {
    files = try KeyedVault()
    let vault = try files.open(device: true)
    try vault.put(Names("k"), [1])
    try vault.put(Names("l", group: "g"), [2])
    try vault.put(Names("d"), [3], .cku)
    func address(_ names: Names) throws -> ItemAddress {
      try #require(try vault.find(names.scope, values: false).items.first).address
    }
    plain = try address(Names("k"))
    grouped = try address(Names("l", group: "g"))
    device = try address(Names("d"))
    _ = try vault.check(repairing: true)
  }

  /// What is found where, and whether also without a key, or only so.
  struct Expectation {
    var path: String
    var withKey = true
    var withoutKey = true
  }

  private func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws -> Expectation {
    var bytes = try files.read(name)
    body(&bytes)
    try files.write(bytes, to: name)
    return Expectation(path: name)
  }

  private func write(_ bytes: [UInt8], to name: String) throws -> Expectation {
    try files.write(bytes, to: name)
    return Expectation(path: name)
  }

  private static let component = Base32.encode([UInt8](repeating: 3, count: 16))

  /// Does to the vault what a check calls by this word.
  private func produce(_ kind: CheckFinding.Kind) throws -> Expectation {
    let item = plain.sealedPath
    switch kind {
    case .damaged: return try change(item) { $0.append(0) }
    case .truncated: return try change(item) { $0.removeLast() }
    case .lineEndings: return try change(item) { $0.remove(at: 4) }
    case .notAnItem: return try write([1, 2, 3], to: item)
    case .mergeConflict:
      return try write(Array("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n".utf8), to: item)
    case .otherVault: return try change(item) { $0[24] ^= 1 }
    case .unknownKey: return try change(item) { $0[12] ^= 1 }
    case .needsNewerTool: return try change(item) { $0[8] = 2 }
    case .digestMismatch:
      _ = try change(item) { $0[$0.count - 1] ^= 1 }
      return Expectation(path: plain.sidecarPath)
    case .retiredKey:
      try files.rekey(isClosed: true)
      return Expectation(path: item)
    case .misplaced:
      return try write(files.read(item), to: grouped.directory + "/" + plain.itemComponent + ".sealed")
    case .duplicate:
      let path = plain.directory + "/" + Self.component + ".sealed"
      try files.write(files.read(item), to: path)
      return Expectation(path: max(path, item), withKey: false)
    case .shadowed:
      try files.open().put(Names("d"), [4])
      return Expectation(path: device.under(.items, device: nil).sealedPath, withoutKey: false)
    case .sidecarMissing:
      try files.remove(plain.sidecarPath)
      return Expectation(path: plain.sidecarPath)
    case .sidecarStale:
      let old = try files.read(plain.sidecarPath)
      try files.open().put(Names("k"), [9])
      return try write(old, to: plain.sidecarPath)
    case .sidecarOrphaned: return try write([1], to: plain.directory + "/" + Self.component + ".meta")
    case .headerDamaged: return try change("vault.header.backup") { $0[100] ^= 1 }
    case .headerMissing:
      try files.remove("vault.header.backup")
      return Expectation(path: "vault.header.backup")
    case .headerDiffers: return try write(files.header(more: "later line\n"), to: "vault.header.backup")
    case .slotInvalid: return try change("slots/00000002.slot") { $0[120] ^= 1 }
    case .noUsableSlot:
      try files.remove("slots/00000002.slot")
      return Expectation(path: "slots")
    case .slotStale:
      try files.rekey(isClosed: true)
      return Expectation(path: "slots/00000002.slot")
    case .rekeyUnfinished:
      try files.rekey(isClosed: false)
      return Expectation(path: "vault.header")
    case .slotOfOtherKey: return try write(cheapSlot(key: [9, 9, 9, 9]), to: "slots/0000000a.slot")
    case .slotCheap: return try write(cheapSlot(), to: "slots/0000000a.slot")
    case .foreign: return try write([1], to: "items/.DS_Store")
    case .conflictCopy:
      let name = plain.path + ".sync-conflict-20260101-000000-ABCDEFG.sealed"
      return try write(files.read(item), to: name)
    case .leftOver: return try write([1], to: plain.directory + "/.tmp-0123456789abcdef")
    case .unfinished: return try write([1], to: ".commit")
    case .mode:
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: files.path + "/" + item)
      return Expectation(path: item)
    case .companion: return try write(Array("mine\n".utf8), to: ".gitignore")
    case .unreadable:
      try files.remove(item)
      try FileManager.default.createDirectory(
        atPath: files.path + "/" + item, withIntermediateDirectories: false)
      return Expectation(path: item)
    }
  }

  private func cheapSlot(key: [UInt8]? = nil) throws -> [UInt8] {
    let header = try HeaderReading.verify(files.read("vault.header"), path: "")
    let slot = KeySlot(
      vault: header.id, id: [0, 0, 0, 10], key: key ?? header.key, created: header.created, label: "",
      kind: .passphrase(
        KeySlot.PassphraseParameters(opsLimit: 1, memLimit: 8192, salt: [UInt8](repeating: 1, count: 16))),
      wrapped: [UInt8](repeating: 1, count: 105))
    return try KeyedVault.signed(slot.encodeUnsigned())
  }

  /// Whether a vault that such a thing was done to still opens with its key.
  private static func opens(_ kind: CheckFinding.Kind) -> Bool {
    kind != .slotInvalid && kind != .noUsableSlot
  }

  private func opened(_ isUnlocked: Bool) throws -> Vault {
    isUnlocked
      ? try files.open(device: true) : try Vault(path: files.path, policy: .quick)
  }

  @Test("of a sound vault finds nothing") func findNothing() throws {
    let report = try opened(true).check()
    #expect(report.findings == [] && report.itemCount == 3 && report.openedCount == 3)
    // Without a key nothing says whose a device tree is.
    let keyless = try opened(false).check()
    #expect(keyless.findings == [] && keyless.itemCount == 2 && keyless.openedCount == 0)
  }

  @Test("finds each kind of thing, with a key and without", arguments: CheckFinding.Kind.allCases)
  func find(kind: CheckFinding.Kind) throws {
    let expected = try produce(kind)
    for isUnlocked in Self.opens(kind) ? [true, false] : [false] {
      let report = try opened(isUnlocked).check()
      let isFound = report.findings.contains { $0.kind == kind && $0.path == expected.path }
      #expect(isFound == (isUnlocked ? expected.withKey : expected.withoutKey), "\(report.findings)")
    }
  }

  @Test("finishes a rekey where the credential may") func finishRekey() throws {
    _ = try produce(.rekeyUnfinished)
    let sound = try opened(true)
    #expect(try opened(false).check().findings.contains { $0.kind == .rekeyUnfinished && !$0.isRepairable })
    #expect(try sound.check(repairing: true).findings.contains { $0.kind == .rekeyUnfinished })
    #expect(try opened(true).check().findings == [])
    #expect(try sound.value(Names("l", group: "g")) == [2] && sound.value(Names("d")) == [3])
  }

  @Test(
    "mends what it says it can, and touches nothing else",
    arguments: CheckFinding.Kind.allCases.filter { $0 != .rekeyUnfinished })
  func mend(kind: CheckFinding.Kind) throws {
    _ = try produce(kind)
    let isUnlocked = Self.opens(kind)
    let vault = try opened(isUnlocked)
    let report = try vault.check()
    let before = try files.lines()
    #expect(try vault.check(repairing: true).findings == report.findings)
    let left = report.findings.filter { !$0.isRepairable }
    #expect(try opened(isUnlocked).check().findings == left)
    // Whatever is not mended has not been touched, nor has anything that nothing was said about.
    let mended = Set(report.findings.filter(\.isRepairable).map(\.path)).union([".lock"])
    let changed = Set(before).symmetricDifference(try files.lines()).map { String($0.prefix { $0 != " " }) }
    #expect(Set(changed).isSubset(of: mended), "\(changed)")
    if isUnlocked, kind != .retiredKey, kind != .slotStale {
      #expect(try vault.value(Names("l", group: "g")) == [2] && vault.value(Names("d")) == [3])
    }
  }

  @Test(
    "tells that nothing opens the vault, and unlocking does",
    arguments: [CheckFinding.Kind.noUsableSlot, .slotInvalid])
  func tellUnopenable(kind: CheckFinding.Kind) throws {
    _ = try produce(kind)
    #expect(try opened(false).check().findings.contains { $0.kind == .noUsableSlot && $0.isDamage })
    let vault = try opened(false)
    let key = try key(hex: Vectors.all.keys.keyFile)
    #expect(word { () throws(VaultError) in try vault.unlock(with: .key(key)) } == "noUsableSlot")
  }

  @Test("does not take a slot that cannot be read for none") func passOverUnreadSlots() throws {
    try files.remove("slots/00000002.slot")
    try FileManager.default.createDirectory(
      atPath: files.path + "/slots/00000002.slot", withIntermediateDirectories: false)
    let kinds = try opened(false).check().findings.map(\.kind)
    #expect(kinds.contains(.unreadable) && !kinds.contains(.noUsableSlot), "\(kinds)")
  }

  @Test("touches no file that it cannot open", arguments: [true, false]) func keepBroken(isUnlocked: Bool)
    throws
  {
    let broken = Vectors.all.items.filter { $0.expect != "ok" }
    for item in broken { try files.write(bytes(hex: item.hex), to: item.path) }
    let vault = try opened(isUnlocked)
    let before = try files.lines().filter { $0.contains(".sealed ") }
    let report = try vault.check(repairing: true)
    let after = try files.lines().filter { $0.contains(".sealed ") }
    #expect(before == after && before.count >= Set(broken.map(\.path)).count)
    #expect(report.findings.contains { $0.isDamage })
  }

  @Test("calls each broken item by its answer", arguments: Vectors.all.items.filter { $0.expect != "ok" })
  func answer(item: Vectors.Item) throws {
    try files.write(bytes(hex: item.hex), to: item.path)
    let report = try opened(true).check()
    let found = report.findings.filter { $0.path == item.path }.map(\.kind.rawValue)
    #expect(found == [item.expect == "newerVersion" ? "needsNewerTool" : item.expect])
  }

  @Test("of a locked vault opens what it can, and vouches for nothing else") func checkLocked() throws {
    let vault = try opened(true)
    try vault.put(Names("a"), [5], .ak)
    let address = try #require(try vault.find(Names("a").scope, values: false).items.first).address
    try files.remove(address.sidecarPath)
    vault.lock()
    let report = try vault.check(repairing: true)
    #expect(report.itemCount == 4 && report.openedCount == 3)
    #expect(report.findings.map(\.kind) == [.sidecarMissing] && !report.findings[0].isRepairable)
    #expect(!files.exists(address.sidecarPath))
  }

  @Test("without a key rebuilds no sidecar: it would vouch for what nobody opened") func keepSidecars() throws
  {
    try files.remove(plain.sidecarPath)
    let report = try opened(false).check(repairing: true)
    #expect(report.findings.map(\.kind) == [.sidecarMissing] && !report.findings[0].isRepairable)
    #expect(!files.exists(plain.sidecarPath))
  }

  @Test("is told about in Docs/Checking.md") func isDocumented() throws {
    let path = URL(filePath: Golden.directory).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Docs/Checking.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    var rows: [String: Bool] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 2, cells[1] == "yes" || cells[1] == "no" else { continue }
      rows[cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))] = cells[1] == "yes"
    }
    let kinds = CheckFinding.Kind.allCases
    #expect(Set(rows.keys) == Set(kinds.map(\.rawValue)))
    for kind in kinds { #expect(rows[kind.rawValue] == CheckFinding(kind, path: "").isDamage, "\(kind)") }
  }
}
