import RitsurinSystem

/// Runs git in a directory.
struct GitProgram {
  /// What git itself looks at, besides what every child gets: where its configuration lies.
  static let variableNames = [
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "XDG_CONFIG_HOME",
  ]

  private let invocation: Invocation
  private let path: String
  private let directory: String

  /// Git, run in a directory.
  ///
  /// - Returns: nil where git is not installed.
  init?(_ invocation: Invocation, in directory: String) {
    let search = invocation.environment.variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    guard let path = ChildProgram.find("git", in: search, invocation.environment.files) else { return nil }
    self.invocation = invocation
    self.path = path
    self.directory = directory
  }

  /// Runs a command of git.
  func run(_ arguments: [String]) throws(ToolFailure) -> ChildProgram.Outcome {
    var environment = ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"]
    for name in CommandEnvironment.childVariableNames + Self.variableNames + ["HOME"] {
      if let value = invocation.environment.variables[name] { environment[name] = value }
    }
    let program = ChildProgram(
      path, arguments: ["-C", directory] + arguments, environment: environment, outputLimit: 64 << 20)
    return try invocation.system { () throws(SystemError) in try invocation.environment.run(program) }
  }

  /// The text that a command of git writes, without its last line end; nil where it ends with an error.
  func text(_ arguments: [String]) throws(ToolFailure) -> String? {
    let outcome = try run(arguments)
    guard outcome.status == 0 else { return nil }
    let bytes = outcome.output.last == 0x0A ? outcome.output.dropLast() : outcome.output[...]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The fields that a command of git writes, each ended by a NUL; nil where it ends with an error.
  ///
  /// - Parameter statuses: The exit statuses that are none.
  func fields(_ arguments: [String], statuses: Set<Int32> = [0]) throws(ToolFailure) -> [String]? {
    let outcome = try run(arguments)
    guard statuses.contains(outcome.status) else { return nil }
    return outcome.output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The top of the work tree that the directory is in; nil where it is in none.
  func topLevel() throws(ToolFailure) -> String? { try text(["rev-parse", "--show-toplevel"]) }
}

/// A word as a shell takes it for itself.
enum ShellText {
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard !plain || word.isEmpty else { return word }
    var text: [UInt8] = [UInt8(ascii: "'")]
    for byte in word.utf8 {
      if byte == UInt8(ascii: "'") { text += Array(#"'\''"#.utf8) } else { text.append(byte) }
    }
    text.append(UInt8(ascii: "'"))
    return String(decoding: text, as: UTF8.self)
  }
}
