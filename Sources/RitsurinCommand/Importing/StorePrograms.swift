import RitsurinSystem

/// The programs that read other stores for the tool.
struct StorePrograms {
  private let invocation: Invocation
  private let variables: [String: String]

  init(_ invocation: Invocation) {
    self.invocation = invocation
    variables = invocation.environment.variables
  }

  /// The path of a program.
  ///
  /// - Throws: `.failed` with what to install where it is not there.
  func find(_ name: String, package: String) throws(ToolFailure) -> String {
    let path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    if let found = ChildProgram.find(name, in: path, invocation.environment.files) { return found }
    throw ToolFailure(.failed, "\(name) is not installed (it is in the package \(package))")
  }

  /// Runs a program with the few variables that it needs, and none that this tool is unlocked with.
  func run(
    _ path: String, _ arguments: [String], outputLimit: Int, onTerminal: Bool = false
  ) throws(ToolFailure) -> ChildProgram.Outcome {
    var environment: [String: String] = [:]
    for name in CommandEnvironment.childVariableNames + ["HOME"] {
      if let value = variables[name] { environment[name] = value }
    }
    let hasTerminal = onTerminal && invocation.environment.streams.isTerminal(.input)
    let program = ChildProgram(
      path, arguments: arguments, environment: environment, input: hasTerminal ? .inherited : .nothing,
      outputLimit: outputLimit)
    return try invocation.system { () throws(SystemError) in try invocation.environment.run(program) }
  }

  /// The line of standard error that says most, for people: the first with an error in it, or the last.
  static func message(of outcome: ChildProgram.Outcome) -> String {
    let lines = outcome.error.split { $0 == 0x0A || $0 == 0x0D }
    let mark = Array("error: ".utf8)
    let found = lines.first { line in line.indices.contains { line[$0...].starts(with: mark) } } ?? lines.last
    guard let found else { return "exit status \(outcome.status)" }
    return String(decoding: found.prefix(200), as: UTF8.self)
  }
}
