/// Percent-encoding, as in URLs.
enum PercentText {
  /// The bytes that a text stands for; nil where a percent sign is not followed by two hexadecimal digits.
  ///
  /// - Complexity: linear.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexDigit, let low = rest.next()?.hexDigit else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
