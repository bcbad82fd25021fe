import Ritsurin
import RitsurinCommand
import RitsurinSystem
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SetGetTests {
  @Test(
    arguments: [
      [], [0x0A], [0x0D, 0x0A], [0, 0xFF, 0x0A], Array("secret\n".utf8), [UInt8](repeating: 7, count: 65_536),
    ] as [[UInt8]])
  func keepEveryByte(value: [UInt8]) {
    let bench = Bench()
    let stored = bench.run("set", "s", "k", input: value)
    #expect(stored.status == 0 && stored.output.isEmpty)
    #expect(stored.error == (value.isEmpty ? "rvault: an empty value was stored\n" : ""))
    let read = bench.run("get", "s", "k")
    #expect(read.status == 0 && read.output == value && read.error.isEmpty)
  }

  @Test func endTheLineOnATerminalOnly() {
    let bench = Bench()
    _ = bench.run("set", "s", "k", input: [0x31])
    #expect(bench.run("get", "s", "k", streams: terminal(.output)).output == [0x31, 0x0A])
  }

  @Test func takeTheShortWayWhereItAnswers() {
    let bench = Bench()
    _ = bench.run("set", "s", "k", input: [0x31])
    bench.vault.state.withLock { $0.direct = Data([0x32]) }
    #expect(bench.run("get", "s", "k").output == [0x32])
    bench.vault.state.withLock { $0.direct = nil }
    #expect(bench.run("get", "s", "k").output == [0x31])
  }

  @Test func askTwiceOnATerminal() {
    let bench = Bench()
    let streams = terminal(.input, typing: [sentinel, sentinel])
    #expect(bench.run("set", "s\n", "k", streams: streams).status == 0)
    #expect(streams.state.withLock { $0.prompts } == ["Value for s\\n k: ", "The same again: "])
    #expect(bench.run("get", "s\n", "k").text == sentinel)
  }

  @Test(arguments: [[sentinel, "x"], [nil], [sentinel, nil], []] as [[String?]])
  func storeNothingWithoutTwoEqualAnswers(typed: [String?]) {
    let bench = Bench()
    let outcome = bench.run("set", "s", "k", streams: terminal(.input, typing: typed))
    #expect(outcome.status == 1 && !outcome.error.contains(sentinel))
    #expect(bench.run("get", "s", "k").status == 3)
  }

  @Test func refuseValuesAboveTheLimit() {
    let bench = Bench()
    let outcome = bench.run("set", "s", "k", input: [UInt8](repeating: 0, count: (64 << 20) + 1))
    #expect(outcome.status == 1 && outcome.error.contains("67108864"))
    #expect(bench.run("list").output.isEmpty)
  }

  @Test func keepWhatIsNotNamed() {
    let bench = Bench()
    _ = bench.run(
      "set", "s", "k", "--accessibility", "whenUnlocked", "--label", "L", "--comment", "C", "--sync",
      input: [1])
    let before = bench.run("show", "s", "k").text
    #expect(bench.run("set", "s", "k", input: [2]).status == 0)
    let after = bench.run("show", "s", "k").text
    for line in ["label: L\n", "comment: C\n", "accessibility: whenUnlocked\n", "synchronizable: yes\n"] {
      #expect(before.contains(line) && after.contains(line))
    }
    #expect(bench.run("set", "s", "k", "--label", "M", "--sync", input: [3]).status == 0)
    let last = bench.run("show", "s", "k").text
    #expect(last.contains("label: M\n") && last.contains("accessibility: whenUnlocked\n"))
    #expect(bench.run("get", "s", "k").output == [3])
  }

  @Test func changeWhatIsNamed() {
    let bench = Bench()
    _ = bench.run("set", "s", "k", input: [1])
    #expect(bench.run("show", "s", "k").text.contains("accessibility: afterFirstUnlock\n"))
    #expect(bench.run("set", "s", "k", "--accessibility", "always", "--comment", "", input: [1]).status == 0)
    let shown = bench.run("show", "s", "k").text
    #expect(shown.contains("accessibility: always\n") && shown.contains("comment: \n"))
  }

  @Test func replaceADamagedItemAndSaySo() throws {
    let bench = Bench()
    _ = bench.run("set", "s", "k", input: [1])
    let attributes = try #require(
      try bench.vault.store.copyMatching(RKeychainQuery(service: "s", key: "k")).items.first?.attributes)
    try bench.vault.store.breakItem(attributes)
    #expect(bench.run("get", "s", "k").status == 6)
    let outcome = bench.run("set", "s", "k", input: [2])
    #expect(outcome.status == 0 && outcome.error.contains("damaged"))
    #expect(bench.run("get", "s", "k").output == [2])
  }

  @Test func keepGroupsApartAndPointAtThem() {
    let bench = Bench()
    _ = bench.run("set", "s", "k", "--group", "G", input: [1])
    let missed = bench.run("get", "s", "k", "--group", "H")
    #expect(missed.status == 3 && missed.error.contains("in the access group G"))
    #expect(bench.run("get", "s", "k", "--group", "G").output == [1])
    #expect(bench.run("get", "s", "k").output == [1])
    let absent = bench.run("get", "s", "other")
    #expect(absent.status == 3 && absent.error == "rvault: no such item: s other\n")
    #expect(bench.run("set", "s", "k", "--group", "", input: [1]).status == 64)
  }

  @Test func makeTheDefaultVaultLikeTheLibrary() {
    var bench = Bench()
    bench.variables["RITSURIN_VAULT"] = "/new"
    let outcome = bench.run("set", "s", "k", input: [1])
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("created the vault /new") && outcome.error.contains("/config/"))
    #expect(bench.run("get", "s", "k").output == [1])
  }

  @Test func makeNoVaultThatWasNotAskedFor() {
    var bench = Bench()
    bench.variables["RITSURIN_VAULT"] = "/new"
    #expect(bench.run("--vault", "/other", "set", "s", "k", input: [1]).status == 8)
    #expect(bench.run("--key-file", "/k", "set", "s", "k", input: [1]).status == 8)
    bench.variables["RITSURIN_PASSPHRASE_FILE"] = "/p"
    #expect(bench.run("set", "s", "k", input: [1]).status == 8)
    #expect(bench.vaults.state.withLock { $0.created.isEmpty })
  }

  @Test func deleteItems() {
    let bench = Bench()
    _ = bench.run("set", "s", "k", input: [1])
    _ = bench.run("set", "s", "k", "--group", "G", input: [1])
    _ = bench.run("set", "s", "l", input: [1])
    let missed = bench.run("rm", "s", "k", "--group", "H")
    #expect(missed.status == 3 && missed.error.contains("without an access group"))
    #expect(bench.run("rm", "s", "k").error.contains("2 items"))
    #expect(bench.run("rm", "s", "k").status == 3)
    #expect(bench.run("rm", "s", "l").error.isEmpty)
  }
}
