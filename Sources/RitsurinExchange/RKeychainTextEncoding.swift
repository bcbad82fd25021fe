/// What a text is encoded in that is not UTF-8, nor UTF-16 with a byte order mark.
public enum RKeychainTextEncoding: String, CaseIterable, Sendable {
  /// UTF-8, and nothing else.
  case utf8 = "utf-8"
  /// ISO 8859-1: every byte is the scalar of its number.
  case latin1 = "iso-8859-1"
  /// Windows code page 1252.
  case windows1252 = "windows-1252"
  /// UTF-16, the lower byte first.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, the higher byte first.
  case utf16BigEndian = "utf-16be"
}
