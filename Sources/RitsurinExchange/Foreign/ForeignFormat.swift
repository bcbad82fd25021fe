/// A reader of one format that other programs write.
///
/// Each format is one type in one file; ``ForeignFormats`` lists them.
protocol ForeignFormat {
  /// The format's name.
  static var format: RKeychainExchangeFormat { get }

  /// Whether contents look like this format, by structure and never by a name.
  ///
  /// - Complexity: linear at most.
  static func recognizes(_ input: ImportInput) -> Bool

  /// Reads and checks everything, and writes nothing.
  ///
  /// - Throws: every problem of the file, by line and key, never by value.
  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport
}

/// Every foreign format.
enum ForeignFormats {
  /// In the order in which they are asked whether they recognise a file: those with the surest marks first.
  static var all: [any ForeignFormat.Type] {
    AppleFormats.all + LoginFormats.all + StoreFormats.all + StoreFormats.last
  }

  /// The reader of a format; nil where there is none.
  static func reader(of format: RKeychainExchangeFormat) -> (any ForeignFormat.Type)? {
    all.first { $0.format == format }
  }
}

extension RKeychainExchangeFormat {
  /// Every format that there is a reader for, the native one first and the others by their names.
  package static var readable: [RKeychainExchangeFormat] {
    let foreign = Set(ForeignFormats.all.map { $0.format } + [pass])
    return [native] + foreign.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
  }
}
