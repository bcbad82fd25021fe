import Ritsurin
import RitsurinExchange
import Testing

@Suite struct SecItemTests {
  @Test func readTheSampleOfKeychainAccess() throws {
    let file = try expectSample("apple/keychainaccess-allitems.json", as: .keychainAccess)
    #expect(file.skipped.count == 2)
    #expect(file.skipped.map(\.line) == [19, 25])
  }

  @Test(arguments: [
    #"{"svce":"s","acct":"a","v_Data":"v"}"#, #"[{"svce":"s","acct":"a","v_Data":"v","class":"genp"}]"#,
    #"{"kSecAttrService":"s","kSecAttrAccount":"a","kSecValueData":"v","kSecClass":"kSecClassGenericPassword"}"#,
    #"{"genp":[{"svce":"s","acct":"a","v_Data":[118]}]}"#,
    #"{"genp":[{"svce":"s","acct":"a","v_Data":"v","tomb":0,"musr":"","sha1":null,"persistref":[1]}],"keys":[]}"#,
    #"[{"svce":[115],"acct":"a","v_Data":"v","unknown":1.5,"agrp":""}]"#,
  ])
  func readEachOutline(text: String) throws {
    let file = try expect(text, as: .secItem, gives: #"{"service":"s","account":"a","value":"v"}"#)
    #expect(file.notices.isEmpty && file.skipped.isEmpty)
  }

  @Test func readEveryAttribute() throws {
    try expect(
      #"""
      [{"class":"genp","svce":"s","acct":7,"agrp":"G","pdmn":"aku","sync":1,"labl":"l","icmt":"c","desc":"k","gena":[0,255],"cdat":1709251199,"mdat":"2024-03-01T00:00:00.5+01:00","crtr":"sckj","type":-1,"invi":true,"nega":0,"v_Data":[0,255]}]
      """#, as: .secItem,
      gives: #"""
        {"service":"s","account":"7","accessGroup":"G","synchronizable":true,"accessibility":"whenUnlockedThisDeviceOnly","label":"l","comment":"c","kind":"k","created":"2024-02-29T23:59:59Z","modified":"2024-02-29T23:00:00.5Z","valueBase64":"AP8=","x-ritsurin-generic":"AP8=","x-ritsurin-creator":1935895402,"x-ritsurin-type":4294967295,"x-ritsurin-invisible":true,"x-ritsurin-negative":false}
        """#)
  }

  @Test(arguments: [
    ("ak", "whenUnlocked"), ("ck", "afterFirstUnlock"), ("dk", "always"),
    ("cku", "afterFirstUnlockThisDeviceOnly"),
    ("dku", "alwaysThisDeviceOnly"), ("akpu", "whenPasscodeSetThisDeviceOnly"),
    ("WhenUnlocked", "whenUnlocked"),
    ("kSecAttrAccessibleAfterFirstUnlock", "afterFirstUnlock"),
    ("AlwaysThisDeviceOnly", "alwaysThisDeviceOnly"),
  ])
  func readEachAccessibility(name: String, accessibility: String) throws {
    try expect(
      #"{"svce":"s","acct":"a","v_Data":"v","pdmn":"\#(name)"}"#, as: .secItem,
      gives: #"{"service":"s","account":"a","accessibility":"\#(accessibility)","value":"v"}"#)
  }

  @Test(arguments: [
    #""pdmn":"f""#, #""pdmn":5"#, #""cdat":"2023-02-30T00:00:00Z""#, #""cdat":-5"#, #""cdat":1.5"#,
    #""cdat":9223372036854775807"#, #""crtr":"toolong""#, #""type":4294967296"#, #""labl":[255]"#,
    #""labl":{}"#,
    #""gena":1"#, #""accc":"akpu;od(true)""#,
  ])
  func sayWhatIsLost(member: String) throws {
    let file = try expect(
      #"{"svce":"s","acct":"a","v_Data":"v",\#(member)}"#, as: .secItem,
      gives: #"{"service":"s","account":"a","value":"v"}"#)
    #expect(file.notices.count == 1)
  }

  @Test(arguments: [
    #""tomb":1"#, #""class":"keys""#, #""class":"inet""#, #""svce":[255]"#, #""acct":[195,40]"#,
    #""v_Data":null"#,
  ])
  func leaveOutWithAWord(member: String) throws {
    let others = [
      (#""svce""#, #""svce":"s""#), (#""acct""#, #""acct":"a""#), (#""v_Data""#, #""v_Data":"v""#),
    ]
    .filter { !member.utf8.starts(with: $0.0.utf8) }.map(\.1)
    let text = "[{\"acct\":\"first\",\"v_Data\":\"1\"},{" + (others + [member]).joined(separator: ",") + "}]"
    let file = try expect(text, as: .secItem, gives: #"{"service":"","account":"first","value":"1"}"#)
    #expect(file.skipped.map(\.line) == [1])
  }

  @Test(arguments: [
    (#"{"svce":"s","acct":"a","v_Data":{}}"#, RKeychainError.Kind.decodingFailed),
    (#"{"svce":"s","kSecAttrService":"t","v_Data":"v"}"#, .decodingFailed),
    (#"{"svce":"s","acct":"a","v_Data":"v","sync":1,"pdmn":"akpu"}"#, .decodingFailed),
    (#"[{"svce":"s","v_Data":"v"},5]"#, .decodingFailed),
    (#"{"genp":[{"v_Data":"v","v_PersistentRef":"r"}],"keybag-uuid":"x"}"#, .unsupportedFormat),
    (#"{"genp":[{"v_Data":"v","v_PersistentRef":"r"}]}"#, .unsupportedFormat),
    (#"{"$archiver":"NSKeyedArchiver","$objects":[]}"#, .unsupportedFormat), (#"{"a":1}"#, .unknownFormat),
    ("5", .decodingFailed), ("[", .decodingFailed),
  ])
  func refuseWhatIsNoItem(text: String, kind: RKeychainError.Kind) {
    let error = #expect(throws: RKeychainImportError.self) {
      try RKeychainImport(reading: text.utf8, options: .init(format: .secItem))
    }
    #expect(error?.kind == kind)
  }

  @Test func takeBase64WhereAsked() throws {
    let text = #"{"svce":"s","acct":"a","v_Data":"AP8="}"#
    try expect(text, as: .secItem, gives: #"{"service":"s","account":"a","value":"AP8="}"#)
    try expect(text, as: .secItem, gives: #"{"service":"s","account":"a","valueBase64":"AP8="}"#) {
      $0.isDataBase64 = true
    }
  }

  @Test func takeInternetPasswordsWhereAsked() throws {
    let file = try expect(
      #"[{"class":"InternetPassword","server":"github.com","key":"u","value":"p","protocol":"https"}]"#,
      as: .keychainAccess, gives: #"{"service":"github.com","account":"u","value":"p"}"#
    ) { $0.include = [.internet] }
    #expect(file.notices.count == 1)
    try expect(
      #"[{"srvr":"h","port":8080,"acct":"u","v_Data":"p"}]"#, as: .secItem,
      gives: #"{"service":"h:8080","account":"u","value":"p"}"#
    ) { $0.include = [.internet] }
  }

  @Test func mapGroups() throws {
    try expect(
      #"[{"svce":"s","acct":"a","v_Data":"v","agrp":"OLD.x"},{"svce":"t","acct":"a","v_Data":"v","agrp":"OLD.y"}]"#,
      as: .secItem,
      gives: #"""
        {"service":"s","account":"a","accessGroup":"NEW.x","value":"v"}
        {"service":"t","account":"a","accessGroup":"OLD.y","value":"v"}
        """#
    ) { $0.groupMap = [("OLD.x", "NEW.x")] }
  }

  @Test func readTheItemsOfDevices() throws {
    let text = """
      acct       : a
      agrp       : G
      cdat       : 2014-03-31 05:22:53 +0000
      icmt       : two
      lines
      pdmn       : ck
      svce       : s
      sync       : 0
      v_Data     : /va lue/ 7661206C7565
      v_PersistentRef : Z2VucA==
      ====
      acct       : b
      svce       : s
      v_Data     : not printable 0A
      ====
      acct       : c
      svce       : s
      v_Data     : // 
      ====

      """
    try expect(
      text, as: .securityItem,
      gives: #"""
        {"service":"s","account":"a","accessGroup":"G","comment":"two\nlines","created":"2014-03-31T05:22:53Z","value":"va lue"}
        {"service":"s","account":"b","value":"\n"}
        {"service":"s","account":"c","value":""}
        """#)
    #expect(try !problemLines("acct       : a\nv_Data     : x\n====\n", as: .securityItem).isEmpty)
    #expect(
      try !problemLines("acct       : a\nacct       : b\nv_Data     : 00\n====\n", as: .securityItem).isEmpty)
    #expect(try !problemLines("acct       : a\nv_Data     : 00\n", as: .securityItem).isEmpty)
    expectSurvival(of: bytes(text), as: .securityItem, secrets: ["va lue", "7661206C7565"])
  }

  @Test(arguments: [
    ("plain text\n", "plain text"), ("\n", ""), ("", ""), ("abc\n", "abc"), ("DEADBEEF\n", "DEADBEEF"),
    ("trailing \n", "trailing "), ("\"quoted\"\n", "\\\"quoted\\\""),
  ])
  func readBareValuesWhereNamed(text: String, value: String) throws {
    try expect(
      text, as: .securityValue, asked: true, gives: #"{"service":"svc","account":"acc","value":"\#(value)"}"#
    ) {
      $0.service = "svc"
      $0.account = "acc"
    }
  }

  @Test func neverGuessWhetherAValueIsHexadecimal() throws {
    #expect(try !problemLines("deadbeef\n", as: .securityValue).isEmpty)
    #expect(try !problemLines("1234\n", as: .securityValue).isEmpty)
    #expect(try !problemLines("two\nlines\n", as: .securityValue).isEmpty)
    #expect(try !problemLines("é\n", as: .securityValue).isEmpty)
    try expect(
      "c3a90a\n", as: .securityValue, asked: true, gives: #"{"service":"file","account":"","value":"é\n"}"#
    ) { $0.isHexadecimal = true }
    try expect(
      "1234\n", as: .securityValue, asked: true, gives: #"{"service":"file","account":"","value":"1234"}"#
    ) { $0.isText = true }
  }

  @Test func surviveDamage() throws {
    let text =
      #"[{"svce":"s","acct":"a","v_Data":"\#(sentinel)","cdat":1709251199,"pdmn":"ck","crtr":"abcd"}]"#
    expectSurvival(of: bytes(text), as: nil, secrets: [sentinel])
    expectSurvival(of: bytes(text), as: .secItem, secrets: [sentinel])
    expectSurvival(of: bytes(text), as: .keychainAccess, secrets: [sentinel])
  }
}
