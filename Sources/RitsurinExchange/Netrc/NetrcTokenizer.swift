/// Takes a netrc file apart into its tokens, as SwiftPM and curl read them.
struct NetrcTokenizer {
  /// A word, without its quotes.
  struct Token {
    let bytes: [UInt8]
    let line: Int
    let isQuoted: Bool
    /// What other programs read differently.
    let remark: String?
  }

  /// Why a token cannot be read.
  struct Fault: Error {
    let line: Int
    let message: String
  }

  private let text: LineText
  private var index = 0
  private var position: Int

  init(_ bytes: [UInt8]) {
    text = LineText(bytes)
    position = text.lines.first?.range.lowerBound ?? 0
  }

  /// The next token; nil at the end.
  ///
  /// - Throws: for a quote that its line does not close; the rest of the line is passed over.
  mutating func next() throws(Fault) -> Token? {
    while index < text.lines.count {
      let line = text.lines[index]
      while position < line.range.upperBound, text.bytes[position].isBlank { position += 1 }
      guard position < line.range.upperBound, text.bytes[position] != UInt8(ascii: "#") else {
        nextLine()
        continue
      }
      return text.bytes[position] == UInt8(ascii: "\"") ? try quoted(line) : plain(line)
    }
    return nil
  }

  /// Passes over the lines of a macro, up to a blank one.
  mutating func skipMacro() {
    nextLine()
    while index < text.lines.count {
      let isBlank = text[text.lines[index]].trimmingBlanks.isEmpty
      nextLine()
      if isBlank { return }
    }
  }

  private mutating func nextLine() {
    index += 1
    if index < text.lines.count { position = text.lines[index].range.lowerBound }
  }

  private mutating func plain(_ line: TextLines.Line) -> Token {
    let start = position
    while position < line.range.upperBound, !text.bytes[position].isBlank { position += 1 }
    let bytes = Array(text.bytes[start..<position])
    let isOdd = bytes.contains(UInt8(ascii: "\"")) || bytes.contains(UInt8(ascii: "\\"))
    return Token(
      bytes: bytes, line: line.number, isQuoted: false,
      remark: isOdd ? "a quote or backslash outside quotes is kept; some programs take it away" : nil)
  }

  private mutating func quoted(_ line: TextLines.Line) throws(Fault) -> Token {
    var bytes: [UInt8] = []
    position += 1
    while position < line.range.upperBound {
      let byte = text.bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        let isEnded = position >= line.range.upperBound || text.bytes[position].isBlank
        guard isEnded else {
          nextLine()
          throw Fault(line: line.number, message: "text follows a closing quote")
        }
        return Token(bytes: bytes, line: line.number, isQuoted: true, remark: nil)
      case UInt8(ascii: "\\"):
        guard position < line.range.upperBound else { break }
        switch text.bytes[position] {
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case let other: bytes.append(other)
        }
        position += 1
      default: bytes.append(byte)
      }
    }
    nextLine()
    throw Fault(line: line.number, message: "a quote is not closed")
  }
}
