/// Sections and settings, as key files and Python's `configparser` write them.
struct INIText {
  /// One line that says something.
  struct Line {
    enum Content {
      /// `[name]`.
      case section(ArraySlice<UInt8>)
      /// `name=value`: the name without blanks around it, the value with every byte behind the equals sign.
      case setting(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
      /// A line that begins with a blank and so continues the one before.
      case continuation(ArraySlice<UInt8>)
      /// Anything else.
      case other
    }
    let number: Int
    let content: Content
  }

  /// The lines; comments (`#` and `;`) and blank lines are left out.
  let lines: [Line]

  /// - Complexity: linear.
  init(_ bytes: [UInt8]) {
    let text = LineText(bytes)
    lines = text.lines.compactMap { line in
      let content = text[line]
      let trimmed = content.trimmingBlanks
      guard let first = trimmed.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else {
        return nil
      }
      if content.first?.isBlank ?? false { return Line(number: line.number, content: .continuation(trimmed)) }
      if first == UInt8(ascii: "["), trimmed.last == UInt8(ascii: "]") {
        return Line(number: line.number, content: .section(trimmed.dropFirst().dropLast()))
      }
      guard let (name, value) = content.split(atFirst: UInt8(ascii: "=")) else {
        return Line(number: line.number, content: .other)
      }
      return Line(
        number: line.number,
        content: .setting(name: name.trimmingBlanks, value: value))
    }
  }
}
