#if Vault
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// `check`, and what the other verbs say of files that are not the vault's.
  @Suite struct CheckVerbTests {
    private let place: TemporaryPlace
    private var vault: String { place.path + "/v" }

    init() throws {
      place = try TemporaryPlace()
      try #require(run("init").status == 0)
      try #require(run("set", "s", "k", input: [1]).status == 0)
      try #require(run("set", "s", "l", input: [2]).status == 0)
    }

    private func run(_ arguments: String..., input: [UInt8] = [], terminal: Bool = false) -> Outcome {
      let streams = TestStreams()
      streams.state.withLock { state in
        state.descriptors[0] = input
        if terminal { state.terminals = [StandardStream.output.rawValue] }
      }
      let given = arguments.first == "--vault" ? arguments : ["--vault", vault] + arguments
      let environment = CommandEnvironment(
        arguments: given.map { Array($0.utf8) }, variables: ["HOME": place.path],
        streams: streams, vaults: FileVaults())
      let status = Tool.run(environment)
      let (output, error) = streams.state.withLock { ($0.output, $0.error) }
      return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }

    private func sealed() throws -> [String] {
      let names = try #require(FileManager.default.enumerator(atPath: vault)).compactMap { $0 as? String }
      return names.filter { $0.hasSuffix(".sealed") }.sorted()
    }

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: vault + "/" + name))
    }

    private struct Line: Decodable, Equatable {
      var kind: String?
      var path: String?
      var detail: String?
      var damage: Bool?
      var repairable: Bool?
      var items: Int?
      var opened: Int?
      var findings: Int?
    }

    private func lines(_ outcome: Outcome) throws -> [Line] {
      try outcome.text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test func findNothingInASoundVault() throws {
      let text = run("check")
      #expect(text.status == 0 && text.text == "2 items, 2 opened, 0 findings\n" && text.error.isEmpty)
      #expect(run("check", "--json").text == "{\"items\":2,\"opened\":2,\"findings\":0}\n")
    }

    @Test func tellUntidyFromDamaged() throws {
      let item = try #require(sealed().first)
      try write("x", to: "items/.DS_Store")
      try FileManager.default.removeItem(atPath: vault + "/" + item.dropLast(7) + ".meta")
      let untidy = run("check", "--json")
      #expect(untidy.status == 0)
      #expect(
        try lines(untidy) == [
          Line(kind: "foreign", path: "items/.DS_Store", damage: false, repairable: false),
          Line(kind: "sidecarMissing", path: item.dropLast(7) + ".meta", damage: false, repairable: true),
          Line(items: 2, opened: 2, findings: 2),
        ])
      #expect(
        run("check").text.contains("sidecarMissing\t\(item.dropLast(7)).meta\tcan be mended with --repair\n"))
      #expect(run("check", "--repair").text.contains("\tmended\n"))
      #expect(try lines(run("check", "--json")).map(\.kind) == ["foreign", nil])
      try write("no item", to: item)
      let damaged = run("check", "--json")
      #expect(damaged.status == 6 && damaged.error.contains("1 of 2 findings is damage"))
      #expect(try lines(damaged).map(\.kind) == ["foreign", "notAnItem", nil])
    }

    @Test func tellThatNothingOpensTheVault() throws {
      try FileManager.default.removeItem(atPath: vault + "/slots")
      let get = run("get", "s", "k")
      #expect(get.status == 6 && get.error.contains("no valid key slot: restore slots/ from git or a backup"))
      for verb in ["check", "doctor"] {
        let outcome = run(verb)
        #expect(outcome.status == 6 && outcome.text.contains("noUsableSlot\tslots\t"), "\(outcome.text)")
      }
      #expect(run("check").error.contains("1 of 1 finding is damage"))
      #expect(run("doctor").error.contains(" is damage"))
      // Also where there is no key.
      try FileManager.default.removeItem(atPath: place.path + "/.config")
      #expect(run("check").status == 6 && run("doctor").status == 6)
    }

    @Test func sayWhichFileIsMissing() {
      for (option, file) in [("--passphrase-file", "passphrase file"), ("--key-file", "key file")] {
        let outcome = run("--vault", vault, option, place.path + "/none", "list")
        #expect(outcome.status == 4 && outcome.error.contains("the \(file) is missing"))
      }
    }

    @Test func sayWhatToDoWithADamagedItem() throws {
      let item = try #require(sealed().first)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: vault + "/" + item))
      bytes[9] = 0
      try bytes.write(to: URL(fileURLWithPath: vault + "/" + item))
      let outcome = run("list")
      #expect(outcome.status == 6 && outcome.error.contains("restore its file, or store the value anew"))
    }

    @Test func sayWhatToDoWithoutAHeader() throws {
      for name in ["vault.header", "vault.header.backup"] {
        try FileManager.default.removeItem(atPath: vault + "/" + name)
      }
      let outcome = run("get", "s", "k")
      #expect(outcome.status == 8 && outcome.error.contains("restore vault.header from git"))
    }

    @Test(arguments: ["check", "doctor", "conflicts"]) func tellThatTheDefaultVaultWasNeverMade(verb: String)
    {
      let streams = TestStreams()
      let environment = CommandEnvironment(
        arguments: [Array(verb.utf8)], variables: ["HOME": place.path], streams: streams, vaults: FileVaults()
      )
      #expect(Tool.run(environment) == 3)
      let said = String(decoding: streams.state.withLock { $0.error }, as: UTF8.self)
      #expect(said.contains("rvault init makes one"))
    }

    @Test func checkWithoutAKey() throws {
      try FileManager.default.removeItem(atPath: place.path + "/.config")
      let keyless = run("check", "--json")
      #expect(keyless.status == 0)
      #expect(try lines(keyless) == [Line(items: 2, opened: 0, findings: 0)])
      let item = try #require(sealed().first)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: vault + "/" + item))
      bytes[bytes.count - 1] ^= 1
      try bytes.write(to: URL(fileURLWithPath: vault + "/" + item))
      let damaged = run("check", "--json", "--repair")
      #expect(damaged.status == 6)
      #expect(try lines(damaged).first?.kind == "digestMismatch")
    }

    @Test func escapeNamesOnTerminals() throws {
      try write("x", to: "items/a\u{1B}[2Jb")
      #expect(!run("check", terminal: true).text.contains("\u{1B}"))
      #expect(try lines(run("check", "--json")).first?.path == "items/a\u{1B}[2Jb")
    }

    @Test func failWhereThereIsNoVault() {
      #expect(run("--vault", place.path + "/none", "check").status == 8)
    }

    @Test func countForeignFilesWhenListing() throws {
      #expect(run("list").error.isEmpty)
      let item = try #require(sealed().first)
      try FileManager.default.copyItem(
        atPath: vault + "/" + item,
        toPath: vault + "/" + item.dropLast(7) + ".sync-conflict-20260101-120000-ABCDEFG.sealed")
      let one = run("list")
      #expect(one.status == 0 && one.text.split(separator: "\n").count == 2)
      #expect(one.error.contains("1 file is not the vault's"))
      try write("x", to: "Thumbs.db")
      #expect(run("list", "--json").error.contains("2 files are not the vault's"))
    }

    @Test func listWhatALinkDoesNotHide() throws {
      #expect(run("set", "t", "m", input: [3]).status == 0)
      let directories = try FileManager.default.contentsOfDirectory(atPath: vault + "/items")
      let moved = try #require(directories.sorted().first)
      try FileManager.default.moveItem(atPath: vault + "/items/" + moved, toPath: place.path + "/moved")
      try FileManager.default.createSymbolicLink(
        atPath: vault + "/items/" + moved, withDestinationPath: place.path + "/moved")
      let listed = run("list")
      #expect(listed.status == 8 && listed.error.contains("left out: ") && listed.error.contains(moved))
      #expect((1...2).contains(listed.text.split(separator: "\n").count))
      let statuses = [run("get", "s", "k").status, run("get", "t", "m").status].sorted()
      #expect(statuses == [0, 8])
    }

    @Test func writeWithoutLocksWhereAskedTo() throws {
      #expect(run("--no-lock", "set", "s", "n", input: [4]).status == 0)
      #expect(run("get", "s", "n").output == [4])
      #expect(run("--no-lock", "rm", "s", "n").status == 0)
      #expect(run("get", "s", "n").status == 3)
    }
  }
#endif
