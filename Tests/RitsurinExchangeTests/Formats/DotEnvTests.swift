import Ritsurin
import RitsurinExchange
import Testing

@Suite struct DotEnvTests {
  @Test func readTheUsualForms() throws {
    try expect(
      """
      # a comment
      BASIC=basic

      export EXPORTED = spaced value \("")
      EMPTY=
      EMPTY_QUOTED=""
      SINGLE='a\\n$b "c" '
      DOUBLE="a\\nb\\r'c'\\"d\\"\\\\"
      BACKTICK=`it's "so"`
      JSON={"foo": "bar"}
      EQUALS=equals==
      WITH.DOT-AND=1
      COMMENTED=value # more # words
      QUOTED='#value' # comment
        INDENTED=x
      """, as: .dotenv,
      gives: #"""
        {"service":"file","account":"BASIC","value":"basic"}
        {"service":"file","account":"EXPORTED","value":"spaced value"}
        {"service":"file","account":"EMPTY","value":""}
        {"service":"file","account":"EMPTY_QUOTED","value":""}
        {"service":"file","account":"SINGLE","value":"a\\n$b \"c\" "}
        {"service":"file","account":"DOUBLE","value":"a\nb\r'c'\"d\"\\"}
        {"service":"file","account":"BACKTICK","value":"it's \"so\""}
        {"service":"file","account":"JSON","value":"{\"foo\": \"bar\"}"}
        {"service":"file","account":"EQUALS","value":"equals=="}
        {"service":"file","account":"WITH.DOT-AND","value":"1"}
        {"service":"file","account":"COMMENTED","value":"value"}
        {"service":"file","account":"QUOTED","value":"#value"}
        {"service":"file","account":"INDENTED","value":"x"}
        """#)
  }

  @Test func readQuotedValuesOfSeveralLines() throws {
    let file = try expect(
      "PEM=\"-----BEGIN-----\r\nabc\r\n-----END-----\"\r\nA='is \\'quoted\\'\nand \\'more\\'\n'\nB=\"x\"",
      as: .dotenv,
      gives: #"""
        {"service":"S","account":"PEM","value":"-----BEGIN-----\nabc\n-----END-----"}
        {"service":"S","account":"A","value":"is \\'quoted\\'\nand \\'more\\'\n"}
        {"service":"S","account":"B","value":"x"}
        """#
    ) { $0.service = "S" }
    #expect(file.entries.map(\.line) == [1, 4, 7])
  }

  @Test func endAQuoteAtABackslashWhereNothingElseCan() throws {
    try expect(
      "A='C:\\dir\\'\nB=1", as: .dotenv,
      gives: #"""
        {"service":"file","account":"A","value":"C:\\dir\\"}
        {"service":"file","account":"B","value":"1"}
        """#)
  }

  @Test func warnWhereProgramsDisagree() throws {
    let file = try expect(
      "A=a#number\nB=$HOME\nC=\"\\d ${X}\"\nD='$x'", as: .dotenv,
      gives: #"""
        {"service":"file","account":"A","value":"a#number"}
        {"service":"file","account":"B","value":"$HOME"}
        {"service":"file","account":"C","value":"\\d ${X}"}
        {"service":"file","account":"D","value":"$x"}
        """#)
    #expect(file.notices.map(\.line) == [1, 2, 3, 3])
  }

  @Test func readColonsWhereAsked() throws {
    try expect(
      "KEY: value\nOTHER: 'v'", as: .dotenv, asked: true,
      gives: #"""
        {"service":"file","account":"KEY","value":"value"}
        {"service":"file","account":"OTHER","value":"v"}
        """#)
  }

  @Test(arguments: [
    ("A=1\nnothing \(sentinel)\nB=2", [2]), ("A=\"\(sentinel)\nB=2", [1]), ("A='x'\(sentinel)", [1]),
    ("=\(sentinel)\nA=1\n?=x", [1, 3]),
  ])
  func nameTheLinesOfProblems(text: String, lines: [Int]) throws {
    #expect(try problemLines(text, as: .dotenv) == lines)
  }

  @Test func wantAService() throws {
    #expect(throws: RKeychainImportError.self) { try RKeychainImport(reading: "A=1".utf8) }
  }

  @Test func leaveSectionsToOthers() throws {
    #expect(
      try failure(of: bytes("[s]\nA=1\nB=2\nC=3\nD=4\nE=5\nF=6\nG=7\nH=8\nI=9\nJ=0\n")).orThrow.kind
        == .unknownFormat)
  }
}
