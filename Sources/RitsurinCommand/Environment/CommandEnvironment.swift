package import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs another program to its end.
package typealias ProgramRunner = @Sendable (ChildProgram) throws(SystemError) -> ChildProgram.Outcome

/// Everything a command takes from outside, so that a test can be the outside.
package struct CommandEnvironment: Sendable {
  /// The arguments after the program's name, as bytes: they need not be text.
  package var arguments: [[UInt8]]
  /// The variables the tool looks at.
  package var variables: [String: String]
  /// Standard streams and terminal.
  package var streams: any CommandStreams
  /// Opens and creates vaults.
  package var vaults: any CommandVaults
  /// Makes the file system's calls.
  package var files: FileSystem
  /// Runs other programs.
  package var run: ProgramRunner = { (program) throws(SystemError) in try program.run() }
  /// Gives the absolute path of this program, links resolved; nil where the system does not tell.
  ///
  /// Asked for where it is wanted only: a call for each directory of the way.
  package var program: @Sendable () -> String? = { ExecutablePath.current() }
  /// Microseconds since 1970 UTC.
  package var now: @Sendable () -> Int64

  /// An environment of parts.
  package init(
    arguments: [[UInt8]], variables: [String: String], streams: any CommandStreams,
    vaults: any CommandVaults, files: FileSystem = FileSystem(),
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000_000) }
  ) {
    self.arguments = arguments
    self.variables = variables
    self.streams = streams
    self.vaults = vaults
    self.files = files
    self.now = now
  }

  /// The variables that anything here looks at.
  private static let variableNames = [
    "RITSURIN_VAULT", "RITSURIN_PASSPHRASE_FILE", "RITSURIN_KEY_FILE", "HOME", "XDG_DATA_HOME",
    "XDG_CONFIG_HOME", "XDG_STATE_HOME", "PASSWORD_STORE_DIR", "PASSAGE_DIR", "PASSAGE_IDENTITIES_FILE",
  ]

  /// The variables that a child process is given, besides `HOME`: where programs and the user's agents are.
  static let childVariableNames = [
    "PATH", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM", "TMPDIR", "GNUPGHOME",
    "GPG_TTY", "PINENTRY_USER_DATA", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// The environment of this process.
  package static func ofThisProcess(streams: ProcessStreams) -> CommandEnvironment {
    // Growing it step by step takes longer than all lookups.
    let names = variableNames + childVariableNames + GitProgram.variableNames
    var variables = [String: String](minimumCapacity: names.count)
    for name in names { variables[name] = EnvironmentVariable.value(of: name) }
    var arguments: [[UInt8]] = []
    for position in stride(from: 1, to: Int(CommandLine.argc), by: 1) {
      guard let text = unsafe CommandLine.unsafeArgv[position] else { break }
      var bytes: [UInt8] = []
      var offset = 0
      while unsafe text[offset] != 0 {
        unsafe bytes.append(UInt8(bitPattern: text[offset]))
        offset += 1
      }
      arguments.append(bytes)
    }
    if arguments.contains(Array("merge-driver".utf8)) {
      // Git names what it merges in the names of variables; reading all of them takes long for a start.
      for (name, value) in ProcessInfo.processInfo.environment where name.hasPrefix(GitIncoming.prefix) {
        variables[name] = value
      }
    }
    return CommandEnvironment(
      arguments: arguments, variables: variables, streams: streams, vaults: FileVaults())
  }
}
