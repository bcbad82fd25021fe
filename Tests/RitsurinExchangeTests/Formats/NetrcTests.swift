import Ritsurin
import RitsurinExchange
import Testing

@Suite struct NetrcTests {
  @Test func readMachines() throws {
    let file = try expect(
      """
      # comment
      machine example.com login alice password s3cret#1 # comment
      machine example.com
        login bob
        password "with space\\"\\n\\t\\\\"
      machine ftp.example.com macdef init
      cd /pub
      machine not.one password x

      machine nologin password pw machine empty login x password ""
      """, as: .netrc,
      gives: #"""
        {"service":"example.com","account":"alice","value":"s3cret#1"}
        {"service":"example.com","account":"bob","value":"with space\"\n\t\\"}
        {"service":"nologin","account":"","value":"pw"}
        {"service":"empty","account":"x","value":""}
        """#)
    #expect(file.skipped.map(\.line) == [6])
  }

  @Test func takeTheDefaultWhereAsked() throws {
    let text = "default login anonymous password me@here account extra"
    let file = try expect(text, as: .netrc, gives: "")
    #expect(file.skipped.count == 1)
    try expect(
      text, as: .netrc,
      gives: #"""
        {"service":"default","account":"anonymous","value":"me@here"}
        {"service":"default","account":"anonymous#account","value":"extra"}
        """#
    ) {
      $0.include = [.netrcDefault]
      $0.extraItems = true
    }
  }

  @Test func warnOfBareQuotes() throws {
    let file = try expect(
      "machine m login l password a\"b\\c", as: .netrc,
      gives: #"{"service":"m","account":"l","value":"a\"b\\c"}"#)
    #expect(file.notices.map(\.line) == [1])
  }

  @Test(arguments: [
    ("machine m login l password \"\(sentinel)", [1, 1]), ("machine m\nlogon \(sentinel)", [2, 2]),
    ("machine m login", [1]), ("machine", [1]), ("login \(sentinel)", [1]),
    ("machine m password \"a\"\(sentinel)", [1, 1]),
  ])
  func nameTheLinesOfProblems(text: String, lines: [Int]) throws {
    #expect(try problemLines(text, as: .netrc) == lines)
  }
}
