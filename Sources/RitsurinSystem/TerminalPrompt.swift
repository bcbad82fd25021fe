import CRitsurinSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks for secrets on the process's terminal.
package enum TerminalPrompt {
  /// The signal handlers are the process's, so there is one prompt at a time.
  private static let turn = Locked(())

  /// Asks for one line on `/dev/tty`, which is not shown while it is typed.
  ///
  /// The terminal gets its settings back in every case: also before a signal (HUP, INT, QUIT, TERM) ends the
  /// process and before TSTP stops it; when it goes on, it asks again. Blocks until there is an answer.
  ///
  /// - Parameters:
  ///   - prompt: What the user sees, without a line end.
  ///   - fileSystem: Makes the calls.
  /// - Returns: The bytes typed, without the line end, at most 65,536; may be empty.
  /// - Throws: Every case of `PromptError`.
  package static func readSecret(
    prompt: String, _ fileSystem: FileSystem = FileSystem()
  ) throws(PromptError) -> [UInt8] {
    try turn.withLock { (_) throws(PromptError) in
      let settings: TerminalSettings
      do throws(SystemError) {
        settings = try TerminalSettings(of: openTerminal(fileSystem), fileSystem)
      } catch {
        switch error.errno {
        case ENXIO, ENOENT, ENOTTY, ENODEV, EACCES: throw .noTerminal
        default: throw .system(error)
        }
      }
      let session = PromptSession(prompt: prompt, settings: settings, fileSystem: fileSystem)
      return try session.run()
    }
  }

  private static func openTerminal(_ fileSystem: FileSystem) throws(SystemError) -> FileDescriptor {
    let path = "/dev/tty"
    let flags = O_RDWR | O_CLOEXEC | O_NOCTTY
    let number = try fileSystem.perform(SystemCallEvent(.open, path: path, flags: flags), at: path) {
      unsafe outcome(open(path, flags))
    }
    return fileSystem.adopt(number, base: path)
  }
}
