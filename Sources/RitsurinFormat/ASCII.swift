/// Classes of ASCII bytes.
///
/// Swift's own character properties also take full-width digits, the Kelvin sign and more.
enum ASCII {
  /// Whether the byte is one of `0-9`.
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Whether the byte is one of `a-z`.
  static func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7a }

  /// Whether the byte is one of `A-Z`.
  static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5a }

  /// Whether the byte is one of `0-9 a-f`.
  static func isLowerHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte >= 0x61 && byte <= 0x66) }
}
