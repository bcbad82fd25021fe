/// Why there is no standard place.
package enum StandardPathError: Error, Equatable, Sendable {
  /// `HOME` is not set.
  case noHome
  /// The variable is set, and empty (or not UTF-8).
  case emptyVariable(String)
  /// The variable holds a relative path.
  case notAbsolute(String)

  /// What is wrong, for people.
  package var message: String {
    switch self {
    case .noHome: "HOME is not set"
    case .emptyVariable(let name): "\(name) is set and empty"
    case .notAbsolute(let name): "\(name) holds a relative path"
    }
  }
}

/// Where a user's files belong: the XDG Base Directory Specification, 0.8; on Apple systems
/// `Library/Application Support` where no XDG variable says otherwise.
///
/// Nothing is created and nothing is guessed: without a home there is no place, least of all `/tmp`.
package struct StandardPaths: Sendable {
  /// The variables that decide: `HOME` and the `XDG_` ones.
  package let environment: [String: String]

  /// Uses the variables given, and nothing else.
  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// The paths of this process's environment.
  package static var current: StandardPaths {
    var environment: [String: String] = [:]
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
      environment[name] = EnvironmentVariable.value(of: name)
    }
    return StandardPaths(environment: environment)
  }

  /// `XDG_DATA_HOME`, or `~/.local/share`.
  ///
  /// - Returns: An absolute path, which need not exist.
  /// - Throws: Every case, and only on account of `HOME`: an XDG variable that is empty or relative counts as
  ///   unset, as its specification says.
  package func dataHome() throws(StandardPathError) -> String {
    try path("XDG_DATA_HOME", below: "/.local/share")
  }

  /// `XDG_CONFIG_HOME`, or `~/.config`; otherwise as `dataHome`.
  package func configHome() throws(StandardPathError) -> String {
    try path("XDG_CONFIG_HOME", below: "/.config")
  }

  /// `XDG_STATE_HOME`, or `~/.local/state`; otherwise as `dataHome`.
  package func stateHome() throws(StandardPathError) -> String {
    try path("XDG_STATE_HOME", below: "/.local/state")
  }

  private func path(
    _ variable: String, below suffix: String
  ) throws(StandardPathError) -> String {
    if let value = environment[variable], Self.isAbsolute(value) { return Self.trimmed(value) }
    guard let home = environment["HOME"] else { throw .noHome }
    guard !home.isEmpty else { throw .emptyVariable("HOME") }
    guard Self.isAbsolute(home) else { throw .notAbsolute("HOME") }
    #if canImport(Darwin)
      return Self.trimmed(home) + "/Library/Application Support"
    #else
      return Self.trimmed(home) + suffix
    #endif
  }

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The path without slashes at its end; the root itself becomes empty, so that a suffix fits.
  private static func trimmed(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return end.map { String(path.utf8[...$0]) ?? path } ?? ""
  }
}
