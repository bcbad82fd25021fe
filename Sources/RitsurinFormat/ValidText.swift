/// Strict UTF-8 decoding that keeps every scalar, a leading U+FEFF and NUL included.
enum ValidText {
  /// The text of the bytes; nil where they are not UTF-8.
  ///
  /// - Complexity: O(bytes).
  static func decode(_ bytes: RawSpan) -> String? {
    #if canImport(Darwin)
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        // Decoding that repairs gives the same bytes back exactly where nothing had to be repaired.
        let given = bytes.array
        let text = String(decoding: given, as: UTF8.self)
        return text.utf8.elementsEqual(given) ? text : nil
      }
    #endif
    guard let text = try? UTF8Span(validating: Span<UInt8>(_bytes: bytes)) else { return nil }
    return String(copying: text)
  }

  /// Whether the bytes are UTF-8.
  ///
  /// - Complexity: O(bytes).
  static func isValid(_ bytes: RawSpan) -> Bool {
    #if canImport(Darwin)
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        return decode(bytes) != nil
      }
    #endif
    return (try? UTF8Span(validating: Span<UInt8>(_bytes: bytes))) != nil
  }
}
