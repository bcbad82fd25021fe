import Ritsurin
import RitsurinExchange
import Testing

@Suite struct GitCredentialsTests {
  @Test func readTheSample() throws {
    let file = try RKeychainImport(reading: ForeignFixtures.bytes("git-credentials/store"))
    #expect(file.format == .gitCredentials)
    try expect(file, gives: ForeignFixtures.bytes("git-credentials/store.expected.jsonl"))
    #expect(file.skipped.map(\.line) == [5, 6, 7])
    #expect(file.notices.contains { $0.line == 8 && $0.message.contains("carriage return") })
  }

  @Test func takeThePathWhereAsked() throws {
    try expect(
      "https://u:p@h/a%20b/c/\n", as: .gitCredentials,
      gives: #"{"service":"https://h/a b/c","account":"u","value":"p"}"#
    ) { $0.usesPath = true }
  }

  @Test(arguments: ["https://u:\(sentinel)%4@h", "https://u:%zz\(sentinel)@h", "https://%ff:\(sentinel)@h"])
  func refuseBrokenEncodings(text: String) throws {
    #expect(try problemLines(text, as: .gitCredentials) == [1])
  }

  @Test func keepBytesThatAreNoText() throws {
    let file = try RKeychainImport(reading: "https://u:%ff%00@h".utf8)
    #expect(file.entries.map { Array($0.item.item.value) } == [[0xFF, 0]])
  }
}
