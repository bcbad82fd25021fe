import RitsurinFormat
import Testing

@Suite struct VaultHeaderTests {
  /// Vectors whose damage only the signature, or opening `keys`, can show.
  static let damagedBeyondFormat: Set<String> = ["signature by another key", "flipped bit in a value"]

  static func parse(_ bytes: [UInt8]) throws(HeaderFault) -> VaultHeader {
    try VaultHeader.parse(RawSpan(_elements: bytes.span))
  }

  static func fault(_ bytes: [UInt8]) -> HeaderFault? {
    do {
      _ = try parse(bytes)
      return nil
    } catch { return error }
  }

  @Test(arguments: Vectors.all.headers) func judgesAVector(_ vector: Vectors.Header) throws {
    if vector.expect == "newerFormat" {
      #expect(Self.fault(vector.bytes) == .newerFormat)
    } else if vector.expect == "ok" || Self.damagedBeyondFormat.contains(vector.name) {
      let header = try Self.parse(vector.bytes)
      #expect(header.signedByteCount == vector.bytes.count - 99)
      let signed = vector.bytes.suffix(99)
      #expect(Array("signature \(header.signature.base64)\n".utf8) == Array(signed))
    } else {
      guard case .damaged? = Self.fault(vector.bytes) else {
        Issue.record("\(String(describing: Self.fault(vector.bytes)))")
        return
      }
    }
  }

  @Test func readsAllVectors() {
    #expect(Vectors.all.headers.count == 94)
  }

  @Test(arguments: Golden.files(endingIn: "vault.header")) func writesAGoldenHeaderAgain(_ file: Golden.File)
    throws
  {
    let header = try Self.parse(file.bytes)
    #expect(header.encodeUnsigned() == Array(file.bytes[..<header.signedByteCount]))
    #expect(SignedLines.appendingSignature(header.signature, to: header.encodeUnsigned()) == file.bytes)
  }

