extension RawSpan {
  /// One byte.
  ///
  /// - Parameter index: In `0..<byteCount`, which the caller has checked; anything else stops the program.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { Span<UInt8>(_bytes: self)[index] }

  /// The bytes as an array.
  ///
  /// - Complexity: O(bytes).
  var array: [UInt8] {
    let bytes = Span<UInt8>(_bytes: self)
    var array: [UInt8] = []
    array.reserveCapacity(bytes.count)
    for index in bytes.indices { array.append(bytes[index]) }
    return array
  }

  /// Whether the bytes are those of an ASCII literal.
  ///
  /// - Complexity: O(bytes).
  func equals(_ text: String) -> Bool {
    guard byteCount == text.utf8.count else { return false }
    var index = 0
    for byte in text.utf8 {
      guard self.byte(index) == byte else { return false }
      index += 1
    }
    return true
  }

  /// The little-endian unsigned number of 32 bits at an offset that the caller has checked.
  @inline(__always)
  func littleEndian32(_ offset: Int) -> UInt32 {
    var number: UInt32 = 0
    for index in 0..<4 { number |= UInt32(byte(offset + index)) << UInt32(8 * index) }
    return number
  }

  /// The big-endian unsigned number of 32 bits at an offset that the caller has checked.
  @inline(__always)
  func bigEndian32(_ offset: Int) -> UInt32 { littleEndian32(offset).byteSwapped }

  /// The little-endian signed number of 64 bits at an offset that the caller has checked.
  @inline(__always)
  func littleEndian64(_ offset: Int) -> Int64 {
    let low = UInt64(littleEndian32(offset))
    let high = UInt64(littleEndian32(offset + 4))
    return Int64(bitPattern: high << 32 | low)
  }
}
