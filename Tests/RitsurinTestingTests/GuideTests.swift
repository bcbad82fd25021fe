import Foundation
import Testing

/// The guide's examples are parts of the sample package, which is built and tested on its own.
@Suite struct GuideTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// An example: the line before it names a file of the sample package, and the mark in it.
  struct Example: Sendable, CustomTestStringConvertible {
    var file: String
    var mark: String
    var code: [String]
    var testDescription: String { "\(file) \(mark)" }
  }

  static let guide = (try? String(contentsOf: root.appending(path: "Docs/Testing.md"), encoding: .utf8)) ?? ""

  static let examples: [Example] = {
    let lines = guide.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var examples: [Example] = []
    for (number, line) in lines.enumerated() where line.hasPrefix("<!-- sample: ") {
      let words = line.split(separator: " ").map(String.init)
      let code = lines.dropFirst(number + 2).prefix { $0 != "```" }
      examples.append(Example(file: words[2], mark: words[3], code: Array(code)))
    }
    return examples
  }()

  @Test func hasAnExampleForEachMark() throws {
    let files = [
      "Sources/SampleApp/TokenStore.swift", "Tests/SampleAppTests/TokenStoreTests.swift",
      "Tests/SampleAppTests/TokenStoreXCTests.swift",
    ]
    let marks = try files.flatMap { file in
      try Self.lines(of: file).compactMap { line in
        line.hasPrefix("// docs: ") && line != "// docs: end" ? "\(file) \(line.dropFirst(9))" : nil
      }
    }
    #expect(Self.examples.map(\.testDescription).sorted() == marks.sorted())
  }

  @Test(arguments: examples) func isWhatIsCompiled(_ example: Example) throws {
    let lines = try Self.lines(of: example.file)
    let start = try #require(lines.firstIndex(of: "// docs: \(example.mark)"))
    let code = lines[(start + 1)...].prefix { $0 != "// docs: end" }
    #expect(Self.trimmed(Array(code)) == Self.trimmed(example.code))
  }

  @Test func hasNoOtherSwiftExample() {
    let fences = Self.guide.split(separator: "\n").filter { $0 == "```swift" }
    #expect(fences.count == Self.examples.count + 1, "only the lines of Package.swift are not compiled here")
  }

  private static func lines(of file: String) throws -> [String] {
    try String(contentsOf: root.appending(path: "Fixtures/SampleConsumer/\(file)"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    let kept = lines.drop { $0.isEmpty }
    return Array(kept.reversed().drop { $0.isEmpty }.reversed())
  }
}
