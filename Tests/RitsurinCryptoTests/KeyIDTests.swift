import RitsurinCrypto
import Testing

@Suite struct KeyIDTests {
  @Test(arguments: ["00000000", "11f1a845", "ffffffff", "0123abcd"])
  func writesWhatItReads(hex: String) throws {
    let id = try #require(KeyID(hex: hex))
    #expect(id.description == hex)
    #expect(try id.bytes == bytes(hex: hex))
    #expect(KeyID(id.bytes) == id)
    #expect(KeyID(hex: Array(hex.utf8)) == id)
  }

  @Test(arguments: [
    "", "11f1a84", "11f1a8455", "11F1A845", "+1f1a845", "-1f1a845", "0x11f1a8", "11f1a84g", "11f1a84 ",
    "11f1a84\n",
    "\u{FF11}1f1a845", "\u{FF11}\u{FF11}12", "11f1a84\0",
  ])
  func refusesOtherTexts(hex: String) {
    #expect(KeyID(hex: hex) == nil)
  }

  @Test(arguments: [0, 3, 5, 32])
  func refusesOtherLengths(count: Int) {
    #expect(KeyID(Random.bytes(count)) == nil)
  }
}
