/// Tables over ASCII bytes: Swift's own character classes take full-width digits, Kelvin signs and more.
enum ASCII {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7a }
  static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5a }
  static func isLowerHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte >= 0x61 && byte <= 0x66) }
}

extension RawSpan {
  /// One byte.
  ///
  /// - Parameter index: 0..<byteCount, which the caller has checked; anything else stops the program.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }

  /// The bytes as an array.
  var array: [UInt8] {
    unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// A little-endian unsigned number of 32 bits at an offset that the caller has checked.
  @inline(__always)
  func littleEndian32(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A little-endian signed number of 64 bits at an offset that the caller has checked.
  @inline(__always)
  func littleEndian64(_ offset: Int) -> Int64 {
    Int64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: Int64.self))
  }
}
