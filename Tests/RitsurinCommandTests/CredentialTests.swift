import Ritsurin
import RitsurinCommand
import RitsurinSystem
import Testing

@Suite struct CredentialTests {
  private func locked() -> Bench {
    let bench = Bench()
    bench.vaults.state.withLock { $0.isOpenedByVariables = false }
    return bench
  }

  @Test func endAtOnceWithoutCredentialAndTerminal() {
    let bench = locked()
    let outcome = bench.run("list")
    #expect(outcome.status == 4 && outcome.output.isEmpty)
    #expect(outcome.error.contains("--key-file"))
  }

  @Test func askOnTheTerminal() {
    let bench = locked()
    let streams = terminal(.input, .output, typing: ["open sesame"])
    #expect(bench.run("list", streams: streams).status == 0)
    #expect(streams.state.withLock { $0.prompts } == ["Passphrase for /default: "])
  }

  @Test func askEvenWhereStreamsAreRedirected() {
    #expect(locked().run("list", streams: terminal(typing: ["open sesame"])).status == 0)
  }

  @Test(arguments: [("wrong", 5), (nil, 4)] as [(String?, Int32)])
  func endWithoutTheRightPassphrase(typed: String?, status: Int32) {
    let outcome = locked().run("list", streams: terminal(.input, typing: [typed]))
    #expect(outcome.status == status)
    #expect(!outcome.error.contains("wrong"))
  }

  @Test(arguments: ["open sesame", "open sesame\n", "open sesame\r\n"])
  func readThePassphraseFromADescriptor(text: String) {
    let streams = TestStreams()
    streams.state.withLock { $0.descriptors[7] = Array(text.utf8) }
    #expect(locked().run("--passphrase-fd", "7", "list", streams: streams).status == 0)
    #expect(locked().run("--passphrase-file", "/dev/fd/7", "list", streams: streams).status == 0)
  }

  @Test(arguments: ["open sesame\n\n", " open sesame", "open sesame\r", ""])
  func trimNothingElse(text: String) {
    let streams = TestStreams()
    streams.state.withLock { $0.descriptors[7] = Array(text.utf8) }
    #expect(locked().run("--passphrase-fd", "7", "list", streams: streams).status == 5)
  }

  @Test func reportClosedDescriptors() {
    #expect(locked().run("--passphrase-fd", "9", "list").status == 8)
  }

  @Test(arguments: ["--key-file", "--identity", "--passphrase-file"])
  func preferWhatTheCallerGives(option: String) {
    let bench = Bench()
    #expect(bench.run(option, "/f", "list").status == 0)
    #expect(bench.vault.state.withLock { $0.credentials.count } == 1)
  }

  @Test func passOnWhatTheVaultNoticed() {
    let bench = Bench()
    bench.vault.state.withLock { $0.notices = ["restored \u{1B}[2J"] }
    let outcome = bench.run("list")
    #expect(outcome.status == 0)
    #expect(outcome.error == "rvault: restored \\u{1b}[2J\n")
  }
}
