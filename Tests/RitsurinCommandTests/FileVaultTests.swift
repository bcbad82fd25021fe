#if Vault
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinExchange
  import RitsurinSystem
  import Testing

  /// The tool on vaults of the file system.
  @Suite struct FileVaultTests {
    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    /// Runs the tool in a home of its own.
    private func run(
      _ arguments: String..., input: [UInt8] = [], variables: [String: String] = [:]
    ) -> Outcome {
      let streams = TestStreams()
      streams.state.withLock { $0.descriptors[0] = input }
      let environment = CommandEnvironment(
        arguments: arguments.map { Array($0.utf8) },
        variables: ["HOME": place.path].merging(variables) { $1 }, streams: streams, vaults: FileVaults())
      let status = Tool.run(environment)
      let (output, error) = streams.state.withLock { ($0.output, $0.error) }
      return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }

    @Test func makeAVaultWithItsKeyBesideIt() throws {
      let made = run("init")
      #expect(made.status == 0 && made.output.isEmpty)
      #expect(run("set", "s", "k", input: [0, 0xFF, 0x0A]).status == 0)
      #expect(run("get", "s", "k").output == [0, 0xFF, 0x0A])
      let keys = try FileManager.default.contentsOfDirectory(atPath: place.path + "/.config/ritsurin")
      #expect(keys.count == 1 && keys[0].utf8.count == 36 && keys[0].hasSuffix(".key"))
      let key = place.path + "/.config/ritsurin/" + (keys.first ?? "")
      #expect(try FileSystem().status(path: key).mode == 0o600)
      #expect(run("init").status == 7)
      try FileManager.default.moveItem(atPath: key, toPath: place.path + "/moved")
      #expect(run("get", "s", "k").status == 4)
      #expect(run("get", "s", "k", "--key-file", place.path + "/moved").status == 0)
      #expect(run("get", "s", "k", variables: ["RITSURIN_KEY_FILE": place.path + "/moved"]).status == 0)
      #expect(run("get", "s", "k", variables: ["RITSURIN_KEY_FILE": ""]).status == 64)
    }

    @Test func makeTheDefaultVaultAtTheFirstSet() {
      #expect(run("get", "s", "k").status == 3)
      #expect(run("list").status == 3)
      #expect(run("set", "s", "k", input: [1]).status == 0)
      #expect(run("get", "s", "k").output == [1])
    }

    @Test func makeNothingElsewhere() throws {
      try FileManager.default.createDirectory(
        atPath: place.path + "/empty", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      for arguments in ["/empty", "/none"] {
        let outcome = run("--vault", place.path + arguments, "set", "s", "k", input: [1])
        #expect(outcome.status == 8)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/empty").isEmpty)
      #expect(!FileManager.default.fileExists(atPath: place.path + "/none"))
    }

    @Test func tellDamageFromAbsence() throws {
      let vault = place.path + "/v"
      #expect(run("--vault", vault, "init").status == 0)
      _ = run("--vault", vault, "set", "s", "k", input: Array(sentinel.utf8))
      let files = try #require(FileManager.default.enumerator(atPath: vault + "/items")).compactMap {
        $0 as? String
      }
      let item = try #require(files.first { $0.hasSuffix(".sealed") })
      try Data("no item".utf8).write(to: URL(fileURLWithPath: vault + "/items/" + item))
      #expect(run("--vault", vault, "get", "s", "k").status == 6)
      #expect(run("--vault", vault, "list").status == 6)
      #expect(run("--vault", vault, "set", "s", "k", input: [1]).status == 0)
      #expect(run("--vault", vault, "get", "s", "k").output == [1])
    }

    @Test func keepDatesThroughExportAndImport() throws {
      let line =
        #"{"service":"s","account":"k","created":"2001-02-03T04:05:06.000007Z","modified":"2002-02-03T04:05:06.5Z","value":"v"}"#
      #expect(run("import", "-", input: Array(line.utf8)).status == 0)
      let shown = run("show", "s", "k").text
      #expect(shown.contains("created: 2001-02-03T04:05:06.000007Z\n"))
      #expect(shown.contains("modified: 2002-02-03T04:05:06.500000Z\n"))
      let file = run("export", "--plaintext").output
      let again = run("import", "-", input: file)
      #expect(again.status == 0 && again.error == "rvault: 1 unchanged\n")
      let other = Array(line.replacingOccurrences(of: "\"v\"", with: "\"w\"").utf8)
      #expect(run("import", "-", input: other).status == 7)
      #expect(run("import", "-", "--on-conflict", "newest", input: other).error.contains("1 skipped"))
      #expect(run("import", "-", "--on-conflict", "replace", input: other).error.contains("1 replaced"))
      #expect(run("get", "s", "k").text == "w")
    }

    // MARK: Golden vaults

    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Golden").path

    private struct Expected: Decodable {
      struct Item: Decodable, Hashable {
        var service: String
        var key: String
        var accessGroup: String?
        var synchronizable: Bool
        var accessibility: String
        var valueBase64: String
        var created: Int64
        var modified: Int64
        var label: String?
        var comment: String?
        var description: String?
        var genericBase64: String?
        var creator: UInt32?
        var type: UInt32?
        var invisible: Bool?
        var negative: Bool?
      }

      var passphrase: String
      var items: [Item]
    }

    /// Copies a fixture with the modes that git does not keep.
    private func copy(_ name: String) throws -> String {
      let path = place.path + "/" + name
      try FileManager.default.copyItem(atPath: Self.golden + "/" + name, toPath: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      if !name.hasSuffix(".vault") {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      }
      return path
    }

    @Test(arguments: ["opaque.vault", "readable.vault"], ["--key-file", "--identity", "--passphrase-file"])
    func exportGoldenVaults(vault: String, option: String) throws {
      let expected = try JSONDecoder().decode(
        Expected.self, from: Data(contentsOf: URL(fileURLWithPath: Self.golden + "/expected.json")))
      let credential: String
      switch option {
      case "--key-file": credential = try copy("golden.key")
      case "--identity": credential = try copy("golden.identity")
      default:
        credential = place.path + "/passphrase"
        // The other Unicode form opens as well.
        let passphrase = expected.passphrase.decomposedStringWithCanonicalMapping + "\n"
        try Data(passphrase.utf8).write(to: URL(fileURLWithPath: credential))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: credential)
      }
      let outcome = run("--vault", try copy(vault), option, credential, "export", "--plaintext")
      #expect(outcome.status == 0 && outcome.error == "rvault: 21 items written\n")
      let read = try RKeychainImport(reading: outcome.output).entries.map { entry in
        let item = entry.item.item
        return Expected.Item(
          service: item.service, key: item.key, accessGroup: item.accessGroup,
          synchronizable: item.synchronizable, accessibility: item.accessibility.code,
          valueBase64: item.value.base64EncodedString(), created: entry.item.createdMicroseconds ?? 0,
          modified: entry.item.modifiedMicroseconds ?? 0, label: item.label, comment: item.comment,
          description: item.kind, genericBase64: item.generic?.base64EncodedString(), creator: item.creator,
          type: item.type, invisible: item.isInvisible, negative: item.isNegative)
      }
      // Names that only look the same are told apart by their bytes, and the order is that of the export.
      func bytes(_ item: Expected.Item) -> [[UInt8]] {
        [
          Array((item.accessGroup ?? "").utf8), Array(item.service.utf8), Array(item.key.utf8),
          [item.synchronizable ? 1 : 0],
        ]
      }
      let wanted = expected.items.sorted { first, second in
        for (one, other) in zip(bytes(first), bytes(second)) where one != other {
          return one.lexicographicallyPrecedes(other)
        }
        return false
      }
      #expect(read == wanted)
      #expect(read.map(bytes) == wanted.map(bytes))
    }
  }
#endif
