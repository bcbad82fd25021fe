/// Checks that bytes are UTF-8 (The Unicode Standard, table 3-7), and says where they are not.
enum UTF8Check {
  /// The offset of the first byte that begins no scalar.
  ///
  /// - Returns: nil where all bytes are valid.
  /// - Complexity: linear.
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    var position = 0
    while position < bytes.count {
      let length = scalarLength(in: bytes, at: position)
      guard length > 0 else { return position }
      position += length
    }
    return nil
  }

  /// The number of bytes of the scalar at a position; 0 where there is none.
  private static func scalarLength(in bytes: [UInt8], at position: Int) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[position] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return 0 }
    for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
