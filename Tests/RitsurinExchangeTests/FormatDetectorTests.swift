import Ritsurin
import RitsurinExchange
import Testing

@Suite struct FormatDetectorTests {
  @Test(arguments: [
    "kych\0\u{1}", "SQLite format 3\0", "GnomeKeyring\n\r\0\n", "KWALLET\n\r\0\r\n",
    "age-encryption.org/v1\n",
    "-----BEGIN AGE ENCRYPTED FILE-----", "-----BEGIN PGP MESSAGE-----", "PK\u{3}\u{4}",
  ])
  func refuseWhatCannotBeRead(magic: String) throws {
    let error = try failure(of: bytes(magic + "{}")).orThrow
    #expect(error.kind == .unsupportedFormat)
  }

  @Test(arguments: ["title,url", "<other/>", "\"text\"", "42"])
  func refuseWhatIsUnknown(text: String) throws {
    #expect(try failure(of: bytes(text)).orThrow.kind == .unknownFormat)
  }

  @Test func refuseFormatsWithoutReader() {
    let options = RKeychainImportOptions(format: RKeychainExchangeFormat(rawValue: "other"))
    #expect(throws: RKeychainImportError.self) {
      try RKeychainImport(reading: "A=b".utf8, options: options)
    }
  }
}
