/// A parser, or a family of them, for bytes that come from outside.
///
/// Whatever the bytes are, it must come to an end soon, without a trap and in bounded memory; and where
/// something can be written again, reading that must give the same.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A file to be imported, recognised by its content.
  case content
  /// A file to be imported as one of the formats: the first byte says which, the second how.
  case format
  /// The envelope of a sealed item, or a sidecar.
  case envelope
  /// The attributes of an item.
  case attributes
  /// `vault.header`.
  case header
  /// A key slot.
  case slot
  /// `.commit`.
  case record
  /// A key file or identity file.
  case keyFile = "key-file"
  /// Names of files and directories.
  case names

  /// Gives bytes to the parser.
  ///
  /// - Returns: Which promise was broken; nil where none was.
  package func run(_ bytes: [UInt8]) -> String? {
    switch self {
    case .content: ImportFuzzing.read(bytes)
    case .format: ImportFuzzing.readAsOneFormat(bytes)
    case .envelope: FileFuzzing.envelope(bytes)
    case .attributes: FileFuzzing.attributes(bytes)
    case .header: FileFuzzing.header(bytes)
    case .slot: FileFuzzing.slot(bytes)
    case .record: FileFuzzing.record(bytes)
    case .keyFile: FileFuzzing.keyFile(bytes)
    case .names: FileFuzzing.names(bytes)
    }
  }
}
