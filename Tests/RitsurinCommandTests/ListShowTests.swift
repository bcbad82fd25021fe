import Ritsurin
import RitsurinCommand
import RitsurinSystem
import Testing

@Suite struct ListShowTests {
  private func bench() -> Bench {
    let bench = Bench()
    _ = bench.run("set", "b", "k", "--group", "G", "--sync", input: Array(sentinel.utf8))
    _ = bench.run("set", "a", "e\u{301}", input: Array(sentinel.utf8))
    _ = bench.run("set", "a", "é", input: Array(sentinel.utf8))
    _ = bench.run(
      "set", "a\u{1B}[31m\\", "x\ny\u{85}\u{202E}", "--accessibility", "whenUnlocked",
      input: Array(sentinel.utf8))
    return bench
  }

  @Test func listRawNamesInPipes() {
    let outcome = bench().run("list")
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    let expected = """
      a\te\u{301}\t\t\tafterFirstUnlock
      a\té\t\t\tafterFirstUnlock
      a\u{1B}[31m\\\tx\ny\u{85}\u{202E}\t\t\twhenUnlocked
      b\tk\tG\tsync\tafterFirstUnlock

      """
    #expect(outcome.output == Array(expected.utf8))
  }

  @Test func escapeNamesOnATerminal() {
    let outcome = bench().run("list", streams: terminal(.output))
    #expect(outcome.text.contains("a\\u{1b}[31m\\\\\tx\\ny\\u{85}\\u{202e}\t\t\twhenUnlocked\n"))
    #expect(!outcome.output.contains(0x1B))
    let shown = bench().run("show", "a\u{1B}[31m\\", "x\ny\u{85}\u{202E}", streams: terminal(.output))
    #expect(shown.text.hasPrefix("service: a\\u{1b}[31m\\\\\nkey: x\\ny\\u{85}\\u{202e}\n"))
    let missed = bench().run("get", "\u{1B}]0;x\u{7}", "k")
    #expect(missed.error == "rvault: no such item: \\u{1b}]0;x\\u{7} k\n")
  }

  @Test func listOneServiceOrGroup() {
    #expect(bench().run("list", "b").text == "b\tk\tG\tsync\tafterFirstUnlock\n")
    #expect(bench().run("list", "--group", "G").text == "b\tk\tG\tsync\tafterFirstUnlock\n")
    let none = bench().run("list", "c")
    #expect(none.status == 0 && none.output.isEmpty)
  }

  @Test func listAndShowAsJSON() {
    let bench = bench()
    let list = bench.run("list", "b", "--json").text
    #expect(
      list.hasPrefix("[\n{\"service\":\"b\",\"account\":\"k\",\"accessGroup\":\"G\",\"synchronizable\":true,")
    )
    #expect(list.hasSuffix("\"}\n]\n") && list.contains("\"x-ritsurin-revision\":\""))
    #expect(bench.run("list", "none", "--json").text == "[]\n")
    let show = bench.run("show", "b", "k", "--json").text
    #expect(list == "[\n\(show)]\n")
    #expect(!show.contains("value"))
  }

  @Test(arguments: [["list"], ["list", "--json"], ["show", "b", "k"], ["show", "b", "k", "--json"]])
  func neverShowAValue(arguments: [String]) {
    let outcome = bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 0 && !outcome.text.contains(sentinel) && !outcome.error.contains(sentinel))
  }

  @Test func reportWhatCannotBeOpenedAndListTheRest() throws {
    let bench = bench()
    let attributes = try #require(
      try bench.vault.store.copyMatching(RKeychainQuery(service: "b", synchronizable: .yes)).items.first?
        .attributes)
    try bench.vault.store.breakItem(attributes)
    for arguments in [["list"], ["export", "--plaintext"]] {
      let outcome = bench.run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
      #expect(outcome.status == 6)
      #expect(outcome.text.contains("é") && !outcome.text.contains("\tG\t"))
      #expect(outcome.error.contains("left out"))
    }
  }

  @Test func reportMisplacedCopiesWithoutFailing() throws {
    let bench = bench()
    let attributes = try #require(
      try bench.vault.store.copyMatching(RKeychainQuery(service: "b", synchronizable: .yes)).items.first?
        .attributes)
    try bench.vault.store.breakItem(attributes, with: RKeychainError(.misplaced, path: "items/x"))
    let outcome = bench.run("list")
    #expect(outcome.status == 0 && outcome.error.contains("items/x"))
  }
}
