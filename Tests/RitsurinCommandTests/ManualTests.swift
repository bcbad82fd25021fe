import RitsurinCommand
import Testing

/// The manual page and the completions say what the help says.
@Suite struct ManualTests {
  /// The commands and options of the help.
  static let verbs = Bench().run("--help").text.split(separator: "\n").drop { $0 != "Commands:" }.dropFirst()
    .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }

  static func options(of verb: String) -> [String] {
    Bench().run(verb, "--help").text.split(separator: "\n").filter { $0.hasPrefix("  --") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func pageHasEveryCommandAndOption() {
    let page = Bench().run("manual").text.replacing("\\-", with: "-")
    #expect(Self.verbs.count > 10)
    for verb in Self.verbs {
      #expect(page.contains("\n.SS \"rvault \(verb)"))
      for option in Self.options(of: verb) { #expect(page.contains("\n.B \"\(option)")) }
    }
    for status in ["0", "3", "64"] { #expect(page.contains("\n.B \"\(status)\"\n")) }
  }

  @Test func pageLeavesNothingToRoff() {
    let lines = Bench().run("manual").text.split(separator: "\n")
    let requests = Set(lines.filter { $0.hasPrefix(".") }.compactMap { $0.split(separator: " ").first })
    #expect(requests == [".TH", ".SH", ".SS", ".TP", ".B", ".PP"])
    #expect(!lines.contains { $0.hasPrefix("'") })
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsHaveEveryCommandAndOption(shell: String) {
    let script = Bench().run("completions", shell).text
    for verb in Self.verbs {
      #expect(script.contains(verb))
      for option in Self.options(of: verb) {
        #expect(script.contains(shell == "fish" ? "-l \(option.dropFirst(2))" : option))
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsHaveTheWordsOfCommands(shell: String) {
    let script = Bench().run("completions", shell).text
    for words in [
      "install merge-driver diff-driver", "list resolve", "probe", "create diff", "bash zsh fish",
    ] {
      #expect(
        script.contains(
          shell == "bash" ? "actions=\"\(words)\"" : shell == "zsh" ? "(\(words))" : "-a '\(words)'"))
    }
    for words in ["current copy", "fail skip replace newest", "opaque readable", "utf-8 iso-8859-1"] {
      #expect(script.contains(words))
    }
  }

  @Test(arguments: [
    ["completions"], ["completions", "tcsh"], ["manual", "x"], ["completions", "bash", "zsh"],
  ])
  func refuseOtherArguments(arguments: [String]) {
    let outcome = Bench().run(bytes: arguments.map { Array($0.utf8) }, streams: TestStreams())
    #expect(outcome.status == 64 && outcome.output.isEmpty)
  }
}
