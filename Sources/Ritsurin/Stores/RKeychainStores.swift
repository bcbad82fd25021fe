/// Which store a keychain uses that was given none.
public enum RKeychainStores {
  /// The store of the current task and its children, before the default store.
  ///
  /// It lets a test run code that says `RKeychain(service:)` against a store of its own. Detached tasks and
  /// threads do not inherit it.
  @TaskLocal public static var current: (any RKeychainStore)?

  /// The store used when nothing else is said: the vault of this user, where the vault is built in.
  ///
  /// Without one, every call to it throws ``RKeychainError/Kind/noDefaultStore``. So it does in a process that runs
  /// tests, where the message says how to give the test a store, and how to allow the real one.
  public static var defaultStore: any RKeychainStore { platformDefault }

  /// Runs an operation whose keychains without a store use this one.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - operation: what runs, child tasks included.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  @discardableResult
  public static func with<Value, Failure: Error>(
    _ store: any RKeychainStore, operation: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try $current.withValue(store) {
      Result { () throws(Failure) in try operation() }
    }.get()
  }

  /// Runs an async operation whose keychains without a store use this one.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - operation: what runs, child tasks included.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  @discardableResult
  public static func with<Value, Failure: Error>(
    _ store: any RKeychainStore, operation: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $current.withValue(store) {
      do throws(Failure) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
