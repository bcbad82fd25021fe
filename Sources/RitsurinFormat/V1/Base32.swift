/// The last part of a path component: 16 bytes as 26 characters.
///
/// RFC 4648 base32, lower case, without padding: Docs/Format.md#names.
package enum Base32 {
  /// The number of characters that 16 bytes take.
  package static let characterCount = 26

  /// The text of the bytes.
  ///
  /// - Parameter bytes: 16 bytes in path components; any number is encoded.
  /// - Complexity: O(bytes).
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var bits = 0
    var held: UInt32 = 0
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xffff
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(character(held >> UInt32(bits)))
      }
    }
    if bits > 0 { text.append(character(held << UInt32(5 - bits))) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The 16 bytes of 26 characters; nil for anything that does not encode back to the same text.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count == characterCount else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var bits = 0
    var held: UInt32 = 0
    for character in text {
      guard let value = value(character) else { return nil }
      held = (held << 5 | value) & 0xffff
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    // Bits that belong to no byte are zero in canonical text.
    return held & ((1 << UInt32(bits)) - 1) == 0 ? bytes : nil
  }

  private static func character(_ bits: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 31)
    return value < 26 ? 0x61 + value : 0x18 + value
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case 0x61...0x7a: UInt32(character - 0x61)
    case 0x32...0x37: UInt32(character - 0x32) + 26
    default: nil
    }
  }
}
