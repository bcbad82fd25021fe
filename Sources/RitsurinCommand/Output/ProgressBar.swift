import Ritsurin
import RitsurinSystem

/// How far a long command is: on a terminal and nowhere else, and gone when it ends.
///
/// Not shown with `--quiet` or `--json`, whose reader wants nothing beside the result.
final class ProgressBar: Sendable {
  /// How many cells the bar has.
  private static let width = 20

  private let streams: any CommandStreams
  private let isShown: Bool
  /// What stands on the terminal.
  private let shown = Locked("")

  init(_ invocation: Invocation) {
    streams = invocation.environment.streams
    isShown = streams.isTerminal(.error) && !invocation.has(.quiet) && !invocation.has(.json)
  }

  /// Shows how many of all are done, in place of what was shown before.
  ///
  /// - Parameters:
  ///   - done: How many are done.
  ///   - count: How many there are; 0 where that is not known.
  ///   - what: What is done, or with which one; escaped and cut, so that the line stays one.
  func show(_ done: Int, of count: Int, _ what: String) {
    guard isShown else { return }
    let filled = count > 0 ? min(max(done, 0), count) * Self.width / count : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    let numbers = count > 0 ? "\(done)/\(count)" : done > 0 ? "\(done)" : ""
    let name = String(DisplayText.escaped(what).prefix(40))
    let line = "\r[\(bar)] \(numbers) \(name)\u{1B}[K"
    let isNew = shown.withLock { shown in
      defer { shown = line }
      return shown != line
    }
    if isNew { say(line) }
  }

  /// Shows a state of a restore.
  func show(_ state: RKeychainRestoreProgress) {
    show(state.done, of: state.count, "\(state.step)")
  }

  /// Takes away what was shown.
  func end() {
    let isThere = shown.withLock { shown in
      defer { shown = "" }
      return !shown.isEmpty
    }
    if isThere { say("\r\u{1B}[K") }
  }

  private func say(_ text: String) {
    try? streams.write(Array(text.utf8), to: .error)
  }
}

extension Invocation {
  /// Runs a long step with a bar, which is gone when the step has ended, however it did.
  ///
  /// - Parameters:
  ///   - what: What is shown until the step says more.
  ///   - body: The step.
  func withProgress<R>(
    _ what: String, _ body: (ProgressBar) throws(ToolFailure) -> R
  ) throws(ToolFailure) -> R {
    let bar = ProgressBar(self)
    bar.show(0, of: 0, what)
    defer { bar.end() }
    return try body(bar)
  }
}
