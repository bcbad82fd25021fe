import RitsurinFormat
import Testing

@Suite struct HexTests {
  @Test func encodesEveryByte() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Hex.encode(bytes) == bytes.hexadecimal)
    #expect(Hex.decode(Hex.encode(bytes).utf8) == bytes)
  }

  @Test func decodesNothingToNothing() {
    #expect(Hex.decode([]) == [])
  }

  @Test(arguments: ["0", "000", "0A", "g0", "+f", " 0", "0x", "\u{ff10}\u{ff10}"])
  func refusesOtherText(_ text: String) {
    #expect(Hex.decode(text.utf8) == nil)
  }
}
