import Ritsurin
import RitsurinExchange
import Testing

@Suite struct SecurityReaderTests {
  /// An item of a dump: its attribute lines without indentation, then what follows them.
  static func record(
    _ attributes: [String], _ rest: String, itemClass: String = "\"genp\""
  ) -> String {
    "keychain: \"/k\"\nversion: 512\nclass: \(itemClass)\nattributes:\n"
      + attributes.map { "    \($0)\n" }.joined() + rest
  }

  static func item(service: String = "\"s\"", account: String = "\"a\"", value: String) -> String {
    record(["\"acct\"<blob>=\(account)", "\"svce\"<blob>=\(service)"], "data:\n\(value)\n")
  }

  @Test func readTheSampleDump() throws {
    let file = try expectSample("apple/security-dump-edge.txt", as: .security)
    #expect(file.skipped.count == 2)
    #expect(file.notices.count == 1)  // A value of go-keyring, kept as it is.
  }

  @Test func readTheSampleOfFinding() throws {
    let file = try expectSample("apple/security-find-g.txt", as: .security)
    #expect(file.skipped.isEmpty && file.notices.isEmpty)
  }

  @Test(arguments: [
    ("\"\"", ""), ("", ""), ("\"\"\"", "\\\""), ("\"0x41\"", "0x41"), ("0x41", "A"), ("0x41 ", "A"),
    ("0x410A  \"A\\012\"", "A\\n"), ("0x410A \"A\\012\"", "A\\n"), ("0xC3A9 ", "é"), ("0xc3a9 ", "é"),
    ("\"<NULL>\"", "<NULL>"), ("\" a \"", " a "), ("\"data:\"", "data:"),
    ("\"keychain: \"x\"\"", "keychain: \\\"x\\\""),
    ("0x30  \"0\" \"", "0"),
  ])
  func readEachFormOfAValue(printed: String, value: String) throws {
    try expect(
      Self.item(value: printed), as: .security, gives: #"{"service":"s","account":"a","value":"\#(value)"}"#)
  }

  @Test(arguments: [
    "plain", "\"open", "0x", "0x4", "0x4G", "0x41x", "0x41  echo", "<NULL>", "'a'", "0x41  \"", "41",
  ])
  func refuseOtherValues(printed: String) throws {
    let lines = try problemLines(Self.item(value: printed + sentinel), as: .security)
    #expect(lines.contains(8) || printed == "plain")
    #expect(try !problemLines(Self.item(value: printed), as: .security).isEmpty)
  }

  @Test func readEveryAttribute() throws {
    try expect(
      Self.record(
        [
          "0x00000007 <blob>=\"label\"", "0x00000008 <blob>=\"alias\"", "\"acct\"<blob>=0xC3A9 ",
          "\"cdat\"<timedate>=0x32303234303232393233353935395A00  \"20240229235959Z\\000\"",
          "\"crtr\"<uint32>=\"sckj\"", "\"cusi\"<sint32>=<NULL>", "\"desc\"<blob>=\"kind\"",
          "\"gena\"<blob>=0x00FF ", "\"icmt\"<blob>=\"remark\"", "\"invi\"<sint32>=0x00000001 ",
          "\"mdat\"<timedate>=<NULL>", "\"nega\"<sint32>=0x00000000 ", "\"prot\"<blob>=<NULL>",
          "\"scrp\"<sint32>=<NULL>", "\"svce\"<blob>=\"s\"",
          "\"type\"<uint32>=0x00000041  \"\\000\\000\\000A\"",
        ], "data:\n\"v\"\n"),
      as: .security,
      gives: #"""
        {"service":"s","account":"é","label":"label","comment":"remark","kind":"kind","created":"2024-02-29T23:59:59Z","value":"v","x-ritsurin-generic":"AP8=","x-ritsurin-creator":1935895402,"x-ritsurin-type":65,"x-ritsurin-invisible":true,"x-ritsurin-negative":false}
        """#)
  }

  @Test(arguments: ["\r\n", "\r", "\r\r\n", "\n"])
  func takeEveryLineEnd(lineEnd: String) throws {
    let text = Self.item(value: "\"v\"").split(separator: "\n").joined(separator: lineEnd) + lineEnd
    try expect(text, as: .security, gives: #"{"service":"s","account":"a","value":"v"}"#)
  }

  @Test func takePasswordsBeforeAndAfterTheirItems() throws {
    let lines = #"""
      {"service":"s","account":"1","value":"one"}
      {"service":"s","account":"2","value":""}
      """#
    func found(_ account: String) -> String {
      Self.record(["\"acct\"<blob>=\"\(account)\"", "\"svce\"<blob>=\"s\""], "")
    }
    try expect("password: \"one\"\n\(found("1"))password: \n\(found("2"))", as: .security, gives: lines)
    try expect("\(found("1"))password: \"one\"\n\(found("2"))password: \n", as: .security, gives: lines)
    #expect(try !problemLines("password: \"one\"\n\(found("1"))password: \n", as: .security).isEmpty)
    #expect(try !problemLines("\(found("1"))password: \"1\"\npassword: \"2\"\n", as: .security).isEmpty)
    #expect(try !problemLines("password: \"1\"\npassword: \"2\"\n\(found("1"))", as: .security).isEmpty)
  }

  @Test func takeTheLabelWhereThereAreNoNames() throws {
    try expect(
      Self.record(["0x00000007 <blob>=\"l\"", "\"acct\"<blob>=<NULL>", "\"svce\"<blob>=<NULL>"], "data:\n\n")
        + Self.record(["0x00000007 <blob>=\"l\"", "\"acct\"<blob>=", "\"svce\"<blob>=<NULL>"], "data:\n\n"),
      as: .security,
      gives: #"""
        {"service":"l","account":"","label":"l","value":""}
        {"service":"","account":"","label":"l","value":""}
        """#)
  }

  @Test func refuseRowsWhoseNamesAreNotUTF8() throws {
    let file = try expect(
      Self.item(service: "0xFF ", value: "\"v\"") + Self.item(account: "0xC328  \"\\303(\"", value: "\"v\"")
        + Self.item(value: "\"v\""),
      as: .security, gives: #"{"service":"s","account":"a","value":"v"}"#)
    #expect(file.skipped.map(\.line) == [1, 9])
  }

  @Test func dropBadDatesAndTextsAndSaySo() throws {
    let file = try expect(
      Self.record(
        [
          "0x00000007 <blob>=0xFF ", "\"cdat\"<timedate>=\"20240230000000Z\"", "\"mdat\"<timedate>=0x00 ",
          "\"svce\"<blob>=\"s\"",
        ], "data:\n\"v\"\n"),
      as: .security, gives: #"{"service":"s","account":"","value":"v"}"#)
    #expect(file.notices.map(\.line) == [1, 1, 1])
  }

  @Test func takeInternetPasswordsWhereAsked() throws {
    let attributes = [
      "\"acct\"<blob>=\"u\"", "\"port\"<uint32>=0x00000050  \"\\000\\000\\000P\"",
      "\"ptcl\"<uint32>=\"htps\"",
      "\"srvr\"<blob>=\"example.com\"",
    ]
    let text =
      Self.record(attributes, "data:\n\"v\"\n", itemClass: "\"inet\"")
      + Self.record(
        ["\"acct\"<blob>=\"u\"", "\"port\"<uint32>=0x00000000 ", "\"srvr\"<blob>=\"b.org\""],
        "data:\n\"w\"\n",
        itemClass: "\"inet\"")
    #expect(try expect(text, as: .security, gives: "").skipped.count == 2)
    let file = try expect(
      text, as: .security,
      gives: #"""
        {"service":"example.com:80","account":"u","value":"v"}
        {"service":"b.org","account":"u","value":"w"}
        """#
    ) { $0.include = [.internet] }
    #expect(file.notices.count == 1)
  }

  @Test func readSecureNotes() throws {
    let list = #"<?xml version="1.0"?><plist version="1.0"><dict><key>NOTE</key><string>a &amp; b</string>"#
    let attributes = ["\"desc\"<blob>=\"secure note\"", "\"svce\"<blob>=\"s\"", "\"type\"<uint32>=\"note\""]
    func note(_ value: String) -> String { Self.record(attributes, "data:\n\"\(value)\"\n") }
    func lines(_ value: String) -> String {
      #"{"service":"s","account":"","kind":"secure note","value":"\#(value)","x-ritsurin-type":1852798053}"#
    }
    try expect(note(list + "</dict></plist>"), as: .security, gives: lines("a & b"))
    let formatted = list + "<key>RTFD</key><data>AA==</data></dict></plist>"
    #expect(try expect(note(formatted), as: .security, gives: lines("a & b")).notices.count == 1)
    let broken = list + "<key>RTFD</key><data>no base64</data></dict></plist>"
    #expect(try expect(note(broken), as: .security, gives: lines("a & b")).notices.count == 1)
    let raw = formatted.split(separator: "\"").joined(separator: "\\\"")
    try expect(note(formatted), as: .security, gives: lines(raw)) { $0.notes = .raw }
    #expect(try expect(note("other"), as: .security, gives: lines("other")).notices.count == 1)
  }

  @Test func refuseDumpsWithoutValues() throws {
    let error = try failure(of: bytes(Self.record(["\"svce\"<blob>=\"s\""], ""))).orThrow
    #expect(error.description.contains("-d"))
  }

  @Test func countWhatHasNoValueOrWasDenied() throws {
    let file = try expect(
      Self.record([], "") + Self.record(["\"svce\"<blob>=\"s\""], "")
        + Self.record(
          ["0x00000001 <uint32>=0x00000001 0x00000002 "], "data:\n0x00 \n", itemClass: "0x80001000 ")
        + "security: SecKeychainItemCopyContent: User canceled the operation.\n" + Self.item(value: "\"v\""),
      as: .security, gives: #"{"service":"s","account":"a","value":"v"}"#)
    #expect(file.skipped.count == 3)
    #expect(file.notices.count == 1)
  }

  @Test func trustNothingAfterAnAccessList() throws {
    let access = "access: 1 entries\n    entry 0:\n        description: x\nkeychain: \"f\"\n"
    #expect(throws: RKeychainImportError.self) {
      try RKeychainImport(reading: (Self.item(value: "\"v\"") + access + Self.item(value: "\"w\"")).utf8)
    }
    let harmless = "no access control for this item\n"
    let text = Self.item(value: "\"v\"") + harmless + Self.item(account: "\"b\"", value: "\"w\"") + harmless
    #expect(try RKeychainImport(reading: text.utf8).entries.count == 2)
  }

  @Test(arguments: [
    "class: \"genp\"\n", "class: genp\n", "nonsense\n", "    stray\n", "data:\n\"w\"\n",
    "    \"acct\"<blob>=x\n",
    "    \"acct\"<blob>=\"twice\"\n", "data:\n", "password: \"w\"\n", "---\n",
  ])
  func refuseOtherLines(line: String) throws {
    #expect(try !problemLines(Self.item(value: "\"v\"") + line, as: .security).isEmpty)
  }

  @Test func surviveDamage() throws {
    let text =
      Self.item(value: "\"\(sentinel)\"") + Self.item(account: "0xC3A9 ", value: "0x\("6c696e6531" + "0A") ")
      + "password: \"\(sentinel)\"\n"
    expectSurvival(of: bytes(text), as: .security, secrets: [sentinel, "6c696e6531"])
  }
}
