/// RFC 4648 base64 with padding, strictly: text that encodes back to itself, and nothing else.
///
/// For the public fields of headers and slots. Keys in files go through libsodium, into locked memory.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of the bytes.
  ///
  /// - Complexity: O(bytes).
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits = 0
    var held: UInt32 = 0
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xffff
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(held >> UInt32(bits)) & 63])
      }
    }
    if bits > 0 { text.append(alphabet[Int(held << UInt32(6 - bits)) & 63]) }
    while text.count % 4 != 0 { text.append(0x3d) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of the text; nil for anything that does not encode back to the same text.
  ///
  /// - Complexity: O(characters).
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == 0x3d }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits = 0
    var held: UInt32 = 0
    // A "=" before the padding is in no alphabet, so padding stands only where it belongs.
    for character in text.dropLast(padding) {
      guard let value = value(character) else { return nil }
      held = (held << 6 | value) & 0xffff
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    // Bits that belong to no byte are zero in canonical text.
    return held & ((1 << UInt32(bits)) - 1) == 0 ? bytes : nil
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5a: UInt32(character - 0x41)
    case 0x61...0x7a: UInt32(character - 0x61) + 26
    case 0x30...0x39: UInt32(character - 0x30) + 52
    case 0x2b: 62
    case 0x2f: 63
    default: nil
    }
  }
}
