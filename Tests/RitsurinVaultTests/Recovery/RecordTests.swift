import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

/// A vault in which a writer died: `changed` was to be replaced, `new` to be made, `gone` to be removed.
@Suite("A found record") struct RecordTests {
  let files: KeyedVault
  let paths: [String: String]
  let entries: [CommitRecord.Entry]
  /// The bytes that the record gives to a target, by account.
  let placed: [String: [UInt8]]
  let temporaries = ["changed": ".tmp-00000000000000aa", "new": ".tmp-00000000000000bb"]

  static func digest(_ bytes: [UInt8]) -> String { KeyedHash.digest256(unsafe bytes.span.bytes).hex }

  init() throws {
    let files = try KeyedVault()
    let vault = try files.open()
    func write(_ account: String, _ value: UInt8) throws -> (path: String, bytes: [UInt8]) {
      try vault.put(Names(account), [value])
      let item = try #require(try vault.find(Names(account).scope, values: false).items.first)
      return (item.address.sealedPath, try files.read(item.address.sealedPath))
    }
    let after = try write("changed", 2)
    let before = try write("changed", 1)
    let new = try write("new", 2)
    try vault.remove(Names("new"))
    let gone = try write("gone", 1)
    _ = try write("other", 1)
    self.files = files
    paths = ["changed": after.path, "new": new.path, "gone": gone.path]
    placed = ["changed": after.bytes, "new": new.bytes]
    let directory = String(
      after.path.prefix { _ in true }.split(separator: "/").dropLast().joined(separator: "/"))
    var entries: [CommitRecord.Entry] = []
    for account in ["changed", "new"] {
      let name = try #require(temporaries[account])
      let bytes = try #require(placed[account])
      try files.write(bytes, to: directory + "/" + name)
      entries.append(
        .place(
          digest: Self.digest(bytes), temporary: directory + "/" + name, target: try #require(paths[account]))
      )
    }
    entries.append(.remove(digest: Self.digest(before.bytes), path: after.path))
    entries.append(.remove(digest: Self.digest(gone.bytes), path: gone.path))
    self.entries = entries
  }

  private func path(_ account: String) throws -> String { try #require(paths[account]) }

  private func temporary(_ account: String) throws -> String {
    let directory = try path(account).split(separator: "/").dropLast().joined(separator: "/")
    return try directory + "/" + #require(temporaries[account])
  }

  /// Writes a record, in its form or in another.
  private func publish(_ body: [UInt8]? = nil, digest: String? = nil) throws {
    let body = body ?? CommitRecord(entries: entries).encodeBody()
    try files.write(body + Array(". \(digest ?? Self.digest(body))\n".utf8), to: ".commit")
  }

  /// The values that a reader finds; "-" for absence.
  private func values() throws -> String {
    let vault = try files.open()
    return try ["changed", "new", "gone", "other"].map { account in
      try vault.value(Names(account)).map { $0.map(String.init).joined() } ?? "-"
    }.joined()
  }

  /// Begins a write.
  ///
  /// - Returns: What it noticed.
  private func write(mark: UInt8) throws -> [VaultNotice] {
    try files.write([mark], to: ".lock")
    let vault = try files.open()
    _ = try vault.beginWrite()
    #expect(!files.exists(".commit"))
    #expect(try files.read(".lock") == [0])
    return vault.takeNotices()
  }

  private func temporariesLeft() -> Int { files.names().count { $0.contains(".tmp-") } }

  @Test("is carried out by the next writer", arguments: [0, 1] as [UInt8]) func finish(mark: UInt8) throws {
    try publish()
    #expect(try values() == "1-11")
    #expect(try write(mark: mark) == [])
    #expect(try values() == "22-1")
    #expect(temporariesLeft() == 0)
    #expect(files.names().count { $0.hasSuffix(".sealed") } == files.names().count { $0.hasSuffix(".meta") })
  }

  @Test("that was carried out in part is finished", arguments: [0, 1, 2, 3]) func goOn(steps: Int) throws {
    try publish()
    for account in ["changed", "new"].prefix(steps) {
      try files.write(#require(placed[account]), to: path(account))
      try files.remove(temporary(account))
    }
    if steps == 3 { try files.remove(path("gone")) }
    #expect(try write(mark: 1) == [])
    #expect(try values() == "22-1")
    #expect(temporariesLeft() == 0)
  }

  @Test("whose files are lost changes nothing", arguments: [0, 1] as [UInt8]) func skip(mark: UInt8) throws {
    try files.remove(temporary("changed"))
    try files.remove(temporary("new"))
    try publish()
    #expect(
      try write(mark: mark) == [
        .skippedCommitLine(path: path("changed")), .skippedCommitLine(path: path("new")),
      ])
    #expect(try values() == "1-11")
  }

  @Test("one of whose files is lost removes nothing") func skipOne() throws {
    try files.remove(temporary("new"))
    try publish()
    #expect(try write(mark: 1) == [.skippedCommitLine(path: path("new"))])
    #expect(try values() == "2-11")
  }

  @Test("brought back long afterwards touches nothing newer", arguments: [0, 1] as [UInt8])
  func bringBack(mark: UInt8) throws {
    let vault = try files.open()
    for account in ["changed", "new", "gone"] { try vault.put(Names(account), [9]) }
    let before = try ["changed", "new", "gone"].map { try files.read(path($0)) }
    try publish()
    #expect(
      try write(mark: mark) == [
        .skippedCommitLine(path: path("changed")), .skippedCommitLine(path: path("new")),
      ])
    #expect(try values() == "9991")
    let isUntouched = try ["changed", "new", "gone"].map { try files.read(path($0)) } == before
    #expect(isUntouched)
  }

  @Test("does not remove what changed since") func keepChanged() throws {
    try files.open().put(Names("gone"), [9])
    try publish()
    #expect(try write(mark: 0) == [.skippedCommitLine(path: path("gone"))])
    #expect(try values() == "2291")
  }

  @Test("does not replace what it does not name") func keepUnnamed() throws {
    try files.open().put(Names("new"), [9])
    try publish()
    #expect(try write(mark: 0) == [.skippedCommitLine(path: path("new"))])
    #expect(try values() == "2911")
  }

  @Test("with damaged temporary files does not place them", arguments: ["changed", "new"]) func refuse(
    account: String
  ) throws {
    let name = try temporary(account)
    var bytes = try files.read(name)
    bytes[80] ^= 1
    try files.write(bytes, to: name)
    try publish()
    #expect(try write(mark: 1) == [.skippedCommitLine(path: path(account))])
    #expect(try values() == (account == "new" ? "2-11" : "1211"))
    #expect(temporariesLeft() == 0)
  }

  enum Fault: CaseIterable {
    case wrongDigest, noLastLine, otherVersion, unknownLine, outside, empty, cut, header, appended,
      carriageReturns
  }

  @Test("that does not check is removed and not run", arguments: Fault.allCases, [0, 1] as [UInt8])
  func refuse(fault: Fault, mark: UInt8) throws {
    let body = CommitRecord(entries: entries).encodeBody()
    func text(_ more: String) -> [UInt8] { body + Array(more.utf8) }
    switch fault {
    case .wrongDigest: try publish(digest: String(repeating: "0", count: 64))
    case .noLastLine: try files.write(body, to: ".commit")
    case .otherVersion:
      try publish(Array(String(decoding: body, as: UTF8.self).replacing("commit-1", with: "commit-2").utf8))
    case .unknownLine: try publish(text("? x\n"))
    case .outside: try publish(text("- \(Self.digest(files.read("vault.header"))) vault.header\n"))
    case .empty: try files.write([], to: ".commit")
    case .cut:
      try publish()
      try files.write(Array(files.read(".commit").dropLast(3)), to: ".commit")
    case .header:
      let digest = try Self.digest(files.read("vault.header"))
      try publish(text("- \(digest) ../v/vault.header\n"))
    case .appended:
      try publish()
      try files.write(files.read(".commit") + [0x0a], to: ".commit")
    case .carriageReturns:
      try publish(Array(String(decoding: body, as: UTF8.self).replacing("\n", with: "\r\n").utf8))
    }
    #expect(try write(mark: mark) == [.invalidCommitRecord])
    #expect(try values() == "1-11")
    #expect(temporariesLeft() == (mark == 0 ? 2 : 0))
    #expect(files.exists("vault.header"))
  }

  @Test("of a bulk of lines is carried out too") func finishMany() throws {
    let vault = try files.open()
    var entries: [CommitRecord.Entry] = []
    for index in 0..<20 {
      try vault.put(Names("bulk\(index)"), [1])
      let item = try #require(try vault.find(Names("bulk\(index)").scope, values: false).items.first)
      entries.append(
        .remove(digest: Self.digest(try files.read(item.address.sealedPath)), path: item.address.sealedPath))
    }
    try publish(CommitRecord(entries: entries).encodeBody())
    #expect(try write(mark: 0) == [])
    #expect(try vault.listing().count == 3)
  }
}
