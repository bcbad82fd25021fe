/// Base64 as RFC 4648 section 4 writes it: padded, without blanks, in the one canonical form.
enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// 64 for a byte that is no digit.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// The text of bytes.
  ///
  /// - Complexity: linear.
  static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 1
      guard count == 3 else { continue }
      for shift in [18, 12, 6, 0] as [UInt32] { text.append(alphabet[Int(bits >> shift & 63)]) }
      bits = 0
      count = 0
    }
    switch count {
    case 1: text += [alphabet[Int(bits >> 2)], alphabet[Int(bits << 4 & 63)], padding, padding]
    case 2:
      text += [
        alphabet[Int(bits >> 10)], alphabet[Int(bits >> 4 & 63)], alphabet[Int(bits << 2 & 63)], padding,
      ]
    default: break
    }
    return text
  }

  /// The bytes of a text.
  ///
  /// - Returns: nil for anything that ``encode(_:)`` does not write.
  /// - Complexity: linear.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let pads = text.suffix(2).reversed().prefix { $0 == padding }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for digit in text.dropLast(pads) {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits = 0
      count = 0
    }
    // The bits that the last digit has too many must be zero, or several texts would mean the same bytes.
    switch (count, pads) {
    case (0, 0): break
    case (2, 2):
      guard bits & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1):
      guard bits & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    return bytes
  }
}
