import Ritsurin

/// Finds out what a file is, from its contents and never from its name.
enum FormatDetector {
  /// Files that are recognised and refused: how they begin, what they are, and what to do instead.
  private static let refused: [(magic: [UInt8], what: String, advice: String)] = [
    (
      Array("kych".utf8), "a macOS keychain file",
      "export its items on a Mac, for example with security dump-keychain -d"
    ),
    (
      Array("SQLite format 3\0".utf8), "an SQLite database",
      "if it is keychain-2.db, its items can only be read by the system that it belongs to"
    ),
    (
      Array("GnomeKeyring\n\r\0\n".utf8), "an encrypted GNOME keyring",
      "unlock it and export its items, for example with secret-tool"
    ),
    (Array("KWALLET\n\r\0\r\n".utf8), "an encrypted KDE wallet", "export it as XML with KWalletManager"),
    ([0x03, 0xD9, 0xA2, 0x9A], "an encrypted KeePass database", "export it as CSV or XML"),
    (Array("age-encryption.org/v1".utf8), "a file that age encrypted", "decrypt it first"),
    (Array("-----BEGIN AGE ENCRYPTED FILE".utf8), "a file that age encrypted", "decrypt it first"),
    (Array("-----BEGIN PGP MESSAGE".utf8), "a file that OpenPGP encrypted", "decrypt it first"),
    ([0x85, 0x01, 0x0C, 0x03], "a file that OpenPGP encrypted", "decrypt it first"),
    ([0x85, 0x02, 0x0C, 0x03], "a file that OpenPGP encrypted", "decrypt it first"),
    ([0x84, 0x5E, 0x03], "a file that OpenPGP encrypted", "decrypt it first"),
    ([0x8C, 0x0D, 0x04], "a file that OpenPGP encrypted", "decrypt it first"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive", "unpack it and import what is inside"),
  ]

  /// Refuses a file that is recognised as one that has no reader, whatever the caller takes it for.
  ///
  /// - Throws: ``RKeychainError/Kind/unsupportedFormat``.
  static func refuse(_ bytes: [UInt8]) throws(RKeychainImportError) {
    for (magic, what, advice) in refused where bytes.starts(with: magic) {
      throw RKeychainImportError(.unsupportedFormat, message: "this is \(what): \(advice)")
    }
  }

  /// The format of a file.
  ///
  /// - Throws: ``RKeychainError/Kind/unknownFormat``.
  static func format(of input: ImportInput) throws(RKeychainImportError) -> RKeychainExchangeFormat {
    if let text = input.text, beginsNative(text) { return .native }
    if let found = ForeignFormats.all.first(where: { $0.recognizes(input) }) { return found.format }
    if looksNative(input.raw) { return .native }
    _ = try input.requireText()
    throw RKeychainImportError(
      .unknownFormat, message: "the format is not recognised; where you know it, --format names it")
  }

  /// Whether the first line is a header or an item of the native lines: then nothing else need be asked.
  private static func beginsNative(_ text: [UInt8]) -> Bool {
    let lines = TextLines(text).lazy.filter { !text[$0.range].allSatisfy(\.isBlank) }
    guard let line = lines.first(where: { _ in true }) else { return false }
    var parser = JSONParser(text, range: line.range, line: line.number)
    guard case .object(let object)? = try? parser.parseWhole() else { return false }
    if case .string(let name)? = object["format"] { return name.elementsEqual(NativeFormat.name.utf8) }
    return object["service"] != nil && object["account"] != nil
      && (object["value"] != nil || object["valueBase64"] != nil)
  }

  /// Whether the text begins like JSON, or is empty, which the native reader explains better.
  private static func looksNative(_ bytes: [UInt8]) -> Bool {
    // Byte order marks of UTF-8 and UTF-16 and the zeros of the latter are passed over.
    let blanks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
    var rest = bytes.lazy.filter { !blanks.contains($0) }.makeIterator()
    guard let first = rest.next() else { return true }
    // A bracket with a letter behind it begins a section of some other format.
    return first == UInt8(ascii: "{")
      || first == UInt8(ascii: "[") && rest.next().map { !$0.isASCIILetter } ?? true
  }
}
