import Ritsurin
import RitsurinExchange
import RitsurinSystem

/// Why a command ends without having done all it was asked.
struct ToolFailure: Error {
  /// What the caller of the tool is told.
  let status: ExitStatus
  /// What people are told, a line each; empty where nobody listens any more.
  ///
  /// No line holds a value.
  let messages: [String]

  init(_ status: ExitStatus, _ messages: String...) {
    self.status = status
    self.messages = messages
  }

  /// A command line that is wrong; the verb's usage is named beside it.
  static func usage(_ message: String) -> ToolFailure { ToolFailure(.usage, message) }

  /// The same with one line more.
  func adding(_ message: String) -> ToolFailure {
    ToolFailure(status: status, messages: messages + [message])
  }

  /// The failure of a call of the library.
  init(_ error: RKeychainError) {
    self.init(ExitStatus(error.kind), Self.text(of: error))
  }

  /// A file that cannot be imported.
  init(_ error: RKeychainImportError) {
    status = .failed
    var lines = error.problems.map(\.description)
    if error.problemCount > lines.count { lines.append("and \(error.problemCount - lines.count) more") }
    messages = ["nothing was imported:"] + lines
  }

  /// A failed system call.
  init(_ error: SystemError) {
    // EPIPE, on every system this runs on: the reader has gone, and no message would reach anybody.
    if error.errno == 32 {
      self.init(status: .cannotReachFiles, messages: [])
    } else {
      self.init(.cannotReachFiles, error.message)
    }
  }

  private init(status: ExitStatus, messages: [String]) {
    self.status = status
    self.messages = messages
  }

  /// Message and path of an error, without its number, which scripts get as exit status.
  static func text(of error: RKeychainError) -> String {
    guard let path = error.path else { return error.message }
    return "\(error.message): \(path)"
  }
}
