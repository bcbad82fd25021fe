/// Lower-case hexadecimal text.
package enum Hex {
  /// Two digits a byte, lower case.
  ///
  /// - Complexity: O(bytes).
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of lower-case text of even length; nil for anything else.
  ///
  /// - Complexity: O(characters).
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

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  private static func value(_ digit: UInt8) -> UInt8? {
    if ASCII.isDigit(digit) { return digit - 0x30 }
    return ASCII.isLowerHex(digit) ? digit - 0x57 : nil
  }
}
