#if Vault
  import Foundation
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// `rvault fixture`.
  @Suite struct FixtureVerbTests {
    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    private func run(_ arguments: String...) -> Outcome {
      let streams = TestStreams()
      let environment = CommandEnvironment(
        arguments: arguments.map { Array($0.utf8) }, variables: ["HOME": place.path], streams: streams,
        vaults: FileVaults())
      let status = Tool.run(environment)
      let (output, error) = streams.state.withLock { ($0.output, $0.error) }
      return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }

    private func items(_ name: String, _ values: [String: String]) throws -> String {
      let lines = values.sorted { $0.key < $1.key }
        .map { #"{"service":"s","account":"\#($0.key)","value":"\#($0.value)"}"# }
      let path = place.path + "/" + name
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
      return path
    }

    @Test func makesTheSameBytesAgain() throws {
      let file = try items("items.json", ["a": "1", "b": "2"])
      let (one, other) = (place.path + "/1.vault", place.path + "/2.vault")
      #expect(run("fixture", "create", one, "--from", file).status == 0)
      #expect(run("fixture", "create", other, "--from", file).status == 0)
      #expect(FileManager.default.contentsEqual(atPath: one, andPath: other))
      #expect(run("fixture", "diff", one, other).status == 0)
    }

    @Test func listsWhatDiffersWithoutValues() throws {
      let (old, new) = (place.path + "/old.vault", place.path + "/new.vault")
      _ = run("fixture", "create", old, "--from", try items("1.json", ["a": "sentinel-1", "b": "same"]))
      _ = run("fixture", "create", new, "--from", try items("2.json", ["a": "sentinel-2", "c": "same"]))
      let outcome = run("fixture", "diff", old, new)
      #expect(outcome.status == 7)
      let text = String(decoding: outcome.output, as: UTF8.self)
      #expect(text.split(separator: "\n").map(\.first) == ["~", "-", "+"])
      #expect(!(text + outcome.error).contains("sentinel"))
    }

    @Test func replacesOnlyWhereToldTo() throws {
      let vault = place.path + "/f.vault"
      _ = run("fixture", "create", vault, "--from", try items("1.json", ["a": "1"]))
      let changed = try items("2.json", ["a": "2"])
      let refused = run("fixture", "create", vault, "--from", changed)
      #expect(refused.status == 7 && refused.error.contains("--force"))
      #expect(run("fixture", "create", vault, "--from", changed, "--force").status == 0)
    }
  }
#endif
