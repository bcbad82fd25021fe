import Foundation
import FuzzTargets
import Testing

/// What fuzzers start from and what they found, once more: every input keeps every promise, and soon.
@Suite(.timeLimit(.minutes(1))) struct FuzzReplayTests {
  /// One file of `Fixtures/Fuzz`.
  struct Input: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let path: String
    var testDescription: String { "\(target.rawValue) \(URL(filePath: path).lastPathComponent)" }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Fuzz").path

  /// Every input of every target, in the order of their names.
  static let inputs: [Input] = FuzzTarget.allCases.flatMap { target in
    [target.rawValue, "regressions/" + target.rawValue].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
      return names.sorted().map { Input(target: target, path: root + "/" + folder + "/" + $0) }
    }
  }

  @Test(arguments: inputs) func keepsEveryPromise(input: Input) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: input.path)))
    #expect(input.target.run(bytes) == nil)
  }

  /// The beginning of each input, too: files get cut.
  @Test(arguments: inputs) func keepsThemForHalfAFile(input: Input) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: input.path)))
    #expect(input.target.run(Array(bytes.prefix(bytes.count / 2))) == nil)
  }

  @Test(arguments: FuzzTarget.allCases) func everyTargetHasInputs(target: FuzzTarget) {
    #expect(Self.inputs.contains { $0.target == target })
  }
}
