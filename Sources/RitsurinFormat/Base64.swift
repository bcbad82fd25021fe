/// RFC 4648 base64 with padding, strictly: text that re-encodes to itself, and nothing else.
///
/// For public fields of headers and slots. Key files go through libsodium, into locked memory.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var bits = 0
    var held: UInt32 = 0
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(held >> UInt32(bits)) & 63])
        held &= (1 << UInt32(bits)) - 1
      }
    }
    if bits > 0 { text.append(alphabet[Int(held << UInt32(6 - bits)) & 63]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return text
  }

  /// nil for anything that does not re-encode to the same text.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits = 0
    var held: UInt32 = 0
    for character in text {
      if character == UInt8(ascii: "=") { break }
      guard let value = value(character) else { return nil }
      held = held << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
        held &= (1 << UInt32(bits)) - 1
      }
    }
    // Covers misplaced and missing padding, and stray bits at the end.
    return encode(bytes).elementsEqual(text) ? bytes : nil
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - 0x41)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - 0x61) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - 0x30) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
