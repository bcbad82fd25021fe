import RitsurinSystem

/// How far a long command is, on a terminal and nowhere else.
struct Progress {
  private let invocation: Invocation
  private let isShown: Bool

  init(_ invocation: Invocation) {
    self.invocation = invocation
    isShown = invocation.environment.streams.isTerminal(.error)
  }

  /// Shows how many of all are done, in place of what was shown before.
  func show(_ done: Int, of count: Int, _ what: String) {
    guard isShown else { return }
    let width = 20
    let filled = count > 0 ? done * width / count : width
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    // Names are cut, so that the line stays one.
    let name = String(DisplayText.escaped(what).prefix(40))
    say("\r[\(bar)] \(done)/\(count) \(name)\u{1B}[K")
  }

  /// Takes away what was shown.
  func end() {
    if isShown { say("\r\u{1B}[K") }
  }

  private func say(_ text: String) {
    try? invocation.environment.streams.write(Array(text.utf8), to: .error)
  }
}
