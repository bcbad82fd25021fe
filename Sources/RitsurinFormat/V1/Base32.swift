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

  /// Writes the text of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: 16 bytes in path components.
  ///   - text: Where it goes; long enough from `offset` on.
  ///   - offset: Where it begins, in bytes.
  /// - Returns: Where it ends.
  /// - Complexity: O(bytes), without allocation.
  package static func encode(_ bytes: RawSpan, into text: inout MutableRawSpan, at offset: Int) -> Int {
    var end = offset
    var bits = 0
    var held: UInt64 = 0
    for index in 0..<bytes.byteCount {
      held = held << 8 | UInt64(bytes.byte(index))
      bits += 8
      // Every 40 bits are 8 characters.
      guard bits == 40 else { continue }
      for shift in stride(from: 35, through: 0, by: -5) {
        text.storeBytes(
          of: character(UInt32(truncatingIfNeeded: held >> UInt64(shift))), toByteOffset: end, as: UInt8.self)
        end += 1
      }
      bits = 0
    }
    while bits > 0 {
      let five = bits >= 5 ? held >> UInt64(bits - 5) : held << UInt64(5 - bits)
      text.storeBytes(of: character(UInt32(truncatingIfNeeded: five)), toByteOffset: end, as: UInt8.self)
      end += 1
      bits -= 5
    }
    return end
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
