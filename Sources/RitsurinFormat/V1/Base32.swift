/// The last part of a path component: 16 bytes as 26 characters. Docs/Format.md, "Names".
package enum Base32 {
  /// The number of characters that 16 bytes take.
  package static let characterCount = 26
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// RFC 4648 base32, lower case, without padding.
  ///
  /// - Parameter bytes: 16 bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var bits = 0
    var held: UInt32 = 0
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xfff
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(held >> UInt32(bits)) & 31])
      }
    }
    if bits > 0 { text.append(alphabet[Int(held << UInt32(5 - bits)) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The 16 bytes of 26 characters; nil for other characters and for stray bits at the end.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count == characterCount else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var bits = 0
    var held: UInt32 = 0
    for character in text {
      let value: UInt32
      if ASCII.isLower(character) {
        value = UInt32(character - 0x61)
      } else if character >= 0x32, character <= 0x37 {
        value = UInt32(character - 0x32) + 26
      } else {
        return nil
      }
      held = (held << 5 | value) & 0xfff
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    guard held & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
    return bytes
  }
}
