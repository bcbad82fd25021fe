/// Takes a `.env` file apart into its logical lines.
struct DotEnvScanner {
  /// `NAME=value`.
  struct Assignment {
    let name: String
    let value: [UInt8]
    /// Whether a colon stood in place of the equals sign.
    let isColon: Bool
    /// What programs read differently.
    let remarks: [String]
  }

  /// A line, or several where a quoted value spans them; comments and blank lines are passed over.
  struct Logical {
    enum Content {
      case assignment(Assignment)
      case fault(String)
    }
    let number: Int
    let range: Range<Int>
    let content: Content
  }

  private let text: LineText
  private var index = 0

  init(_ bytes: [UInt8]) {
    text = LineText(bytes)
  }

  /// The next logical line; nil at the end.
  mutating func next() -> Logical? {
    while index < text.lines.count {
      let line = text.lines[index]
      index += 1
      let content = text[line].trimmingBlanks
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      return Logical(number: line.number, range: line.range, content: read(content, line))
    }
    return nil
  }

  private mutating func read(_ content: ArraySlice<UInt8>, _ line: TextLines.Line) -> Logical.Content {
    var rest = content
    if let after = rest.after("export"), let blank = after.first, blank.isBlank {
      rest = after.trimmingBlanks
    }
    let name = rest.prefix(while: Self.isNameByte)
    guard !name.isEmpty else { return .fault("the line does not begin with a name") }
    rest = rest.dropFirst(name.count)
    let afterName = rest.drop(while: \.isBlank)
    let isColon: Bool
    if afterName.first == UInt8(ascii: "=") {
      isColon = false
      rest = afterName.dropFirst()
    } else if rest.first == UInt8(ascii: ":"), rest.dropFirst().first?.isBlank ?? true {
      isColon = true
      rest = rest.dropFirst()
    } else {
      return .fault("there is no equals sign after the name")
    }
    let start = rest.drop(while: \.isBlank)
    let text = String(decoding: name, as: UTF8.self)
    switch start.first {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?, UInt8(ascii: "`")?:
      return readQuoted(name: text, isColon: isColon, from: start.startIndex)
    default:
      return .assignment(Self.unquoted(name: text, isColon: isColon, rest))
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  // MARK: Values

  /// A value without quotes ends at the line's end, or at a `#` with a blank before it.
  private static func unquoted(name: String, isColon: Bool, _ rest: ArraySlice<UInt8>) -> Assignment {
    var end = rest.endIndex
    var remarks: [String] = []
    for position in rest.indices where rest[position] == UInt8(ascii: "#") {
      if position > rest.startIndex, rest[position - 1].isBlank {
        end = position
        break
      }
      if remarks.isEmpty {
        remarks.append(
          "a # without a blank before it is kept as a part of the value; some programs cut there")
      }
    }
    let value = Array(rest[..<end].trimmingBlanks)
    if value.contains(UInt8(ascii: "$")) { remarks.append(dollar) }
    return Assignment(name: name, value: value, isColon: isColon, remarks: remarks)
  }

  private static let dollar = "a $ is kept as it is; some programs would put a variable there"

  /// A quoted value ends at the last quote that can end it: one with nothing but a comment behind it, and
  /// before which every quote stands behind a backslash.
  private mutating func readQuoted(name: String, isColon: Bool, from start: Int) -> Logical.Content {
    let bytes = text.bytes
    let quote = bytes[start]
    var end: Int?
    var hasQuote = false
    var position = start + 1
    var backslashes = 0
    scan: while position < bytes.count {
      switch bytes[position] {
      case quote:
        hasQuote = true
        if isFollowedByNothing(position) { end = position }
        if backslashes % 2 == 0 { break scan }
        backslashes = 0
      case UInt8(ascii: "\\"): backslashes += 1
      default: backslashes = 0
      }
      position += 1
    }
    guard let end else {
      return .fault(hasQuote ? "text follows the closing quote" : "a quote is not closed")
    }
    while index < text.lines.count, text.lines[index].range.lowerBound <= end { index += 1 }
    let content = bytes[(start + 1)..<end]
    var remarks: [String] = []
    let value = quote == UInt8(ascii: "\"") ? Self.unescaped(content, &remarks) : Self.linesJoined(content)
    if quote != UInt8(ascii: "'"), value.contains(UInt8(ascii: "$")) { remarks.append(Self.dollar) }
    return .assignment(Assignment(name: name, value: value, isColon: isColon, remarks: remarks))
  }

  private func isFollowedByNothing(_ position: Int) -> Bool {
    var next = position + 1
    while next < text.bytes.count, text.bytes[next].isBlank { next += 1 }
    guard next < text.bytes.count else { return true }
    return text.bytes[next].isLineEnd || text.bytes[next] == UInt8(ascii: "#")
  }

  /// Line ends inside quotes as LF, which is what they are in the file's own terms.
  private static func linesJoined(_ content: ArraySlice<UInt8>) -> [UInt8] {
    guard content.contains(0x0D) else { return Array(content) }
    var value: [UInt8] = []
    for (position, byte) in zip(content.indices, content) {
      let next = position + 1 < content.endIndex ? content[position + 1] : nil
      if byte == 0x0D, next == 0x0A || next == 0x0D { continue }
      value.append(byte == 0x0D ? 0x0A : byte)
    }
    return value
  }

  private static func unescaped(_ content: ArraySlice<UInt8>, _ remarks: inout [String]) -> [UInt8] {
    var value: [UInt8] = []
    var bytes = linesJoined(content).makeIterator()
    var isUncertain = false
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      switch bytes.next() {
      case UInt8(ascii: "n")?: value.append(0x0A)
      case UInt8(ascii: "r")?: value.append(0x0D)
      case UInt8(ascii: "\"")?: value.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\")?: value.append(UInt8(ascii: "\\"))
      case let other?:
        value += [byte, other]
        isUncertain = true
      case nil: value.append(byte)
      }
    }
    if isUncertain {
      remarks.append("a backslash is kept as it is; some programs take it away, or read an escape")
    }
    return value
  }
}
