import RitsurinCrypto
import Testing

@Suite struct StrictBase64Tests {
  // RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func codesAsTheStandardSays(plain: String, text: String) throws {
    let (plain, text) = (Array(plain.utf8), Array(text.utf8))
    let unpadded = Array(text.prefix { $0 != UInt8(ascii: "=") })
    #expect(StrictBase64.encode(plain, alphabet: .standardPadded) == text)
    #expect(StrictBase64.encode(plain, alphabet: .urlUnpadded) == unpadded)
    #expect(StrictBase64.decode(text, alphabet: .standardPadded) == plain)
    #expect(StrictBase64.decode(unpadded, alphabet: .urlUnpadded) == plain)
    #expect(try revealed(StrictBase64.decodeSecret(text, alphabet: .standardPadded)) == plain)
    #expect(try revealed(StrictBase64.decodeSecret(unpadded, alphabet: .urlUnpadded)) == plain)
  }

  @Test(arguments: 0...200, [StrictBase64.Alphabet.standardPadded, .urlUnpadded])
  func decodesWhatItEncoded(count: Int, alphabet: StrictBase64.Alphabet) {
    let bytes = Random.bytes(count)
    #expect(StrictBase64.decode(StrictBase64.encode(bytes, alphabet: alphabet), alphabet: alphabet) == bytes)
  }

  @Test(arguments: [
    "AB==", "AAB=", "AAAA====", "AAAA==", "AAAA=", "A", "AA", "AAA", "AAAAA", "A===", "=", "==", "===",
    "====", "=AAA",
    "A=AA", "AA=A", "AA==AAAA", "AA== ", " AA==", "A A==", "AA= =", "AA==\n", "AAAA\n", "AA\r\nAA==",
    "AAAA\0",
    "AA\0A", "____", "----", "AAA-", "AAA_", "AA.=", "\u{FF21}AAA", "AAAA\u{FEFF}", "AAA=AAA=", "AAA==",
  ])
  func refusesOtherStandardTexts(text: String) throws {
    #expect(StrictBase64.decode(Array(text.utf8), alphabet: .standardPadded) == nil)
    #expect(try StrictBase64.decodeSecret(Array(text.utf8), alphabet: .standardPadded) == nil)
  }

  @Test(arguments: [
    "AB", "AAB", "A", "AAAAA", "AA==", "AAA=", "AAAA=", "=", "=AA", "+AAA", "/AAA", "AA ", " AA", "A A",
    "AA\n",
    "AAAA\0", "AAA\0", "AA\r\n", "AA.", "\u{FF21}A",
  ])
  func refusesOtherURLTexts(text: String) throws {
    #expect(StrictBase64.decode(Array(text.utf8), alphabet: .urlUnpadded) == nil)
    #expect(try StrictBase64.decodeSecret(Array(text.utf8), alphabet: .urlUnpadded) == nil)
  }

  @Test(arguments: 0..<4, [StrictBase64.Alphabet.standardPadded, .urlUnpadded])
  func acceptsOnlyTheCharactersOfItsAlphabet(position: Int, alphabet: StrictBase64.Alphabet) {
    let special = alphabet == .standardPadded ? "+/" : "-_"
    let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(special)".utf8)
    for byte in UInt8.min...UInt8.max {
      var text = Array("AAAA".utf8)
      text[position] = byte
      let decoded = StrictBase64.decode(text, alphabet: alphabet)
      // "AAA=" is the one text that is right without being four characters of the alphabet.
      let isPadding = position == 3 && byte == UInt8(ascii: "=") && alphabet == .standardPadded
      #expect((decoded != nil) == (characters.contains(byte) || isPadding), "byte \(byte)")
      if let decoded { #expect(StrictBase64.encode(decoded, alphabet: alphabet) == text) }
    }
  }

  @Test(arguments: [StrictBase64.Alphabet.standardPadded, .urlUnpadded])
  func acceptsNoStrayBits(alphabet: StrictBase64.Alphabet) {
    let tails = alphabet == .standardPadded ? ["==", "="] : ["", ""]
    for (start, tail) in zip(["A", "AA"], tails) {
      for byte in UInt8.min...UInt8.max {
        let text = Array(start.utf8) + [byte] + Array(tail.utf8)
        guard let decoded = StrictBase64.decode(text, alphabet: alphabet) else { continue }
        #expect(StrictBase64.encode(decoded, alphabet: alphabet) == text)
      }
    }
  }
}
