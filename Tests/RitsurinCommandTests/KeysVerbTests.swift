#if Vault
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// slots, passwd and rekey on a vault of the file system.
  @Suite struct KeysVerbTests {
    private let place: TemporaryPlace
    private let vault: String

    init() throws {
      place = try TemporaryPlace()
      vault = place.path + "/v"
      #expect(run("init").status == 0)
      #expect(run("set", "s", "k", input: [7]).status == 0)
    }

    private func run(
      _ arguments: String..., at path: String? = nil, input: [UInt8] = [], typed: [String] = []
    ) -> Outcome {
      let streams = TestStreams()
      streams.state.withLock {
        $0.descriptors[0] = input
        $0.typed = typed.map { Array($0.utf8) }
      }
      let environment = CommandEnvironment(
        arguments: (["--vault", path ?? vault] + arguments).map { Array($0.utf8) },
        variables: ["HOME": place.path], streams: streams, vaults: FileVaults())
      let status = Tool.run(environment)
      let (output, error) = streams.state.withLock { ($0.output, $0.error) }
      return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }

    /// The columns of each slot.
    private func slots() -> [[Substring]] {
      run("slots").text.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
    }

    private func file(_ name: String, _ text: String) throws -> String {
      let path = place.path + "/" + name
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return path
    }

    @Test func addListAndRemove() throws {
      let key = place.path + "/second.key"
      let added = run("slots", "add", "--new-key-file", key, "--label", "laptop")
      #expect(added.status == 0 && added.text.utf8.count == 9 && added.error.contains("second.key"))
      let id = added.text.split(separator: "\n")[0]
      #expect(slots().count == 2)
      #expect(slots().contains { $0[0] == id && $0[1] == "keyFile" && $0[2] == "" && $0[5] == "laptop" })
      #expect(run("--key-file", key, "get", "s", "k").output == [7])
      let json = run("slots", "--json").text
      #expect(json.contains("\"id\":\"\(id)\"") && json.contains("\"inUse\":true"))
      let own = String(try #require(slots().first { $0[0].hasSuffix("*") })[0].dropLast())
      let refused = run("slots", "remove", own)
      #expect(refused.status == 1 && refused.error.contains("open the vault with the credential that stays"))
      #expect(run("slots", "remove", String(id)).status == 0)
      #expect(run("--key-file", key, "get", "s", "k").status == 5)
      #expect(run("slots", "remove", String(id)).status == 64)
    }

    @Test func addMembersAndRecipients() {
      let key = place.path + "/member.key"
      #expect(run("slots", "add", "--new-key-file", key, "--member").status == 0)
      #expect(run("--key-file", key, "get", "s", "k").output == [7])
      for arguments in [
        ["slots", "add"], ["rekey"], ["rekey", "--finish"], ["slots", "remove", "00000000"],
      ] {
        let outcome = run("--key-file", key, arguments[0], arguments.dropFirst().first ?? "--quiet")
        #expect(outcome.status != 0)
      }
      #expect(run("--key-file", key, "rekey").error.contains("only an owner"))
      let text = Data(repeating: 9, count: 32).base64EncodedString()
      #expect(run("slots", "add", "--recipient", text).status == 0)
      #expect(run("slots", "--json").text.contains(text))
      #expect(run("slots", "add", "--recipient", "AAAA").status == 64)
    }

    @Test func changeAPassphraseThatIsAskedFor() throws {
      #expect(run("slots", "add", typed: ["old", "old"]).status == 0)
      #expect(run("slots", "add", typed: ["one", "two"]).status == 1)
      #expect(run("passwd", "--new-key-file", "/k").status == 64)
      #expect(run("passwd", "--key-file", "/k").status == 64)
      #expect(run("passwd", typed: ["old", "new", "new"]).status == 0)
      #expect(slots().count == 2)
      let (old, new) = (try file("old", "old\n"), try file("new", "new\n"))
      #expect(run("--passphrase-file", old, "get", "s", "k").status == 5)
      #expect(run("--passphrase-file", new, "get", "s", "k").output == [7])
    }

    @Test func changeAPassphraseInEverySlotOfIt() throws {
      for _ in 0..<2 { #expect(run("slots", "add", typed: ["old", "old"]).status == 0) }
      #expect(run("passwd", typed: ["old", "old", "old"]).status == 64)
      #expect(run("passwd", typed: ["old", "new", "new"]).status == 0)
      #expect(slots().count == 2)
      let old = try file("old", "old\n")
      #expect(run("--passphrase-file", old, "get", "s", "k").status == 5)
    }

    @Test func sayWhatDamageARekeyLeaves() throws {
      #expect(run("set", "s", "broken", input: [1]).status == 0)
      let before = Set(try items())
      #expect(run("set", "s", "other", input: [1]).status == 0)
      let path = try #require(try items().first { !before.contains($0) })
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
      let outcome = run("rekey")
      #expect(outcome.status == 9)
      #expect(outcome.error.contains("1 damaged item stayed under the old one"))
      #expect(run("get", "s", "k").output == [7])
      #expect(run("rekey", "--finish").status == 0)
    }

    /// The paths of the sealed files.
    private func items() throws -> [String] {
      let names = FileManager.default.enumerator(atPath: vault)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".sealed") }.map { vault + "/" + $0 }
    }

    @Test func neverAskWithoutATerminal() {
      #expect(run("slots", "add").status == 4)
      #expect(run("passwd").status == 4)
    }

    @Test func rekeyOnlyWhatWasAgreedTo() throws {
      let other = place.path + "/other.key"
      #expect(run("slots", "add", "--new-key-file", other, "--label", "other").status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: vault + "/vault.header"))
      let refused = run("rekey")
      #expect(refused.status == 7 && refused.text.contains("ends\t") && refused.text.contains("\tother\n"))
      let dry = run("rekey", "--dry-run", "--keep-key-file", other)
      #expect(dry.status == 0 && !dry.text.contains("ends"))
      #expect(run("rekey", "--keep-key-file", place.path + "/nothing.key").status == 4)
      #expect(try Data(contentsOf: URL(fileURLWithPath: vault + "/vault.header")) == before)
      #expect(run("rekey", "--keep-key-file", other).status == 0)
      #expect(run("--key-file", other, "get", "s", "k").output == [7])
      let ended = run("rekey", "--end-others")
      #expect(ended.status == 0 && ended.output.isEmpty && ended.error.contains("1 item sealed"))
      #expect(run("--key-file", other, "get", "s", "k").status == 5)
      #expect(run("get", "s", "k").output == [7])
      #expect(run("rekey", "--replace-identity").status == 0)
      #expect(run("get", "s", "k").output == [7])
    }

    /// Two rekeys apart from each other, of which the other's items and slots are brought here.
    ///
    /// - Returns: The only slot of the other's key, and the key file that opens it.
    private func merge() throws -> (slot: String, key: String) {
      let (key, there) = (place.path + "/there.key", place.path + "/there")
      #expect(run("slots", "add", "--new-key-file", key).status == 0)
      try FileManager.default.copyItem(atPath: vault, toPath: there)
      #expect(run("--key-file", key, "rekey", "--end-others", at: there).status == 0)
      #expect(run("--key-file", key, "set", "s", "there", at: there, input: [9]).status == 0)
      #expect(run("rekey", "--end-others").status == 0)
      let names = try #require(FileManager.default.enumerator(atPath: there)).compactMap { $0 as? String }
      for name in names where name.hasSuffix(".sealed") || name.hasSuffix(".slot") {
        let target = vault + "/" + name
        if !FileManager.default.fileExists(atPath: target) {
          try FileManager.default.copyItem(atPath: there + "/" + name, toPath: target)
        }
      }
      let other = slots().filter { $0[3] == "otherKey" }
      #expect(other.count == 1)
      return (String(try #require(other.first)[0]), key)
    }

    @Test func nameWhatARekeyLeaves() throws {
      let other = try merge()
      #expect(run("get", "s", "there").status == 6)
      for verb in ["check", "doctor"] { #expect(run(verb).text.contains("slotOfOtherKey")) }
      let dry = run("rekey", "--dry-run")
      #expect(dry.status == 0 && dry.text.contains("leaves\t\(other.slot)\tkeyFile\t"))
      #expect(dry.error.contains("1 slot of another key") && dry.error.contains("--keep-key-file"))
      let alone = run("rekey")
      #expect(alone.status == 0 && alone.text.isEmpty && alone.error.contains("1 slot of another key"))
      let both = run("rekey", "--keep-key-file", other.key)
      #expect(both.status == 0 && !both.error.contains("another key"))
      #expect(run("get", "s", "there").output == [9])
    }

    @Test func removeNoSlotOfAnotherKeyUnasked() throws {
      let other = try merge()
      let refused = run("slots", "remove", other.slot)
      #expect(refused.status == 7 && refused.error.contains("--end-others"))
      #expect(slots().contains { $0[3] == "otherKey" })
      let removed = run("slots", "remove", other.slot, "--end-others")
      #expect(removed.status == 0 && removed.error.contains("what lies under that key"))
      #expect(!slots().contains { $0[3] == "otherKey" })
    }

    @Test func rekeyNothingWhileVersionsAreUnresolved() throws {
      let names = try #require(FileManager.default.enumerator(atPath: vault + "/items")).compactMap {
        $0 as? String
      }
      let item = vault + "/items/" + (try #require(names.first { $0.hasSuffix(".sealed") }))
      let copy = String(item.dropLast(7)) + ".sync-conflict-20261130-120000-ABCDEFG.sealed"
      try FileManager.default.copyItem(atPath: item, toPath: copy)
      // A copy that holds the same is no loss.
      #expect(run("rekey").status == 0)
      try FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: item, toPath: copy)
      #expect(run("set", "s", "k", input: [8]).status == 0)
      let outcome = run("rekey")
      #expect(outcome.status == 7 && outcome.error.contains("rvault conflicts"))
    }

    @Test func adoptWhatComesLater() throws {
      try FileManager.default.copyItem(atPath: vault, toPath: place.path + "/late")
      #expect(run("rekey").status == 0)
      let names = try #require(FileManager.default.enumerator(atPath: vault + "/items")).compactMap {
        $0 as? String
      }
      let item = "items/" + (try #require(names.first { $0.hasSuffix(".sealed") }))
      try FileManager.default.removeItem(atPath: vault + "/" + item)
      try FileManager.default.copyItem(atPath: place.path + "/late/" + item, toPath: vault + "/" + item)
      #expect(run("get", "s", "k").status == 6)
      #expect(run("adopt", "--dry-run", item).text.hasPrefix("s\tk\t\t"))
      #expect(run("get", "s", "k").status == 6)
      #expect(run("adopt", item).text.hasPrefix("s\tk\t\t"))
      #expect(run("get", "s", "k").output == [7])
      #expect(run("adopt", item).status == 64)
      #expect(run("adopt", "items/nothing").status == 3)
    }

    @Test(arguments: [["rekey", "--finish"], ["check", "--repair"], ["rekey", "--end-others"]])
    func takeUpWhatWasInterrupted(arguments: [String]) throws {
      let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Golden").path
      let files = FileManager.default
      let copy = place.path + "/golden.vault"
      try files.copyItem(atPath: golden + "/rekeying.vault", toPath: copy)
      try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy)
      let key = try file("golden.key", String(contentsOfFile: golden + "/golden.key", encoding: .utf8))
      let named = ["--vault", copy, "--key-file", key]
      func outcome(_ arguments: [String]) -> Outcome {
        let streams = TestStreams()
        let environment = CommandEnvironment(
          arguments: (named + arguments).map { Array($0.utf8) }, variables: ["HOME": place.path],
          streams: streams, vaults: FileVaults())
        let status = Tool.run(environment)
        let (output, error) = streams.state.withLock { ($0.output, $0.error) }
        return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
      }
      #expect(outcome(["check"]).text.contains("rekeyUnfinished"))
      #expect(outcome(["doctor"]).text.contains("rekeyUnfinished"))
      let found = outcome(arguments)
      #expect(found.status == (arguments[0] == "check" ? 6 : 0), "\(found.error)")
      #expect(!outcome(["check"]).text.contains("rekeyUnfinished"))
      #expect(outcome(["get", "com.example.app", "item 2"]).text == "value 2")
    }

    @Test(arguments: [
      ["slots", "list", "x"], ["slots", "add", "x"], ["slots", "remove"], ["slots", "what"],
      ["slots", "--member"], ["slots", "remove", "00000000", "--label", "x"],
      ["slots", "--end-others"], ["slots", "add", "--end-others"],
      ["slots", "add", "--new-key-file", "/a", "--recipient", "b"], ["rekey", "--finish", "--end-others"],
    ])
    func refuseWhatMakesNoSense(arguments: [String]) {
      let streams = TestStreams()
      let environment = CommandEnvironment(
        arguments: (["--vault", vault] + arguments).map { Array($0.utf8) },
        variables: ["HOME": place.path], streams: streams, vaults: FileVaults())
      #expect(Tool.run(environment) == 64)
    }
  }
#endif
