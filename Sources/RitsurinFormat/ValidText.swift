/// Strict UTF-8 decoding that keeps every scalar, a leading U+FEFF and NUL included.
enum ValidText {
  /// The text of the bytes; nil where they are not UTF-8.
  static func decode(_ bytes: RawSpan) -> String? {
    #if canImport(Darwin)
      guard #available(macOS 15, iOS 18, *) else {
        // Repairing decoding gives the same bytes back exactly where nothing had to be repaired.
        let given = bytes.array
        let text = String(decoding: given, as: UTF8.self)
        return text.utf8.elementsEqual(given) ? text : nil
      }
    #endif
    return unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
  }
}
