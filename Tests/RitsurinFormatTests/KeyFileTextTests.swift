import Foundation
import RitsurinFormat
import Testing

@Suite struct KeyFileTextTests {
  static let encoded = "Uv-gKUbuceiwGmIb3APthuwol_cBAPTANNf7WtzJzbs"

  /// One character of the check differs, which only a hash can tell.
  static let wrongCheck = "ritsurin-key-1:\(encoded):64bd9a60"

  @Test(arguments: Vectors.all.keyFiles) func judgesAVector(_ vector: Vectors.KeyFile) throws {
    let bytes = Array(vector.text.utf8)
    let text = try? KeyFileText.parse(RawSpan(_elements: bytes.span), kind: .key)
    guard vector.text != Self.wrongCheck else {
      #expect(text?.check == [0x64, 0xbd, 0x9a, 0x60])
      return
    }
    #expect((text != nil) == (vector.key != nil))
    guard let text else { return }
    let standard = String(decoding: bytes[text.encodedRange], as: UTF8.self)
      .replacing("-", with: "+").replacing("_", with: "/")
    #expect(Data(base64Encoded: standard + "=").map { Array($0).hexadecimal } == vector.key)
    #expect(text.check == [0x64, 0xbd, 0x9a, 0x6a])
  }

  @Test func readsAllVectors() {
    #expect(Vectors.all.keyFiles.count == 32)
  }

  @Test(arguments: [
    ("golden.key", KeyFileText.Kind.key), ("golden.identity", .identity), ("golden.device", .device),
  ]) func readsAGoldenFile(_ name: String, _ kind: KeyFileText.Kind) throws {
    let bytes = Golden.bytes(name)
    let text = try KeyFileText.parse(RawSpan(_elements: bytes.span), kind: kind)
    let others = KeyFileText.Kind.allCases.filter { $0 != kind }
    for other in others {
      #expect(throws: KeyFileFault.self) {
        try KeyFileText.parse(RawSpan(_elements: bytes.span), kind: other)
      }
    }
    let comments = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("# ") }
    #expect(
      KeyFileText.encode(
        kind: kind, encoded: Array(bytes[text.encodedRange]), check: text.check,
        comments: comments.map { String($0.dropFirst(2)) }) == bytes)
  }

  @Test func keepsCommentsFromEndingTheirLine() throws {
    let bytes = KeyFileText.encode(
      kind: .key, encoded: Array(Self.encoded.utf8), check: [1, 2, 3, 4], comments: ["one\ntwo\r\u{85}three"])
    #expect(bytes.starts(with: "# one two  three\nritsurin-key-1:".utf8))
    #expect(try KeyFileText.parse(RawSpan(_elements: bytes.span), kind: .key).check == [1, 2, 3, 4])
  }

  @Test func saysWhichKindAFileIs() throws {
    let bytes = Golden.bytes("golden.identity")
    let fault = #expect(throws: KeyFileFault.self) {
      try KeyFileText.parse(RawSpan(_elements: bytes.span), kind: .key)
    }
    #expect(fault?.what.contains("ritsurin-identity-1") == true)
  }

  @Test func neverQuotesTheFile() throws {
    let text = Array("ritsurin-key-1:\(Self.encoded)secret:64bd9a6a".utf8)
    let fault = #expect(throws: KeyFileFault.self) {
      try KeyFileText.parse(RawSpan(_elements: text.span), kind: .key)
    }
    #expect(fault?.what.contains(Self.encoded) == false)
  }
}
