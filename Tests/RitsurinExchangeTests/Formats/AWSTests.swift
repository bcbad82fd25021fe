import Ritsurin
import RitsurinExchange
import Testing

@Suite struct AWSTests {
  private let text = """
    # comment
    [default]
    aws_access_key_id = AKID
    aws_secret_access_key = se/cr+et # comment
    [profile Dev]
    aws_access_key_id: DEVID
    region = x
    s3 =
      max_queue = 5
    [Dev]
    aws_secret_access_key: devsecret
    aws_session_token = tok==
    [sso]
    sso_start_url = https://x
    credential_process = /bin/rm -rf /
    [empty]
    region = y
    """

  @Test func readProfiles() throws {
    let file = try expect(
      text, as: .aws,
      gives: #"""
        {"service":"aws:default","account":"AKID","value":"se/cr+et"}
        {"service":"aws:Dev","account":"DEVID","value":"devsecret"}
        {"service":"aws:Dev","account":"DEVID#session_token","value":"tok=="}
        """#)
    #expect(file.skipped.map(\.line) == [13, 16])
  }

  @Test func makeVariablesWhereAsked() throws {
    try expect(
      "[p]\naws_access_key_id=A\naws_secret_access_key=B\naws_session_token=C", as: .aws,
      gives: #"""
        {"service":"envchain-p","account":"AWS_ACCESS_KEY_ID","value":"A"}
        {"service":"envchain-p","account":"AWS_SECRET_ACCESS_KEY","value":"B"}
        {"service":"envchain-p","account":"AWS_SESSION_TOKEN","value":"C"}
        """#
    ) {
      $0.asEnvironment = true
      $0.service = "envchain-p"
    }
  }

  @Test func leaveNestedSettingsAlone() throws {
    let file = try expect(
      "[p]\ns3 =\n  aws_secret_access_key = no\n  x = y\n[q]\n  aws_access_key_id = A\n  aws_secret_access_key = B",
      as: .aws, gives: #"{"service":"aws:q","account":"A","value":"B"}"#)
    #expect(file.skipped.map(\.line) == [1])
  }

  @Test(arguments: [
    ("[p]\naws_secret_access_key=\(sentinel)", [2]), ("[p\naws_access_key_id=\(sentinel)", [1, 2]),
    ("aws_access_key_id=\(sentinel)\n[p]", [1]), ("[p]\n\(sentinel)", [2]),
  ])
  func nameTheLinesOfProblems(text: String, lines: [Int]) throws {
    #expect(try problemLines(text, as: .aws) == lines)
  }
}
