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

  /// The items in the order of the file.
  public var entries: [Entry]
  /// What was not taken over exactly, and what looks like a mistake.
  public var notices: [RKeychainImportRemark]
  /// The format that was read.
  public let format: RKeychainExchangeFormat

  init(entries: [Entry], notices: [RKeychainImportRemark], format: RKeychainExchangeFormat) {
    self.entries = entries
    self.notices = notices + LookalikeNames.notices(on: entries)
    self.format = format
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
    let format = try FormatDetector.format(of: bytes, asked: options.format)
    switch format {
    case .native: self = try NativeReader.read(InputText(bytes).bytes, isPartial: options.isPartial)
    default:
      throw RKeychainImportError(
        .unknownFormat, message: "there is no reader for the format \(format.rawValue.debugDescription)")
    }
  }
}
