import Ritsurin

/// A format that is a CSV table with a header.
protocol CSVFormat: ForeignFormat {
  /// How quotes are written.
  static var escape: CSVParser.Escape { get }
  /// The columns that a row must have; those after the last of them may be missing at its end.
  static var neededColumns: [StaticString] { get }

  /// Whether a header is that of this format.
  static func matches(_ header: CSVHeader) -> Bool

  /// Takes one row.
  static func add(_ record: CSVRecord, to logins: inout LoginCollector)
}

extension CSVFormat {
  static var escape: CSVParser.Escape { .doubledQuote }

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, let header = CSVHeader(of: text) else { return false }
    return matches(header)
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = try input.requireText()
    guard let header = CSVHeader(of: text), neededColumns.allSatisfy({ header.position(of: $0) != nil })
    else {
      throw RKeychainImportError(
        .unknownFormat, line: 1, message: "the first line does not name the columns of this format")
    }
    var logins = LoginCollector(format, options: options)
    var parser = CSVParser(text, delimiter: header.delimiter, escape: escape)
    let needed = 1 + (neededColumns.compactMap { header.position(of: $0) }.max() ?? 0)
    var isFirst = true
    do throws(CSVFault) {
      while let row = try parser.next() {
        defer { isFirst = false }
        guard !isFirst, !row.isBlank else { continue }
        take(row, header: header, needed: needed, to: &logins)
      }
    } catch {
      logins.report(line: error.line, error.message)
    }
    return try logins.finish()
  }

  private static func take(
    _ row: CSVParser.Row, header: CSVHeader, needed: Int, to logins: inout LoginCollector
  ) {
    guard row.cells.count >= needed else {
      return logins.report(
        line: row.line, "the row has \(row.cells.count) cells, \(needed) are needed; line ends need quotes")
    }
    guard row.cells.dropFirst(header.names.count).allSatisfy(\.isEmpty) else {
      return logins.skip(
        line: row.line, "refused: the row has \(row.cells.count) cells, and the header \(header.names.count)")
    }
    if row.hasLooseQuote {
      logins.remark(line: row.line, "a quote stands in a cell without quotes round it; it is taken as it is")
    }
    add(CSVRecord(header: header, line: row.line, cells: row.cells), to: &logins)
  }
}
