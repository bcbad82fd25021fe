import Ritsurin
import RitsurinExchange
import Testing

@Suite struct BitwardenTests {
  @Test func readTheSample() throws {
    let file = try expectSample("vendors/bitwarden.json", as: .bitwarden)
    #expect(file.skipped.count == 5)
    #expect(file.notices.count == 6)
  }

  @Test func takeFieldsFoldersAndArchivedItemsWhereAsked() throws {
    let file = try expectSample(
      "vendors/bitwarden.json", as: .bitwarden,
      gives: #"""
        {"service":"example.com:8443","account":"alice","accessGroup":"Work/CI","label":"Example","comment":"a note","created":"2024-02-29T23:59:59.123Z","modified":"2026-01-02T03:04:05Z","value":"p\"w\n1"}
        {"service":"example.com:8443","account":"alice#totp","accessGroup":"Work/CI","label":"Example","created":"2024-02-29T23:59:59.123Z","modified":"2026-01-02T03:04:05Z","value":"otpauth://totp/x?secret=JBSWY3DP"}
        {"service":"example.com:8443","account":"alice#pin","accessGroup":"Work/CI","label":"Example","created":"2024-02-29T23:59:59.123Z","modified":"2026-01-02T03:04:05Z","value":"1234"}
        {"service":"example.com:8443","account":"alice#hint","accessGroup":"Work/CI","label":"Example","created":"2024-02-29T23:59:59.123Z","modified":"2026-01-02T03:04:05Z","value":"visible"}
        {"service":"No address","account":"bob","label":"No address","value":""}
        {"service":"Recovery codes","account":"","label":"Recovery codes","created":"2024-02-29T23:59:59Z","modified":"2024-02-29T23:59:59Z","value":"one\ntwo"}
        {"service":"Deploy key","account":"","label":"Deploy key","value":"-----BEGIN OPENSSH PRIVATE KEY-----\nx\n"}
        {"service":"Archived","account":"u","label":"Archived","value":"old"}
        """#
    ) {
      $0.extraItems = true
      $0.groupFromFolder = true
      $0.include = [.archived]
    }
    #expect(file.skipped.count == 4)
  }

  @Test(arguments: [
    (
      #"{"encrypted":true,"encKeyValidation_DO_NOT_EDIT":"x","folders":[],"items":[]}"#,
      RKeychainError.Kind.unsupportedFormat
    ),
    (#"{"encrypted":true,"passwordProtected":true,"salt":"s","kdfType":0,"data":"2.x"}"#, .unsupportedFormat),
    (#"{"encrypted":false,"passwordProtected":true,"data":"2.x"}"#, .unsupportedFormat),
    (#"{"encrypted":false,"items":[1]}"#, .decodingFailed),
    (#"{"encrypted":false,"items":[{}]}"#, .decodingFailed),
    (#"{"encrypted":false,"items":{}}"#, .unknownFormat),
  ])
  func refuseWhatHoldsNothingReadable(text: String, kind: RKeychainError.Kind) throws {
    #expect(try failure(of: bytes(text)).orThrow.kind == kind)
  }

  @Test func readOrganisations() throws {
    try expect(
      #"{"encrypted":false,"collections":[{"id":"c","name":"Ops"}],"items":[{"type":1,"name":"t","collectionIds":["x","c"],"login":{"username":null,"password":"p","uris":null}}]}"#,
      as: .bitwarden, gives: #"{"service":"t","account":"","accessGroup":"Ops","label":"t","value":"p"}"#
    ) { $0.groupFromFolder = true }
  }

  @Test func surviveDamage() throws {
    let text = """
      {"encrypted":false,"folders":[{"id":"f","name":"F"}],"items":[{"type":1,"name":"t","folderId":"f","login":\
      {"username":"u","password":"\(sentinel)","totp":"\(sentinel)","uris":[{"uri":"https://h"}]},"fields":\
      [{"name":"n","value":"\(sentinel)","type":1}],"creationDate":"2024-02-29T23:59:59.123Z"}]}
      """
    expectSurvival(of: bytes(text), as: nil, secrets: [sentinel])
    expectSurvival(of: bytes(text), as: .bitwarden, secrets: [sentinel])
  }
}
