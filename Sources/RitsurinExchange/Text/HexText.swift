/// Hexadecimal digits of either case, two a byte.
enum HexText {
  /// The bytes of digits; nil for an odd number of them, and for anything that is none.
  ///
  /// - Complexity: linear.
  static func decode(_ digits: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = digit.hexDigit else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
