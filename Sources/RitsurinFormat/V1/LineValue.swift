/// The values that signed lines hold.
enum LineValue {
  /// A number `0|[1-9][0-9]*` below 2^63; nil for anything else.
  static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    guard let first = text.first, text.count <= 19, first != 0x30 || text.count == 1 else { return nil }
    // 19 digits fit into 64 bits without a sign.
    var number: UInt64 = 0
    for digit in text {
      guard ASCII.isDigit(digit) else { return nil }
      number = number * 10 + UInt64(digit - 0x30)
    }
    return Int64(exactly: number)
  }

  /// A time by its form, `YYYY-MM-DDTHH:MM:SSZ`; it is for people, and no calendar is asked.
  static func time(_ text: ArraySlice<UInt8>) -> String? {
    var form = Array("0000-00-00T00:00:00Z".utf8)[...]
    guard text.count == form.count else { return nil }
    // No zip: the runtime takes longer to make its type than everything else here takes.
    for byte in text {
      guard let model = form.popFirst(), model == 0x30 ? ASCII.isDigit(byte) : byte == model else {
        return nil
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Lower-case hexadecimal text of a number of bytes.
  static func hex(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard text.count == 2 * count else { return nil }
    return Hex.decode(text)
  }

  /// Strict base64 text of a number of bytes.
  static func base64(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard text.count == (count + 2) / 3 * 4, let bytes = Base64.decode(text), bytes.count == count else {
      return nil
    }
    return bytes
  }

  /// The parts between single spaces; an empty part is a part.
  static func parts(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split(separator: 0x20, omittingEmptySubsequences: false)
  }

  /// Text that may stand in a line: whatever would end it or be refused by readers becomes a space.
  static func printable(_ text: String) -> String {
    guard !isPrintable(text) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? " " : scalar) }
    return String(scalars)
  }

  /// Whether text holds no control character.
  static func isPrintable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isControl) }

  /// Whether a scalar is of the general category Cc, which Unicode has closed for good.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
  }
}
