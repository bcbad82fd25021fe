import RitsurinSystem

/// The tool: from arguments to an exit status.
package enum Tool {
  /// Runs the command that the arguments name.
  ///
  /// - Parameter environment: Arguments, streams, files and vaults.
  /// - Returns: The exit status.
  package static func run(_ environment: CommandEnvironment) -> Int32 {
    do throws(ToolFailure) {
      switch try ArgumentParser.parse(environment.arguments) {
      case .help(let verb): try show(HelpText.text(for: verb), environment)
      case .version: try show(HelpText.version + "\n", environment)
      case .run(let verb, let operands, let values):
        var environment = environment
        if values[.noLock] != nil, environment.vaults is FileVaults {
          environment.vaults = FileVaults(withoutLocks: true)
        }
        try verb.run(Invocation(verb, operands: operands, values: values, environment: environment))
      }
      return ExitStatus.done.rawValue
    } catch {
      for message in error.messages { say(message, environment.streams) }
      if error.status == .usage { say("see rvault --help", environment.streams) }
      return error.status.rawValue
    }
  }

  /// Says a line on standard error.
  ///
  /// Where nobody listens nothing is done about it: the exit status tells the rest.
  static func say(_ message: String, _ streams: any CommandStreams) {
    try? streams.write(Array("rvault: \(DisplayText.escaped(message))\n".utf8), to: .error)
  }

  private static func show(_ text: String, _ environment: CommandEnvironment) throws(ToolFailure) {
    do throws(SystemError) {
      try environment.streams.write(Array(text.utf8), to: .output)
    } catch {
      throw ToolFailure(error)
    }
  }
}
