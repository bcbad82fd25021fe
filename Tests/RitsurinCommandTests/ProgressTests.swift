#if Vault && os(Linux)
  import Foundation
  import Ritsurin
  import RitsurinCommand
  import RitsurinSystem
  import Testing

  /// The bar that long commands show.
  @Suite struct ProgressTests {
    private let place: TemporaryPlace

    init() throws {
      place = try TemporaryPlace()
      let lines = (0..<300).map { "{\"service\":\"s\",\"account\":\"k\($0)\",\"value\":\"v\"}\n" }
      try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: place.path + "/items"))
      #expect(run("init").status == 0)
    }

    /// Runs the tool in a home of its own.
    private func run(_ arguments: String..., terminals: StandardStream...) -> Outcome {
      let streams = TestStreams()
      streams.state.withLock { $0.terminals = Set(terminals.map(\.rawValue)) }
      let environment = CommandEnvironment(
        arguments: arguments.map { Array($0.utf8) }, variables: ["HOME": place.path], streams: streams,
        vaults: FileVaults())
      let status = Tool.run(environment)
      let (output, error) = streams.state.withLock { ($0.output, $0.error) }
      return Outcome(status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }

    private static let erased = "\r\u{1B}[K"

    /// What stays of a text on a terminal: of each line what was written since it was last erased.
    private func remains(_ text: String) -> [String] {
      text.split(separator: "\n").map { line in
        line.components(separatedBy: Self.erased).last.map { String($0) } ?? ""
      }
    }

    @Test func showsEveryStepOfAnImportAndErasesIt() {
      let outcome = run("import", place.path + "/items", terminals: .error)
      #expect(outcome.status == 0)
      for step in ["reading", "300/300 comparing", "300/300 writing", "300/300 placing"] {
        #expect(outcome.error.contains(step), "\(step)")
      }
      #expect(remains(outcome.error) == ["rvault: 300 imported"])
      // Cheap: about a hundred times for each step.
      #expect(outcome.error.components(separatedBy: "\r[").count < 420)
    }

    @Test func showsChecksAndExports() {
      #expect(run("import", place.path + "/items").error == "rvault: 300 imported\n")
      let check = run("check", terminals: .error)
      #expect(check.error.contains("] 200 checking") && check.error.hasSuffix(Self.erased))
      let export = run("export", "--plaintext", terminals: .error)
      #expect(
        export.error.contains("] 200/300 reading") && remains(export.error) == ["rvault: 300 items written"])
      let copy = run(
        "export", "--vault-to", place.path + "/copy", "--new-key-file", place.path + "/copy.key",
        terminals: .error)
      #expect(copy.error.contains("300/300 placing") && copy.status == 0)
      #expect(remains(copy.error).last == "rvault: 300 items copied")
    }

    @Test func isGoneBeforeAnErrorIsTold() {
      #expect(run("import", place.path + "/items").status == 0)
      let changed = Data("{\"service\":\"s\",\"account\":\"k1\",\"value\":\"other\"}\n".utf8)
      try? changed.write(to: URL(fileURLWithPath: place.path + "/changed"))
      let outcome = run("import", place.path + "/changed", terminals: .error)
      #expect(outcome.status == 7 && outcome.error.contains(Self.erased + "rvault: "))
      #expect(!remains(outcome.error).contains { $0.contains("[") })
    }

    @Test(arguments: [["import", "--quiet"], ["check", "--quiet"], ["check", "--json"]])
    func isNotShownWhereItIsNotWanted(words: [String]) {
      #expect(run("import", place.path + "/items", terminals: .output).error == "rvault: 300 imported\n")
      let operand = words[0] == "import" ? [place.path + "/items"] : []
      let arguments = words + operand
      let streams = terminal(.error)
      let environment = CommandEnvironment(
        arguments: arguments.map { Array($0.utf8) }, variables: ["HOME": place.path], streams: streams,
        vaults: FileVaults())
      #expect(Tool.run(environment) == 0)
      let error = String(decoding: streams.state.withLock { $0.error }, as: UTF8.self)
      #expect(!error.contains("["))
    }
  }
#endif
