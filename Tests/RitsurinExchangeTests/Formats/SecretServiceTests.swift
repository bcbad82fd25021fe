import Ritsurin
import RitsurinExchange
import Testing

@Suite struct SecretServiceTests {
  @Test func readTheSampleOfSecretTool() throws {
    let file = try RKeychainImport(reading: ForeignFixtures.bytes("secret-tool/merged.txt"))
    #expect(file.format == .secretTool)
    try expect(file, gives: ForeignFixtures.bytes("secret-tool/merged.expected.jsonl"))
    #expect(file.notices.map(\.line) == [1] && file.skipped.isEmpty)
  }

  private func item(_ secret: String, attributes: String = "attribute.service = s\nattribute.username = u\n")
    -> String
  {
    "[/1]\nlabel = L\nsecret = \(secret)\ncreated = 2024-01-01 00:00:00\nmodified = \nschema = x\n"
      + attributes
  }

  @Test func keepSecretsThatEndWithLineEnds() throws {
    try expect(
      item("a\n\n") + item("", attributes: "attribute.service = t\nattribute.account = \n"), as: .secretTool,
      gives: #"""
        {"service":"s","account":"u","label":"L","created":"2024-01-01T00:00:00Z","value":"a\n\n"}
        {"service":"t","account":"","label":"L","created":"2024-01-01T00:00:00Z","value":""}
        """#)
  }

  @Test func wantTheAttributes() throws {
    #expect(try problemLines(item(sentinel, attributes: ""), as: .secretTool) == [nil])
  }

  @Test func refuseSecretsWithoutAnEnd() throws {
    #expect(try problemLines(item("\(sentinel)\ncreated = \nmodified = "), as: .secretTool) == [1])
    #expect(try problemLines(item("\(sentinel)\n[x]\nlabel = y"), as: .secretTool) == [1])
  }

  @Test func skipLockedItems() throws {
    let file = try expect(
      "[/1]\nlabel = L\ncreated = \nmodified = \nschema = \nattribute.a = b\n", as: .secretTool, gives: "")
    #expect(file.skipped.map(\.line) == [1])
  }

  @Test func readJSONDumps() throws {
    let file = try expect(
      """
      {"login": [
        {"label": "Git", "secret": "pw", "ctime": 1700000000, "mtime": 1700000001, "schema_name": "org.git.Password",
         "attributes": {"server": "example.com", "protocol": "https", "user": "me", "port": 8443}},
        {"label": "Net", "secret": "", "ctime": 1.5, "schema_name": "org.gnome.keyring.NetworkPassword",
         "attributes": {"server": "nas", "protocol": "smb", "user": "me"}},
        {"label": "Chrome", "secret": "x", "attributes": {"signon_realm": "https://a/", "username_value": "b"}},
        {"label": "Other", "secret": "y\\u0000", "attributes": {}},
        {"label": "None", "attributes": {"a": "b"}}
      ], "empty": []}
      """, as: .secretServiceJSON,
      gives: #"""
        {"service":"https://example.com:8443","account":"me","label":"Git","created":"2023-11-14T22:13:20Z","modified":"2023-11-14T22:13:21Z","value":"pw"}
        {"service":"nas","account":"me","label":"Net","value":""}
        {"service":"https://a/","account":"b","label":"Chrome","value":"x"}
        {"service":"Other","account":"","label":"Other","valueBase64":"eQA="}
        """#)
    #expect(file.skipped.count == 1)
    #expect(file.notices.contains { $0.line == 4 && $0.message.contains("protocol") })
  }

  @Test func makeCollectionsGroupsWhereAsked() throws {
    try expect(
      #"{"work": [{"label": "L", "secret": "x", "attributes": {"service": "s", "username": "u"}}]}"#,
      as: .secretServiceJSON,
      gives: #"{"service":"s","account":"u","accessGroup":"work","label":"L","value":"x"}"#
    ) { $0.groupFromFolder = true }
  }

  @Test func readAKeyringOfTheRealProgram() throws {
    let file = try RKeychainImport(reading: ForeignFixtures.bytes("keyring/plain.keyring"))
    #expect(file.format == .keyring)
    try expect(file, gives: ForeignFixtures.bytes("keyring/plain.expected.jsonl"))
  }

  @Test func readPlainKeyrings() throws {
    try expect(
      """
      [keyring]
      display-name=Default\\skeyring
      ctime=1700000000
      mtime=0
      lock-on-idle=false

      [1]
      item-type=0
      display-name=A\\tlabel
      secret= with blanks \\n kept
      mtime=1700000001
      ctime=1700000000

      [1:attribute0]
      name=service
      type=string
      value=s

      [1:attribute1]
      name=username
      type=string
      value=u

      [1:acl0]
      display-name=/usr/bin/x
      [2]
      display-name=bin
      binary-secret=00ff
      """, as: .keyring,
      gives: #"""
        {"service":"s","account":"u","label":"A\tlabel","created":"2023-11-14T22:13:20Z","modified":"2023-11-14T22:13:21Z","value":" with blanks \\n kept"}
        {"service":"bin","account":"","label":"bin","valueBase64":"AP8="}
        """#)
  }

  @Test(arguments: [
    ("[keyring]\n[1]\nsecret=a\n\(sentinel)", [4]), ("[keyring]\n[1]\nbinary-secret=\(sentinel)", [3]),
    ("[keyring]\n[1]\nsecret=a\n[1]\nsecret=b", [4]),
  ])
  func nameTheLinesOfProblems(text: String, lines: [Int]) throws {
    #expect(try problemLines(text, as: .keyring) == lines)
  }
}
