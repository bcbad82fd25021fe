import RitsurinFormat
import Testing

@Suite struct CommitRecordTests {
  static let digest = String(repeating: "0a", count: 32)
  static let name = String(repeating: "a", count: 26)
  static let other = "q" + String(repeating: "a", count: 25)
  static let directory = "items/\(name)/s~\(name)"
  static let target = "\(directory)/\(name).sealed"
  static let temporary = "\(directory)/.tmp-0123456789abcdef"
  static let placing = "+ \(digest) \(temporary) \(target)"
  static let last = ". \(digest)"

  static func record(_ lines: [String]) -> [UInt8] {
    Array((["ritsurin-commit-1"] + lines).map { $0 + "\n" }.joined().utf8)
  }

  static func isTaken(_ bytes: [UInt8]) -> Bool {
    (try? CommitRecord(parsing: RawSpan(_elements: bytes.span))) != nil
  }

  @Test func readsTheGoldenRecord() throws {
    let bytes = Golden.bytes("committing.vault/.commit")
    let record = try CommitRecord(parsing: RawSpan(_elements: bytes.span))
    #expect(record.entries.count == 7)
    #expect(record.digest == "7ffa3986d4186ad0e21052c1f5e49fe6e6461192356faa09f2132aacdba8221f")
    #expect(record.bodyByteCount == bytes.count - 67)
    #expect(record.encodeBody() == Array(bytes.dropLast(67)))
    #expect(CommitRecord(entries: record.entries).encodeBody() == record.encodeBody())
  }

  @Test func takesAnyOrderAndBothTrees() throws {
    let device = "device/\(Self.name)/\(Self.name)/\(Self.name)"
    let lines = [
      "- \(Self.digest) \(Self.target)", Self.placing,
      "+ \(Self.digest) \(device)/.tmp-0000000000000000 \(device)/x~\(Self.name).sealed",
      "- \(Self.digest) \(device)/\(Self.name).sealed",
    ]
    let bytes = Self.record(lines + [Self.last])
    let record = try CommitRecord(parsing: RawSpan(_elements: bytes.span))
    #expect(record.entries.first == .remove(digest: Self.digest, path: Self.target))
    #expect(
      record.entries.dropFirst().first
        == .place(digest: Self.digest, temporary: Self.temporary, target: Self.target))
    #expect(record.entries.count == 4)
    #expect(record.digest == Self.digest)
  }

  @Test func takesARecordOfNothing() {
    #expect(Self.isTaken(Self.record([Self.last])))
  }

  @Test(arguments: [
    [], [placing], [last, placing], [last, last], [placing, "", last], [placing, last, ""],
    [placing, placing, last],
    ["\(placing) ", last], [" \(placing)", last], ["* \(digest) \(target)", last],
    ["+ \(digest) \(target)", last],
    ["- \(digest) \(temporary) \(target)", last], ["- \(digest)  \(target)", last],
    ["-\(digest) \(target)", last],
    ["- \(digest.uppercased()) \(target)", last], ["- \(digest.dropLast()) \(target)", last],
    ["- \(digest)0 \(target)", last], ["- \(digest) \(target)\r", last], ["\(placing)\r", last],
    [". \(digest) x"], [".  \(digest)"], [". \(digest.uppercased())"], [". \(digest.dropLast())"],
    [".\(digest)"],
    ["# comment", last],
  ]) func refusesLines(_ lines: [String]) {
    #expect(!Self.isTaken(Self.record(lines)))
  }

  @Test(arguments: [
    "", "/\(target)", "items/\(name)/\(name).sealed", "\(directory)/\(name)", "\(directory)/\(name).meta",
    "../\(target)", "items/../\(directory)/\(name).sealed", "slots/\(name)/\(name)/\(name).sealed",
    "device/\(name)/\(name)/\(name).sealed", "device/d~\(name)/\(name)/\(name)/\(name).sealed",
    "\(directory)/\(name.uppercased()).sealed", "\(directory)/.sealed", "vault.header", ".commit",
    "\(directory)/\u{e9}~\(name).sealed", "\(directory)/\(name).sealed/",
  ]) func refusesAPath(_ path: String) {
    #expect(!Self.isTaken(Self.record(["- \(Self.digest) \(path)", Self.last])))
  }

  @Test(arguments: [
    ".tmp-0123456789abcdef", "items/\(other)/s~\(name)/.tmp-0123456789abcdef",
    "\(directory)/.tmp-0123456789abcde",
    "\(directory)/.tmp-0123456789ABCDEF", "\(directory)/x/.tmp-0123456789abcdef", "\(target)",
    "/.tmp-0123456789abcdef",
    "\(directory)/../s~\(name)/.tmp-0123456789abcdef", "",
  ]) func refusesATemporaryFile(_ path: String) {
    #expect(!Self.isTaken(Self.record(["+ \(Self.digest) \(path) \(Self.target)", Self.last])))
  }

  @Test(arguments: [
    "", "ritsurin-commit-1", "ritsurin-commit-1\n", "ritsurin-commit-2\n\(last)\n", "\n",
    "\u{feff}ritsurin-commit-1\n\(last)\n", "ritsurin-commit-1\r\n\(last)\n",
  ])
  func refusesAnotherBeginning(_ text: String) {
    #expect(!Self.isTaken(Array(text.utf8)))
  }

  @Test func refusesEveryTruncation() {
    #expect(!Self.record([Self.placing, Self.last]).truncations.contains(where: Self.isTaken))
  }

  @Test func survivesEveryChangedByte() {
    let bytes = Self.record([Self.placing, "- \(Self.digest) \(Self.target)", Self.last])
    let wrong = bytes.mutations(someWays).filter { mutation in
      guard let record = try? CommitRecord(parsing: RawSpan(_elements: mutation.span)) else { return false }
      return record.encodeBody() + Array(". \(record.digest)\n".utf8) != mutation
    }
    #expect(wrong.isEmpty)
  }
}
