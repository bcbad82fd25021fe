/// What the `print_buffer` of Apple's `security` tool prints for bytes, and how it is read back.
///
/// Printable ASCII without the backslash stands in quotes, which are not escaped inside; anything else is
/// `0x` and capital hexadecimal digits, after which an echo in quotes may stand that says nothing new; no
/// bytes are nothing. A line end is never printed raw, so that every value is a part of one line.
enum SecurityPrinting {
  /// What one printed value is.
  enum Value: Equatable {
    /// Bytes; `isExact` is false where the quotes hold what the tool never prints there.
    case bytes([UInt8], isExact: Bool)
    /// `<NULL>`: there is no such attribute.
    case absent
  }

  /// Reads a value.
  ///
  /// - Parameter text: The rest of its line.
  /// - Returns: nil where nothing of that kind stands there.
  /// - Complexity: linear.
  static func value(_ text: ArraySlice<UInt8>) -> Value? {
    if text.allSatisfy(\.isBlank) { return .bytes([], isExact: true) }
    if text.trimmingBlanks.isText("<NULL>") { return .absent }
    if text.first == UInt8(ascii: "\"") {
      let content = quoted(text) ?? quoted(text.trimmingBlanks)
      guard let content else { return nil }
      let isExact = content.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
      return .bytes(Array(content), isExact: isExact)
    }
    return hexadecimal(text).map { .bytes($0, isExact: true) }
  }

  /// The bytes of a value that must be there.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard case .bytes(let bytes, _) = value(text) else { return nil }
    return bytes
  }

  /// The bytes of a text that is at least two quotes.
  private static func quoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let quote = UInt8(ascii: "\"")
    guard text.count >= 2, text.first == quote, text.last == quote else { return nil }
    return text.dropFirst().dropLast()
  }

  /// The bytes of `0x…`; what may follow is only an echo in quotes.
  private static func hexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.starts(with: "0x".utf8) else { return nil }
    let digits = text.dropFirst(2).prefix { $0.hexDigit != nil }
    let rest = text.dropFirst(2 + digits.count)
    guard !digits.isEmpty, rest.first.map(\.isBlank) ?? true else { return nil }
    let echo = rest.trimmingBlanks
    guard echo.isEmpty || quoted(echo) != nil else { return nil }
    return HexText.decode(digits)
  }
}
