import RitsurinFormat
import RitsurinTestSupport
import Testing

@Suite struct Base32Tests {
  @Test(arguments: [
    ("", ""), ("66", "my"), ("666f", "mzxq"), ("666f6f", "mzxw6"), ("666f6f62", "mzxw6yq"),
    ("666f6f6261", "mzxw6ytb"),
    ("666f6f626172", "mzxw6ytboi"),
  ]) func encodesTheStandardsExamples(_ hex: String, _ text: String) {
    #expect(Base32.encode([UInt8](hexadecimal: hex)) == text)
  }

  @Test func decodesWhatItEncodes() {
    var generator = SeededGenerator(seed: 1)
    let inputs = (0..<500).map { _ in (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) } }
    #expect(inputs.allSatisfy { Base32.decode(Array(Base32.encode($0).utf8)[...]) == $0 })
  }

  @Test func decodesOnlyWhatItEncodes() {
    // 26 characters hold 2 bits more than 16 bytes: of the 32 last characters 8 are canonical.
    let texts = "abcdefghijklmnopqrstuvwxyz234567".map { String(repeating: "a", count: 25) + String($0) }
    let canonical = texts.filter { Base32.decode(Array($0.utf8)[...]) != nil }
    #expect(canonical.map { String($0.suffix(1)) } == ["a", "e", "i", "m", "q", "u", "y", "4"])
  }

  @Test(arguments: [0, 25, 27, 52]) func refusesOtherLengths(_ count: Int) {
    #expect(Base32.decode([UInt8](repeating: 0x61, count: count)[...]) == nil)
  }

  @Test(
    arguments: (UInt8.min...UInt8.max).filter { !(0x61...0x7a).contains($0) && !(0x32...0x37).contains($0) })
  func refusesOtherBytes(_ byte: UInt8) {
    #expect(Base32.decode(([byte] + [UInt8](repeating: 0x61, count: 25))[...]) == nil)
  }
}
