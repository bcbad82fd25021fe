/// Reads comma-separated values (RFC 4180), row by row.
///
/// Rows end at LF, CR LF, CR CR LF or CR; line ends within quotes are data and stay as they are. Nothing is
/// trimmed, and a `#` or a backslash is data like any other byte.
struct CSVParser {
  /// How a quote stands within quotes.
  enum Escape {
    /// `""`, as RFC 4180 has it.
    case doubledQuote
    /// `\"`, and `\\` for the backslash, as KeePass 1 writes.
    case backslash
  }

  /// One row.
  struct Row {
    /// The line on which it begins, from 1.
    let line: Int
    /// Its cells, without the quotes round them.
    let cells: [[UInt8]]
    /// Whether a cell without quotes round it holds one, which RFC 4180 does not allow.
    let hasLooseQuote: Bool
    /// Whether the row is an empty line.
    let isBlank: Bool
  }

  /// How many cells a row may have.
  static let cellLimit = 1024
  private static let quote = UInt8(ascii: "\"")

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let escape: Escape
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8], delimiter: UInt8, escape: Escape = .doubledQuote) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.escape = escape
  }

  /// The next row.
  ///
  /// - Returns: nil at the end of the text.
  /// - Throws: a fault after which no cell can be trusted.
  /// - Complexity: linear in the row.
  mutating func next() throws(CSVFault) -> Row? {
    guard position < bytes.count else { return nil }
    let firstLine = line
    let start = position
    var cells: [[UInt8]] = []
    var hasLooseQuote = false
    while true {
      guard cells.count < Self.cellLimit else {
        throw CSVFault(line: line, message: "a row has too many cells")
      }
      if position < bytes.count, bytes[position] == Self.quote {
        cells.append(try quotedCell())
      } else {
        let cell = plainCell()
        hasLooseQuote = hasLooseQuote || cell.contains(Self.quote)
        cells.append(Array(cell))
      }
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    let isBlank = position == start
    skipLineEnd()
    return Row(line: firstLine, cells: cells, hasLooseQuote: hasLooseQuote, isBlank: isBlank)
  }

  private mutating func plainCell() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, bytes[position] != delimiter, !bytes[position].isLineEnd { position += 1 }
    return bytes[start..<position]
  }

  private mutating func quotedCell() throws(CSVFault) -> [UInt8] {
    let firstLine = line
    var cell: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if escape == .backslash, byte == UInt8(ascii: "\\"), next == Self.quote || next == byte {
        cell.append(next)
        position += 2
      } else if byte == Self.quote, escape == .doubledQuote, next == Self.quote {
        cell.append(byte)
        position += 2
      } else if byte == Self.quote {
        position += 1
        guard position == bytes.count || bytes[position] == delimiter || bytes[position].isLineEnd else {
          throw CSVFault(line: line, message: "a cell goes on after its closing quote")
        }
        return cell
      } else {
        if byte == 0x0A || byte == 0x0D && next != 0x0A { line += 1 }
        cell.append(byte)
        position += 1
      }
    }
    throw CSVFault(line: firstLine, message: "a quoted cell that begins here does not end")
  }

  private mutating func skipLineEnd() {
    guard position < bytes.count else { return }
    var end = position
    while end < bytes.count, bytes[end] == 0x0D { end += 1 }
    position = end < bytes.count && bytes[end] == 0x0A ? end + 1 : position + 1
    line += 1
  }
}

/// Why a text is not CSV.
struct CSVFault: Error, Equatable {
  /// The line, from 1.
  let line: Int
  /// What is wrong; nothing of the text is quoted.
  let message: String
}
