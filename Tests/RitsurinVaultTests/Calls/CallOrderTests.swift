import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("The calls") struct CallOrderTests {
  let files: KeyedVault
  let script: CallScript
  let vault: Vault
  /// The components of the names that the tests write, shown as letters.
  let words: [(String, String)]

  init() throws {
    files = try KeyedVault()
    try files.open().put(Names("first", service: "t"), [1])
    script = CallScript()
    vault = try files.open(script)
    func address(_ account: String, _ group: String?) throws -> ItemAddress {
      try ItemVectorTests.keyring().address(of: Names(account, group: group).attributes())
    }
    let (one, two) = try (address("k", nil), address("l", "g"))
    words = [
      (one.serviceComponent, "S"), (one.groupComponent, "G"), (one.itemComponent, "I"),
      (two.groupComponent, "H"), (two.itemComponent, "J"),
    ]
  }

  /// The lines of the calls that `body` makes, of some kinds only where kinds are given.
  private func lines(of kinds: Set<SystemCall> = [], _ body: () throws -> Void) rethrows -> [String] {
    let count = script.records.count
    try body()
    let records = script.records
    let lines = Trace(records, root: files.path, replacing: words).lines
    return zip(records, lines).dropFirst(count).compactMap { record, line in
      kinds.isEmpty || kinds.contains(record.event.call) ? line : nil
    }
  }

  private static let changing: Set<SystemCall> = [
    .flock, .stat, .openat2, .mkdirat, .write, .pwrite, .fsync, .syncfs, .renameat, .renameat2, .linkat,
    .unlinkat,
  ]

  /// The calls of a write that change something, or that decide whether it may.
  private func writing(_ body: () throws -> Void) rethrows -> [String] {
    try lines(of: Self.changing, body).filter { (line) in
      !line.hasSuffix(".git = -2") && !line.hasPrefix("openat2 items/S/G =") && line != "openat2 items/S/G"
    }
  }

  private static let begin = ["flock ROOT EX", "stat ROOT", "openat2 vault.header"]
  /// The first write of a handle reads the copy too, later ones look at its status.
  private static let beginFirst = begin + ["openat2 vault.header.backup"]

  @Test("of a new item come in the order of Docs/Format.md#one-item") func placeNew() throws {
    let calls = try writing { try vault.put(Names("k"), [1]) }
    #expect(
      calls == Self.beginFirst + [
        "openat2 items/S/G/I.sealed = -2", "pwrite .lock 1",
        "mkdirat items/S", "fsync items/S", "fsync items", "mkdirat items/S/G", "fsync items/S/G",
        "fsync items/S",
        "write items/S/G/.tmp", "fsync items/S/G/.tmp",
        "renameat2 items/S/G/.tmp -> items/S/G/I.sealed", "fsync items/S/G",
        "write items/S/G/.tmp", "renameat items/S/G/.tmp -> items/S/G/I.meta",
        "pwrite .lock 0", "flock ROOT UN",
      ])
  }

  @Test("of a replaced item rename over it, after a look at what it replaces") func replace() throws {
    try vault.put(Names("k"), [1])
    let calls = try writing { try vault.put(Names("k"), [2]) }
    #expect(
      calls == Self.begin + [
        "openat2 items/S/G/I.sealed", "pwrite .lock 1",
        "write items/S/G/.tmp", "fsync items/S/G/.tmp", "openat2 items/S/G/I.sealed",
        "renameat items/S/G/.tmp -> items/S/G/I.sealed", "fsync items/S/G",
        "write items/S/G/.tmp", "renameat items/S/G/.tmp -> items/S/G/I.meta",
        "pwrite .lock 0", "flock ROOT UN",
      ])
  }

  @Test("of a removed item take item, sidecar, and wait") func remove() throws {
    try vault.put(Names("k"), [1])
    let calls = try writing { try vault.remove(Names("k")) }
    #expect(
      calls == Self.begin + [
        "openat2 items/S/G/I.sealed", "pwrite .lock 1", "openat2 items/S/G/I.sealed",
        "unlinkat items/S/G/I.sealed", "unlinkat items/S/G/I.meta", "fsync items/S/G",
        "pwrite .lock 0", "flock ROOT UN",
      ])
  }

  @Test("of a rename come in the order of Docs/Format.md#several-files") func rename() throws {
    try vault.put(Names("k"), [1])
    let calls = try writing {
      let transaction = try vault.beginWrite()
      let old = try transaction.find(Names("k").scope, values: false).items.first
      _ = try transaction.put(Names("l", group: "g").attributes(), value: [1], replacing: old, over: [])
      try transaction.commit()
    }
    let changes = calls.filter { !$0.hasPrefix("openat2") && !$0.hasPrefix("stat") }
    #expect(
      changes == [
        "flock ROOT EX", "pwrite .lock 1", "mkdirat items/S/H", "fsync items/S/H", "fsync items/S",
        "write items/S/H/.tmp", "fsync items/S/H/.tmp", "fsync items/S/H",
        "write .tmp", "fsync .tmp", "renameat .tmp -> .commit", "fsync ROOT",
        "renameat2 items/S/H/.tmp -> items/S/H/J.sealed",
        "write items/S/H/.tmp", "renameat items/S/H/.tmp -> items/S/H/J.meta", "fsync items/S/H",
        "unlinkat items/S/G/I.sealed", "unlinkat items/S/G/I.meta", "fsync items/S/G",
        "unlinkat .commit", "pwrite .lock 0", "flock ROOT UN",
      ])
  }

  @Test("of a write that finds nothing to do change nothing, not even the byte") func changeNothing() throws {
    let calls = try writing { try vault.remove(Names("k")) }
    #expect(calls == Self.beginFirst + ["openat2 items/S/G/I.sealed = -2", "flock ROOT UN"])
  }

  @Test("of finding an item open its file and nothing else", arguments: [1, 10_000]) func find(count: Int)
    throws
  {
    try vault.put(Names("k"), [UInt8](repeating: 1, count: count))
    var value: [UInt8]?
    let calls = try lines { value = try vault.value(Names("k")) }
    #expect(value?.count == count)
    let file = "items/S/G/I.sealed"
    let reads = [String](repeating: "pread \(file)", count: count > 4_096 ? 2 : 1)
    #expect(calls == ["openat2 \(file)", "fstat \(file)"] + reads + ["close \(file)"])
  }

  @Test("of finding an item in the first place that answers go no further") func findFirst() throws {
    try vault.put(Names("k"), [1])
    try vault.put(Names("l", group: "g"), [1])
    let scope = ItemScope(service: "s", account: "k", group: .every, synchronizable: nil)
    var found = ItemFindings()
    let calls = try lines(of: [.openat2, .openat, .readdir]) {
      found = try vault.find(scope, values: true, firstOnly: true)
    }
    #expect(found.items.count == 1)
    #expect(calls.first == "openat2 items/S/G/I.sealed")
    #expect(
      calls.dropFirst().allSatisfy { $0.hasPrefix("openat2 items/S/G/") && $0.hasSuffix(".sealed = -2") })
    #expect(calls.count == 2)
  }

  @Test("of telling absence list no directory, and read the header") func tellAbsence() throws {
    var value: [UInt8]? = [1]
    let calls = try lines(of: [.openat2, .openat, .readdir, .flock]) { value = try vault.value(Names("k")) }
    #expect(value == nil)
    #expect(Set(calls) == ["openat2 items/S/G/I.sealed = -2", "openat2 vault.header"])
    #expect(calls.last == "openat2 vault.header")
  }

  @Test("of a listing open each item once, and no value") func list() throws {
    try vault.put(Names("k"), [UInt8](repeating: 1, count: 10_000))
    var found = ItemFindings()
    let calls = try lines(of: [.openat2, .pread]) { found = try vault.find(.everything, values: false) }
    #expect(found.items.count == 2)
    #expect(calls.count { $0.hasPrefix("openat2") && $0.hasSuffix(".sealed") } == 2)
    #expect(calls.count { $0 == "pread items/S/G/I.sealed" } == 1)
  }
}
