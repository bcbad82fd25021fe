/// Text of unknown origin on its way to a terminal.
enum DisplayText {
  /// The text with everything escaped that a terminal would act upon.
  ///
  /// Escaped are control characters (C0, DEL, C1), line and paragraph separators, and the marks that turn the
  /// direction of text, which can make one name look like another. Text without any of these stays as it is;
  /// in other text the backslash is escaped too.
  ///
  /// - Complexity: linear.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isActive) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown.append(contentsOf: "\\n".unicodeScalars)
      case "\r": shown.append(contentsOf: "\\r".unicodeScalars)
      case "\t": shown.append(contentsOf: "\\t".unicodeScalars)
      case "\\": shown.append(contentsOf: "\\\\".unicodeScalars)
      case _ where isActive(scalar):
        shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
