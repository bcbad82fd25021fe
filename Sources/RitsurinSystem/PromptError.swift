/// Why nothing was read from a terminal.
package enum PromptError: Error, Equatable, Sendable {
  /// The process has no terminal.
  case noTerminal
  /// The user ended the input without a line, or a signal came that did not end the process.
  case cancelled
  /// More than `limit` bytes were typed.
  case tooLong(limit: Int)
  /// A call failed.
  case system(SystemError)
}
