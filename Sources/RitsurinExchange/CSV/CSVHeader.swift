/// The first row of a CSV text: the names of its columns.
struct CSVHeader {
  /// The greatest header that is looked at, in bytes.
  private static let byteLimit = 4096

  /// What separates cells.
  let delimiter: UInt8
  /// The names in the order of the columns, small letters without blanks round them.
  let names: [[UInt8]]

  /// Finds the header and the delimiter, of which the header alone decides.
  ///
  /// - Parameter text: Valid UTF-8 without a byte order mark.
  /// - Returns: nil where the text has no first row of two cells at least.
  init?(of text: [UInt8]) {
    var best: (delimiter: UInt8, names: [[UInt8]])?
    for delimiter in [",", ";", "\t"] as [Unicode.Scalar] {
      var parser = CSVParser(Array(text.prefix(Self.byteLimit)), delimiter: UInt8(ascii: delimiter))
      guard let row = try? parser.next(), row.cells.count > max(1, best?.names.count ?? 1) else { continue }
      best = (UInt8(ascii: delimiter), row.cells.map { $0.trimmingBlanks.map(\.asciiLowercase) })
    }
    guard let best else { return nil }
    delimiter = best.delimiter
    names = best.names
  }

  /// The first column of a name.
  func position(of name: StaticString) -> Int? {
    names.firstIndex { $0.isText(name) }
  }

  /// Whether all of some names are there.
  func hasAll(_ names: [StaticString]) -> Bool {
    names.allSatisfy { position(of: $0) != nil }
  }

  /// Whether one of some names is there at least.
  func hasAny(_ names: [StaticString]) -> Bool {
    names.contains { position(of: $0) != nil }
  }

  /// Whether no other names are there.
  func hasOnly(_ known: [StaticString]) -> Bool {
    names.allSatisfy { name in known.contains { name.isText($0) } }
  }
}

/// A row under its header.
struct CSVRecord {
  let header: CSVHeader
  /// The line on which the row begins, from 1.
  let line: Int
  let cells: [[UInt8]]

  /// The cell of a column; nil where there is no such column, and where the row ends before it.
  subscript(name: StaticString) -> [UInt8]? {
    guard let position = header.position(of: name), position < cells.count else { return nil }
    return cells[position]
  }

  /// The cell of a column where it is not empty.
  func text(_ name: StaticString) -> [UInt8]? {
    guard let cell = self[name], !cell.isEmpty else { return nil }
    return cell
  }

  /// The first cell that is not empty, of several columns.
  func text(anyOf names: [StaticString]) -> [UInt8]? {
    for name in names {
      if let cell = text(name) { return cell }
    }
    return nil
  }
}
