import Ritsurin
import RitsurinCommand
import RitsurinSystem
import Testing

@Suite struct ExitStatusTests {
  static let expected: [(RKeychainError.Kind, Int32)] = [
    (.itemNotFound, 3), (.interactionNotAllowed, 4), (.noCredential, 4), (.keyFileMissing, 4),
    (.wrongCredential, 5), (.itemDamaged, 6), (.itemTruncated, 6), (.lineEndingsConverted, 6),
    (.notAnItem, 6),
    (.otherVault, 6), (.misplaced, 6), (.retiredKey, 6), (.unknownKey, 6), (.headerDamaged, 6),
    (.conflict, 7),
    (.duplicateItem, 7), (.vaultExists, 7), (.cannotRead, 8), (.cannotWrite, 8), (.diskFull, 8),
    (.ioError, 8),
    (.lockingUnsupported, 8), (.linkLeavesVault, 8), (.unsafePermissions, 8), (.notAVault, 8),
    (.badParameter, 64),
    (.missingEntitlement, 64), (.newerFormat, 1), (.needsNewerTool, 1), (.valueTooLarge, 1),
    (.outOfMemory, 1),
    (.internal, 1), (.unhandled, 1), (.passcodeRequired, 1),
  ]

  @Test(arguments: expected)
  func tellKindsApart(kind: RKeychainError.Kind, status: Int32) {
    let bench = Bench()
    bench.vaults.state.withLock { $0.failure = RKeychainError(kind, path: "/a\nb") }
    let outcome = bench.run("list")
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("rvault: ") && outcome.error.contains("/a\\nb"))
  }

  @Test(arguments: [
    ["get", "s", "k"], ["show", "s", "k"], ["rm", "s", "k"], ["list"], ["set", "s", "k"],
    ["export", "--plaintext"],
  ])
  func passOnFailuresOfTheVault(arguments: [String]) {
    let bench = Bench()
    bench.vault.state.withLock { $0.failure = RKeychainError(.itemDamaged, path: "items/x") }
    let streams = TestStreams()
    streams.state.withLock { $0.descriptors[0] = Array(sentinel.utf8) }
    // A set replaces what is damaged, so there another failure comes first.
    if arguments[0] == "set" { bench.vault.state.withLock { $0.failure = RKeychainError(.cannotWrite) } }
    let outcome = bench.run(bytes: arguments.map { Array($0.utf8) }, streams: streams)
    #expect(outcome.status == (arguments[0] == "set" ? 8 : 6))
    #expect(!outcome.error.contains(sentinel))
  }

  @Test func saySoWhereThereIsNoDefaultVaultYet() {
    var bench = Bench()
    bench.variables["RITSURIN_VAULT"] = "/none"
    for arguments in [["get", "s", "k"], ["list"], ["rm", "s", "k"], ["export", "--plaintext"]] {
      let outcome = bench.run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
      #expect(outcome.status == 3 && outcome.error.contains("rvault init"))
    }
    #expect(bench.run("--vault", "/none", "get", "s", "k").status == 8)
    #expect(bench.vaults.state.withLock { $0.created.isEmpty })
  }

  @Test func stayQuietWhenTheReaderIsGone() {
    let streams = TestStreams()
    streams.state.withLock { $0.outputFailure = 32 }
    let outcome = Bench().run("--help", streams: streams)
    #expect(outcome.status == 8 && outcome.error.isEmpty)
  }

  @Test func reportAFullDisk() {
    let streams = TestStreams()
    streams.state.withLock { $0.outputFailure = 28 }
    let outcome = Bench().run("list", "--json", streams: streams)
    #expect(outcome.status == 8 && outcome.error.contains("No space left"))
  }
}
