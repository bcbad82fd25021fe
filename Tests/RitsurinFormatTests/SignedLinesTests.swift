import RitsurinFormat
import RitsurinTestSupport
import Testing

@Suite struct SignedLinesTests {
  static func isTaken(_ lines: [String]) -> Bool {
    VaultHeaderTests.fault(SignedText.header(SignedText.headerLines + lines)) == nil
  }

  @Test func refusesExactlyTheControlCharacters() {
    // All scalars of the category Cc lie below U+0100; beyond it a sample of every block must pass.
    let low = (0...0xff).compactMap { Unicode.Scalar($0) }
    let wrong = low.filter { scalar in
      scalar != "\n" && Self.isTaken(["x a\(scalar)b"]) == (scalar.properties.generalCategory == .control)
    }
    #expect(wrong.isEmpty)
    let high = (0x100...0x10ffff).lazy.compactMap { Unicode.Scalar($0) }
    #expect(!high.contains { $0.properties.generalCategory == .control })
    let sample = stride(from: 0x100, through: 0x10ffff, by: 509).compactMap { Unicode.Scalar(UInt32($0)) }
    #expect(Self.isTaken(["x " + String(String.UnicodeScalarView(sample))]))
  }

  @Test(
    arguments: [
      [0xff], [0xc2], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xb0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80],
    ] as [[UInt8]]) func refusesWhatIsNoUTF8(_ bytes: [UInt8])
  {
    let lines = SignedText.headerLines.map { $0 + "\n" }.joined()
    let text = Array(lines.utf8) + Array("x ".utf8) + bytes + [0x0a] + Array(SignedText.signatureLine.utf8)
    #expect(VaultHeaderTests.fault(text) == .damaged("it is not UTF-8"))
  }

  @Test(arguments: ["a", "0", "-", "a-0", String(repeating: "x", count: 32), "slot", "ritsurin-slot"])
  func takesAName(_ name: String) {
    #expect(Self.isTaken(["\(name) value"]))
    #expect(Self.isTaken(["\(name) ", "\(name) value", "\(name)  "]))
  }

  @Test(arguments: ["", "A", "a_b", "a.b", "\u{e9}", String(repeating: "x", count: 33), "a\u{301}"])
  func refusesAName(_ name: String) {
    #expect(!Self.isTaken(["\(name) value"]))
  }

  @Test(arguments: ["", "name", "name\tvalue", "name\u{a0}value"]) func refusesALineWithoutASpace(
    _ line: String
  ) {
    #expect(!Self.isTaken([line]))
  }

  static let lines = SignedText.headerLines.map { $0 + "\n" }.joined()
  static let line = String(SignedText.signatureLine.dropLast())

  @Test func takesThePlainEnd() {
    #expect(VaultHeaderTests.fault(Array((Self.lines + Self.line + "\n").utf8)) == nil)
  }

  @Test(arguments: [
    "", line, "\(line)\n\n", "\(line)\r\n", "\(line) \n", "\(line)\nx y\n", "\(line)\n\(line)\n",
    line.replacing("A==", with: "B==") + "\n", line.replacing("A==", with: "AA=") + "\n",
    line.replacing("==", with: "") + "\n", line.replacing(" A", with: " -") + "\n",
    line.replacing(" A", with: "  ") + "\n", line.replacing("ture", with: "turf") + "\n", " \(line)\n",
  ]) func refusesAnotherEnd(_ end: String) {
    #expect(VaultHeaderTests.fault(Array((Self.lines + end).utf8)) != nil)
  }

  @Test(arguments: ["\u{feff}", "\n", " ", "x y\n", "\r\n"]) func refusesAnotherBeginning(_ beginning: String)
  {
    let text = beginning + Self.lines + Self.line + "\n"
    #expect(VaultHeaderTests.fault(Array(text.utf8)) != nil)
  }

  @Test func writesASignatureLine() {
    let text = SignedLines.appendingSignature([UInt8](0..<64), to: Array("x y\n".utf8))
    #expect(text == Array("x y\nsignature \([UInt8](0..<64).base64)\n".utf8))
  }

  @Test(arguments: 0...5) func encodesBase64AsFoundationDoes(_ extra: Int) throws {
    var generator = SeededGenerator(seed: UInt64(extra))
    let wrapped = (0..<100 + extra).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let slot = KeySlot(
      vault: Array(0..<16), id: [0, 0, 0, 1], key: [1, 2, 3, 4], created: "2026-11-30T00:00:00Z", label: "",
      kind: .keyFile, wrapped: wrapped)
    let text = slot.encodeUnsigned()
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("\nwrapped \(wrapped.base64)\n"))
    let signed = SignedLines.appendingSignature([UInt8](repeating: 0, count: 64), to: text)
    let parsed = try KeySlot.parse(RawSpan(_elements: signed.span))
    #expect(parsed.wrapped == wrapped)
  }
}
