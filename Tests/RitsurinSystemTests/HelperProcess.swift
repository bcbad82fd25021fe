import Foundation
import RitsurinSystem
import Testing

/// What the helper process is told by its environment.
enum HelperVariable {
  /// The file for its answer.
  ///
  /// Where it is set, this is the helper process.
  static let answer = "RITSURIN_TEST_ANSWER"
  /// The index of the call that fails; none where it is empty.
  static let failing = "RITSURIN_TEST_FAILING"
  /// A variable to look at and to remove.
  static let probe = "RITSURIN_TEST_PROBE"
}

/// What other suites need a process of its own for: this test program, run again for one of these.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[HelperVariable.answer] != nil))
struct HelperProcess {
  private func note(_ answer: String) throws {
    let path = try #require(ProcessInfo.processInfo.environment[HelperVariable.answer])
    try Data(answer.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0, radix: 16) }.joined(separator: " ")
  }

  @Test func asksAndNotesTheAnswer() throws {
    let index = Int(ProcessInfo.processInfo.environment[HelperVariable.failing] ?? "")
    let fileSystem = FileSystem(observer: index.map { CallScript(failAt: [$0: EIO]) })
    let answer: String
    do throws(PromptError) {
      answer = "secret " + hex(try TerminalPrompt.readSecret(prompt: "prompt> ", fileSystem))
    } catch {
      answer = "\(error)"
    }
    try note(answer)
  }

  @Test func notesItsInput() throws {
    let answer: String
    do throws(SystemError) {
      answer = hex(try StandardStream.input.readAll(limit: 10))
    } catch {
      answer = error.errno == EFBIG ? "too big" : error.message
    }
    try note("\(answer), terminal: \(StandardStream.input.isTerminal)")
  }

  @Test func writesToItsErrorStream() throws {
    try unsafe StandardStream.error.write([UInt8](repeating: 1, count: 1_000_000).span.bytes)
    try note("written")
  }

  @Test func removesAVariable() throws {
    let before = EnvironmentVariable.value(of: HelperVariable.probe)
    EnvironmentVariable.remove(HelperVariable.probe)
    let child = try Child(["sh", "-c", "env | grep -c ^\(HelperVariable.probe)="])
    let after = EnvironmentVariable.value(of: HelperVariable.probe)
    try note("\(before ?? "none"), then \(after ?? "none")")
    _ = child.finish()
  }
}
