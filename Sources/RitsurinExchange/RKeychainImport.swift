public import Ritsurin

/// What a file to be imported holds: items and remarks, all of it read and checked, nothing written yet.
///
/// ```swift
/// let file = try RKeychainImport(reading: bytes)
/// let report = try file.restore(into: vault, onConflict: .skip)
/// ```
public struct RKeychainImport: Sendable {
  /// One item and where it stands.
  public struct Entry: Sendable {
    /// The item with its dates.
    ///
    /// Where the file gives one of the two dates, it stands for both.
    public var item: RKeychainRestoredItem
    /// The line of the file, from 1.
    public var line: Int

    /// An item and where it stands.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - line: The line of the file, from 1.
    public init(item: RKeychainRestoredItem, line: Int) {
      self.item = item
      self.line = line
    }
  }

  /// The greatest file that is read, in bytes (1 GiB).
  public static let byteLimit = 1 << 30

  /// What the number of an entry counts.
  public enum Unit: String, Sendable {
    /// Lines of text.
    case line
    /// Entries of a store, or files of a tree.
    case entry
  }

  /// The items in the order of the file.
  public var entries: [Entry]
  /// What was not taken over exactly, and what looks like a mistake.
  public var notices: [RKeychainImportRemark]
  /// The rows that are no items, or cannot be, and are left out.
  public var skipped: [RKeychainImportRemark]
  /// The format that was read.
  public let format: RKeychainExchangeFormat
  /// What ``Entry/line`` counts.
  public let unit: Unit

  init(
    entries: [Entry], notices: [RKeychainImportRemark], skipped: [RKeychainImportRemark] = [],
    format: RKeychainExchangeFormat, unit: Unit = .line
  ) {
    self.entries = entries
    self.notices = notices + LookalikeNames.notices(on: entries)
    self.skipped = skipped
    self.format = format
    self.unit = unit
  }

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - file: The whole file.
  ///   - options: How it is read.
  /// - Throws: ``RKeychainImportError`` with everything that is wrong; no item of such a file is handed out.
  /// - Complexity: linear.
  public init(
    reading file: some Sequence<UInt8>, options: RKeychainImportOptions = RKeychainImportOptions()
  ) throws(RKeychainImportError) {
    let bytes = Array(file)
    guard bytes.count <= Self.byteLimit else {
      throw RKeychainImportError(.fileTooBig, message: "the file is larger than \(Self.byteLimit) bytes")
    }
    try FormatDetector.refuse(bytes)
    let input = ImportInput(bytes, encoding: options.encoding)
    let format: RKeychainExchangeFormat
    if let asked = options.format { format = asked } else { format = try FormatDetector.format(of: input) }
    if format == .native {
      self = try NativeReader.read(input.requireText(), isPartial: options.isPartial)
    } else if let reader = ForeignFormats.reader(of: format) {
      self = try reader.read(input, options: options)
    } else {
      throw RKeychainImportError(
        .unknownFormat, message: "there is no reader for the format \(format.rawValue.debugDescription)")
    }
    try ImportRules.apply(options, to: &self)
  }
}