  @Test func findsEveryValue() throws {
    let lines =
      SignedText.headerLines + [
        "retired 01020304 open " + [UInt8](repeating: 1, count: 72).base64,
        "retired 01020305 closed " + [UInt8](repeating: 2, count: 72).base64,
      ]
    let header = try Self.parse(SignedText.header(lines))
    #expect(header.id == Array(0...15))
    #expect(header.created == "2026-11-30T00:00:00Z")
    #expect(header.names == .opaque)
    #expect(header.epoch == 1)
    #expect(header.key == [0x11, 0xf1, 0xa8, 0x45])
    #expect(header.identity == [UInt8](repeating: 7, count: 32))
    #expect(header.keys == [UInt8](repeating: 9, count: 72))
    #expect(
      header.retired == [
        .init(keyID: [1, 2, 3, 4], isClosed: false, wrapped: [UInt8](repeating: 1, count: 72)),
        .init(keyID: [1, 2, 3, 5], isClosed: true, wrapped: [UInt8](repeating: 2, count: 72)),
      ])
    #expect(header.signature == [UInt8](repeating: 0, count: 64))
  }

  @Test func keepsWhatANewerVersionWrote() throws {
    let header = try Self.parse(
      SignedText.header(SignedText.headerLines + ["future ", "future a  b", "kind x"]))
    #expect(header.unknown.map(\.name) == ["future", "future", "kind"])
    #expect(header.encodeUnsigned().suffix(27).elementsEqual("future \nfuture a  b\nkind x\n".utf8))
    let rewritten = VaultHeader(
      id: header.id, created: header.created, names: header.names, epoch: 2, key: header.key,
      identity: header.identity, keys: header.keys, retired: header.retired, unknown: header.unknown)
    let bytes = SignedLines.appendingSignature(header.signature, to: rewritten.encodeUnsigned())
    #expect(try Self.parse(bytes).unknown == header.unknown)
    #expect(try Self.parse(bytes).epoch == 2)
  }

  @Test(arguments: ["2", "17", "9223372036854775807"]) func knowsANewerFormatWhateverFollows(
    _ version: String
  ) {
    let line = Array("ritsurin-vault \(version)\n".utf8)
    #expect(Self.fault(line) == .newerFormat)
    #expect(Self.fault(line + [0xff, 0x00]) == .newerFormat)
    #expect(Self.fault(line + [UInt8](repeating: 0x20, count: 2 << 20)) == .newerFormat)
  }

  @Test(arguments: [
    "0", "01", "02", "+2", "-2", "2 ", " 2", "", "1.0", "2\r", "9223372036854775808", "18446744073709551616",
    "18446744073709551618", "99999999999999999999999999", "\u{0662}",
  ]) func refusesAVersion(_ version: String) {
    let bytes = SignedText.header(["ritsurin-vault \(version)"] + SignedText.headerLines.dropFirst())
    guard case .damaged? = Self.fault(bytes) else {
      Issue.record("\(String(describing: Self.fault(bytes)))")
      return
    }
  }

  @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false)]) func endsAtOneMebibyte(
    _ count: Int, _ isAllowed: Bool
  ) {
    let rest = count - SignedText.header(SignedText.headerLines + ["x "]).count
    let bytes = SignedText.header(SignedText.headerLines + ["x " + String(repeating: "y", count: rest)])
    #expect(bytes.count == count)
    #expect((Self.fault(bytes) == nil) == isAllowed)
  }

  @Test(arguments: [
    ("epoch", "9223372036854775807", true), ("epoch", "9223372036854775808", false), ("epoch", "0", false),
    ("epoch", "10", true), ("epoch", "00", false), ("epoch", "", false), ("epoch", "1 2", false),
    ("created", "2026-13-99T99:99:99Z", true), ("created", "2026-11-30T00:00:00", false),
    ("created", "2026-11-30t00:00:00Z", false), ("created", "12026-11-30T00:00:00Z", false),
    ("names", "readable", true), ("names", "Opaque", false), ("names", "", false), ("key", "11F1A845", false),
    ("key", "11f1a84", false), ("key", "11f1a84500", false), ("identity", "AAAA", false), ("keys", "", false),
  ]) func judgesAValue(_ name: String, _ value: String, _ isAllowed: Bool) {
    let lines = SignedText.headerLines.map { $0.hasPrefix(name + " ") ? "\(name) \(value)" : $0 }
    #expect((Self.fault(SignedText.header(lines)) == nil) == isAllowed)
  }

  @Test(arguments: SignedText.headerLines.dropFirst() + ["signature AAAA", "ritsurin-vault 1"])
  func refusesANameThatStandsTwice(_ line: String) {
    #expect(Self.fault(SignedText.header(SignedText.headerLines + [line])) != nil)
  }

  @Test(arguments: SignedText.headerLines.indices) func refusesALackOfALine(_ index: Int) {
    var lines = SignedText.headerLines
    lines.remove(at: index)
    #expect(Self.fault(SignedText.header(lines)) != nil)
  }

  @Test func takesLinesInAnyOrder() {
    let lines = SignedText.headerLines.prefix(1) + SignedText.headerLines.dropFirst().reversed()
    #expect(Self.fault(SignedText.header(Array(lines))) == nil)
  }

  @Test func refusesEveryTruncation() {
    let bytes = SignedText.header(SignedText.headerLines)
    #expect(bytes.truncations.allSatisfy { Self.fault($0) != nil && Self.fault($0) != .newerFormat })
  }

  @Test func survivesEveryChangedByte() {
    let bytes = SignedText.header(SignedText.headerLines + ["future text \u{e9}"])
    // What is still taken reads as the changed bytes say: written again, it is the same.
    let wrong = bytes.mutations(someWays).filter { mutation in
      guard let header = try? Self.parse(mutation) else { return false }
      return header.encodeUnsigned() != Array(mutation[..<header.signedByteCount])
    }
    #expect(wrong.isEmpty)
  }

  @Test func takesManyLinesInOnePass() {
    let retired = (0..<8_000).map { number in
      "retired \(Hex.encode([0, 0, UInt8(number >> 8), UInt8(number & 255)])) open "
        + [UInt8](repeating: 1, count: 72).base64
    }
    #expect((try? Self.parse(SignedText.header(SignedText.headerLines + retired)))?.retired.count == 8_000)
  }
}
