import RitsurinCommand
import RitsurinSystem
import Testing

@Suite struct ArgumentTests {
  static let verbs = ["init", "set", "get", "list", "show", "rm", "export", "import"]

  @Test(arguments: verbs)
  func explainEachCommand(verb: String) {
    let outcomes = [
      Bench().run(verb, "--help"), Bench().run("--help", verb), Bench().run("help", verb),
      Bench().run(verb, "-h"),
    ]
    #expect(outcomes.allSatisfy { $0.status == 0 && $0.error.isEmpty && $0.text == outcomes[0].text })
    #expect(outcomes[0].text.hasPrefix("usage: rvault \(verb)"))
    #expect(outcomes[0].text.contains("64  "))
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["help", "help"], ["--help", "--version"]])
  func explainTheTool(arguments: [String]) {
    let outcome = Bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 0)
    for verb in Self.verbs { #expect(outcome.text.contains("\n  \(verb) ")) }
  }

  @Test func keepHelpNarrow() {
    let help = Bench().run("--help").text + Self.verbs.map { Bench().run($0, "--help").text }.joined()
    #expect(help.split(separator: "\n").allSatisfy { $0.utf8.count <= 130 })
  }

  @Test(arguments: [["--version"], ["list", "--version"]])
  func showTheVersion(arguments: [String]) {
    let outcome = Bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 0 && outcome.text == "rvault 0.1.0\n")
  }

  @Test(arguments: [
    [], ["--vault", "/v"], [sentinel], ["get"], ["get", sentinel], ["get", "s", "k", sentinel],
    ["list", "s", sentinel],
    ["set", "s", "k", sentinel], ["get", "-\(sentinel)", "k"], ["get", "--\(sentinel)", "k"],
    ["get", "--x=\(sentinel)"],
    ["get", "s", "k", "--label", sentinel], ["set", "s", "k", "--accessibility", sentinel],
    ["init", "--names", sentinel], ["init", "--key-file", sentinel], ["--passphrase-fd", sentinel, "list"],
    ["list", "--json=\(sentinel)"], ["--vault", sentinel, "--vault", sentinel, "list"], ["list", "--vault"],
    ["list", "--vault", ""], ["--key-file", sentinel, "--identity", sentinel, "list"],
    ["list", "--key-file="],
    ["import", "-", "--on-conflict", sentinel], ["--passphrase-fd", "0", "set", "s", "k"],
    ["--passphrase-fd", "0", "import", "-"], ["--passphrase-file", "/dev/stdin", "set", "s", "k"], ["export"],
    ["list", "--passphrase=\(sentinel)"], ["get", "s", "k", "--password", sentinel],
  ])
  func refuseWithoutRepeating(arguments: [String]) {
    let outcome = Bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty && outcome.error.hasPrefix("rvault: "))
    #expect(!outcome.error.contains(sentinel))
  }

  @Test(arguments: [
    (["lst"], "perhaps list was meant"), (["--fromat", "x", "list"], "perhaps --format was meant"),
    (["get", "--jsn", "s", "k"], "perhaps --json was meant"), (["gett"], "perhaps get was meant"),
  ])
  func nameTheNearestWord(arguments: [String], hint: String) {
    let outcome = Bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 64 && outcome.error.contains(hint), "\(outcome.error)")
    #expect(arguments.allSatisfy { $0.utf8.count < 4 || !outcome.error.contains($0 + " ") })
  }

  @Test(arguments: [["xx"], ["-o"], ["--\(sentinel)"], ["hunter2"]])
  func nameNoWordThatIsNotNear(arguments: [String]) {
    let outcome = Bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 64 && !outcome.error.contains("perhaps"))
  }

  @Test func refuseArgumentsThatAreNoText() {
    let arguments: [[UInt8]] = [Array("get".utf8), Array("s".utf8), [0x6B, 0xFF]]
    let outcome = Bench().run(bytes: arguments, streams: TestStreams())
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("argument 3 is not UTF-8"))
  }

  @Test func takeNamesThatLookLikeOptions() {
    let bench = Bench()
    #expect(bench.run("set", "--label", "-l", "--", "-x", "--help", input: [0x31]).status == 0)
    #expect(bench.run("get", "--", "-x", "--help").output == [0x31])
    #expect(bench.run("--", "get", "-x", "--help").output == [0x31])
    #expect(bench.run("show", "--", "-x", "--help").text.contains("label: -l\n"))
  }

  @Test func takeOptionsAnywhere() {
    let bench = Bench()
    #expect(bench.run("--group=a=b", "set", "s", "--comment", "c", "k", input: []).status == 0)
    #expect(bench.run("show", "s", "--group", "a=b", "k").text.contains("access group: a=b\n"))
  }

  @Test func takeALoneHyphenAsAName() {
    let bench = Bench()
    #expect(bench.run("set", "-", "", input: [0x31]).status == 0)
    #expect(bench.run("get", "-", "").output == [0x31])
  }
}
