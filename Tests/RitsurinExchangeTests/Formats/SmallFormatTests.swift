import Ritsurin
import RitsurinExchange
import Testing

@Suite struct SmallFormatTests {
  @Test func readPythonKeyrings() throws {
    try expect(
      """
      [my_20serv_C3_AFce]
      user_40host = \n\tc2VjcmV0LXNl
      \tY3JldA==
      other = \n\tcMO8
      """ + "\n\n", as: .pythonKeyring,
      gives: #"""
        {"service":"my servïce","account":"user@host","value":"secret-secret"}
        {"service":"my servïce","account":"other","value":"pü"}
        """#)
  }

  @Test func refuseEncryptedPythonKeyrings() throws {
    let error = try failure(of: bytes("[keyring_2Dsetting]\npassword_20reference =\n\tAAAA\n")).orThrow
    #expect(error.kind == .unsupportedFormat)
  }

  @Test func readObjectionDumps() throws {
    let file = try expect(
      """
      [{"item_class": "kSecClassGenericPassword", "service": "s", "account": "a", "entitlement_group": "T.g",
        "accessible_attribute": "kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "access_control": "None",
        "comment": "", "label": "L", "description": "", "generic": "",
        "create_date": "2014-03-31 05:22:53 +0000", "modification_date": "never", "data": "", "dataHex": "00fF"},
       {"item_class": "kSecClassInternetPassword", "data": "x"},
       {"item_class": "genp", "account": "b", "data": "t"}]
      """, as: .objection,
      gives: #"""
        {"service":"s","account":"a","accessGroup":"T.g","accessibility":"whenUnlockedThisDeviceOnly","label":"L","created":"2014-03-31T05:22:53Z","valueBase64":"AP8="}
        {"service":"","account":"b","value":"t"}
        """#)
    #expect(file.skipped.count == 1)
  }

  @Test(arguments: [
    #"[{"item_class": "genp", "dataHex": "SeNtInEl-9f3a"}]"#,
    "[\"\(sentinel)\"]", "{\"a\": \"\(sentinel)\"}",
  ])
  func refuseBrokenObjectionDumps(text: String) throws {
    #expect(try problemLines(text, as: .objection).count == 1)
  }

  @Test func readKeychainDumper() throws {
    let file = try expect(
      """
      Generic Password
      ----------------
      Service: svc
      Account: acc
      Entitlement Group: T.g
      Label: (null)
      \u{1B}[31mAccessible Attribute: kSecAttrAccessibleWhenUnlocked, protection level 3\u{1B}[0m
      Synchronizable: 1
      Generic Field: (null)
      Keychain Data: line1

      line2

      Generic Password
      ----------------
      Service: hex
      Account: (null)
      Keychain Data (Hex): 0x00ff

      Internet Password
      -----------------
      Server: x

      """, as: .keychainDumper,
      gives: #"""
        {"service":"svc","account":"acc","accessGroup":"T.g","synchronizable":true,"accessibility":"whenUnlocked","value":"line1\n\nline2"}
        {"service":"hex","account":"","valueBase64":"AP8="}
        """#)
    #expect(file.skipped.count == 1)
  }

  @Test func readChainbreaker() throws {
    let text = """
      2024-01-01 00:00:00,000 - INFO - [+] Generic Password Record
      2024-01-01 00:00:00,000 - INFO -  [-] Create DateTime: 2014-12-12 17:31:09
       [-] Last Modified DateTime: 2014-12-12 17:31:10
       [-] Description: b'application password'
       [-] Print Name: b'label'
       [-] Account: b'a\\xc3\\xbc'
       [-] Service: b"it's"
       [-] Password: pw: x

      [+] Generic Password Record
       [-] Service: b'bin'
       [-] Base64 Encoded Password: b'AP8='
      [+] Generic Password Record
       [-] Service: b'locked'
       [-] Password: [Invalid Password / Keychain Locked]
      """
    let file = try expect(
      text, as: .chainbreaker,
      gives: #"""
        {"service":"it's","account":"aü","label":"label","kind":"application password","created":"2014-12-12T17:31:09Z","modified":"2014-12-12T17:31:10Z","value":"pw: x"}
        {"service":"bin","account":"","valueBase64":"AP8="}
        """#)
    #expect(file.skipped.count == 1)
    #expect(try problemLines(text + "\n\(sentinel)", as: .chainbreaker) == [13])
  }

  @Test func unwrapWhereAsked() throws {
    let lines = #"""
      {"service":"s","account":"1","value":"go-keyring-base64:AP8="}
      {"service":"s","account":"2","value":"go-keyring-encoded:6869"}
      {"service":"s","account":"3","value":"{\"Key\":\"k\",\"Data\":\"aGk=\",\"Label\":\"\"}"}
      """#
    try expect(lines, as: .native, gives: lines)
    #expect(try RKeychainImport(reading: lines.utf8).notices.count == 1)
    try expect(
      lines, as: .native,
      gives: #"""
        {"service":"s","account":"1","valueBase64":"AP8="}
        {"service":"s","account":"2","value":"hi"}
        {"service":"s","account":"3","value":"hi"}
        """#
    ) { $0.unwrap = true }
  }

  @Test func mapGroups() throws {
    try expect(
      #"{"service":"s","account":"1","accessGroup":"ABCDE.x","value":""}"# + "\n"
        + #"{"service":"s","account":"2","value":""}"#, as: .native,
      gives: #"{"service":"s","account":"1","accessGroup":"y","value":""}"# + "\n"
        + #"{"service":"s","account":"2","accessGroup":"z","value":""}"#
    ) { $0.groupMap = [("ABCDE.x", "y"), ("", "z")] }
  }

  @Test func readOtherEncodings() throws {
    var options = RKeychainImportOptions(format: .dotenv)
    options.service = "s"
    options.encoding = .windows1252
    let file = try RKeychainImport(reading: [0x41, 0x3D, 0x80, 0xE9], options: options)
    #expect(file.entries.map { Array($0.item.item.value) } == [Array("€é".utf8)])
    options.encoding = .latin1
    #expect(
      try RKeychainImport(reading: [0x41, 0x3D, 0xE9], options: options).entries.map {
        Array($0.item.item.value)
      } == [Array("é".utf8)])
    options.encoding = .utf16BigEndian
    #expect(try RKeychainImport(reading: [0, 0x41, 0, 0x3D, 0, 0x42], options: options).entries.count == 1)
    options.encoding = nil
    #expect(throws: RKeychainImportError.self) {
      try RKeychainImport(reading: [0x41, 0x3D, 0xE9], options: options)
    }
  }
}
