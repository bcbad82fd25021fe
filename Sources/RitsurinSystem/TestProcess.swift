#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether this process runs tests: in one, nothing may reach the vault of the person who runs them by accident.
package enum TestProcess {
  /// What shows that this process runs tests; nil where nothing does.
  ///
  /// Looked up once.
  package static let evidence: String? = evidence(
    program: CommandLine.arguments.first ?? "",
    isSet: { EnvironmentVariable.rawValue(of: $0) != nil }, isLoaded: isLoaded)

  /// Looks for evidence.
  ///
  /// - Parameters:
  ///   - program: The path the process was started by.
  ///   - isSet: Whether an environment variable is set.
  ///   - isLoaded: Whether a symbol is in the process.
  package static func evidence(
    program: String, isSet: (String) -> Bool, isLoaded: (String) -> Bool
  ) -> String? {
    let name =
      program.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    if name.hasSuffix(".xctest") || runners.contains(name) { return "the program \(name)" }
    if let variable = variables.first(where: isSet) { return "the variable \(variable)" }
    if let symbol = symbols.first(where: { isLoaded($0.symbol) }) { return "the library \(symbol.library)" }
    return nil
  }

  /// The programs that load and run test bundles: of XCTest, and of `swift test`.
  private static let runners = ["xctest", "swiftpm-testing-helper", "swiftpm-xctest-helper"]

  /// What Xcode and its tools set for the processes that tests run in, applications included.
  private static let variables = [
    "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier",
  ]

  /// What only a process with a test library has.
  private static let symbols = [
    (symbol: "swt_abiv0_getEntryPoint", library: "Testing"),
    (symbol: "OBJC_CLASS_$_XCTestCase", library: "XCTest"),
  ]

  /// Whether a symbol is found in the program or a library it was linked with (`dlsym`).
  private static func isLoaded(_ symbol: String) -> Bool {
    guard let program = unsafe dlopen(nil, RTLD_NOW) else { return false }
    defer { _ = unsafe dlclose(program) }
    return unsafe dlsym(program, symbol) != nil
  }
}
