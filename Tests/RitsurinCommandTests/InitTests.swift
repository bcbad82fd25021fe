import RitsurinCommand
import RitsurinSystem
import Testing

@Suite struct InitTests {
  @Test func makeAVaultWithADefaultKeyAndAskNothing() throws {
    let bench = Bench()
    let streams = terminal(.input, .output, .error)
    let outcome = bench.run("--vault", "/v", "init", streams: streams)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.error.contains("/v") && outcome.error.contains("/config/00112233445566778899aabbccddeeff.key"))
    #expect(streams.state.withLock { $0.prompts.isEmpty })
    let created = try #require(bench.vaults.state.withLock { $0.created.first })
    #expect(!created.isReadable && created.credentials.count == 1)
    guard case .newDefaultKeyFile = created.credentials[0] else {
      Issue.record("another credential")
      return
    }
  }

  @Test func takeBothKindsOfCredential() throws {
    let bench = Bench()
    let outcome = bench.run(
      "--vault", "/v", "init", "--names", "readable", "--new-passphrase-file", "/p", "--new-key-file",
      "/tmp/k")
    #expect(outcome.status == 0)
    let created = try #require(bench.vaults.state.withLock { $0.created.first })
    #expect(created.isReadable && created.credentials.count == 2)
  }

  @Test func refuseAnExistingVault() {
    #expect(Bench().run("--vault", "/default", "init").status == 7)
    #expect(Bench().run("init").status == 7)
  }

  @Test func warnOfVariablesThatComeFirst() {
    var bench = Bench()
    bench.variables["RITSURIN_KEY_FILE"] = "/k"
    let outcome = bench.run("--vault", "/v", "init")
    #expect(outcome.status == 0 && outcome.error.contains("RITSURIN_KEY_FILE"))
  }

  @Test func makeRelativePathsAbsolute() throws {
    let bench = Bench()
    _ = bench.run("--vault", "v", "init")
    let path = try #require(bench.vaults.state.withLock { $0.created.first?.path })
    #expect(path.hasPrefix("/") && path.hasSuffix("/v"))
  }

  @Test(arguments: [nil, ""] as [String?])
  func needAPlace(variable: String?) {
    var bench = Bench()
    bench.variables["RITSURIN_VAULT"] = variable
    let status = bench.run("init").status
    #expect(status == (variable == nil ? 1 : 64))
    #expect(bench.vaults.state.withLock { $0.created.isEmpty })
  }
}
