#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open terminal and the settings it had, to be given back.
struct TerminalSettings {
  let terminal: FileDescriptor
  let keys: EditingKeys
  private let fileSystem: FileSystem
  private let original: termios
  private let silent: termios

  /// Reads the settings (`tcgetattr`); `ENOTTY` where it is no terminal.
  init(of terminal: FileDescriptor, _ fileSystem: FileSystem) throws(SystemError) {
    var settings = termios()
    _ = try fileSystem.perform(
      SystemCallEvent(.tcgetattr, descriptor: terminal.rawValue), at: terminal.path
    ) {
      terminal.withRawValue { unsafe outcome(tcgetattr($0, &settings)) }
    }
    self.terminal = terminal
    self.fileSystem = fileSystem
    original = settings
    keys = EditingKeys(
      erase: Self.key(VERASE, &settings), kill: Self.key(VKILL, &settings),
      endOfFile: Self.key(VEOF, &settings))
    settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON | IEXTEN)
    settings.c_iflag |= tcflag_t(ICRNL)
    Self.set(VMIN, 1, &settings)
    Self.set(VTIME, 0, &settings)
    silent = settings
  }

  /// Stops showing what is typed (`tcsetattr`).
  ///
  /// - Parameter discarding: Whether what was typed before is thrown away.
  func silence(discarding: Bool) throws(SystemError) {
    try apply(silent, discarding ? TCSAFLUSH : TCSADRAIN)
  }

  /// Gives the terminal back as it was.
  func restore() throws(SystemError) {
    try apply(original, TCSADRAIN)
  }

  private func apply(_ settings: termios, _ action: Int32) throws(SystemError) {
    _ = try fileSystem.perform(
      SystemCallEvent(.tcsetattr, descriptor: terminal.rawValue, flags: action), at: terminal.path
    ) {
      unsafe withUnsafePointer(to: settings) { pointer in
        terminal.withRawValue { unsafe outcome(tcsetattr($0, action, pointer)) }
      }
    }
  }

  private static func key(_ index: Int32, _ settings: inout termios) -> UInt8 {
    unsafe withUnsafeBytes(of: &settings.c_cc) { unsafe $0[Int(index)] }
  }

  private static func set(_ index: Int32, _ value: UInt8, _ settings: inout termios) {
    unsafe withUnsafeMutableBytes(of: &settings.c_cc) { unsafe $0[Int(index)] = value }
  }
}
