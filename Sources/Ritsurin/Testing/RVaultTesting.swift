internal import RitsurinSystem

/// Says that what runs is a test.
///
/// Vaults of tests and fixtures have passphrase slots that cost next to nothing to try
/// (``RVaultPassphraseCost/testing``). Opening one throws ``RKeychainError/Kind/weakPassphraseSlot`` unless a test is
/// declared: so such a vault cannot come into ordinary use unnoticed.
///
/// The traits of RitsurinTesting declare it for the tests they are on. A process as a whole is declared by the
/// environment variable `RITSURIN_TESTING=1`, for programs that a test starts.
public enum RVaultTesting {
  /// Whether the task declared it.
  @TaskLocal static var isDeclaredByTask = false

  private static let isDeclaredByEnvironment = EnvironmentVariable.value(of: "RITSURIN_TESTING") == "1"

  /// Whether a test is declared, for this task or for the process.
  public static var isDeclared: Bool { isDeclaredByTask || isDeclaredByEnvironment }

  /// Runs an operation as a test, its child tasks included.
  ///
  /// - Parameter operation: What runs.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public static func declare<Value, Failure: Error>(
    _ operation: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try $isDeclaredByTask.withValue(true) {
      Result { () throws(Failure) in try operation() }
    }.get()
  }

  /// Runs an async operation as a test, its child tasks included.
  ///
  /// - Parameter operation: What runs.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public static func declare<Value, Failure: Error>(
    _ operation: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $isDeclaredByTask.withValue(true) {
      do throws(Failure) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
