/// Lower-case hexadecimal text.
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two digits a byte, lower case.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of lower-case text of even length; nil for anything else.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text {
      guard let value = value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    if ASCII.isDigit(digit) { return digit - 0x30 }
    return ASCII.isLowerHex(digit) ? digit - 0x61 + 10 : nil
  }
}
