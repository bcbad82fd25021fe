#if Vault
  public import Ritsurin

  extension RVaultTesting {
    /// The vault of the test that runs.
    ///
    /// - Throws: ``/Ritsurin/RKeychainError/Kind/badRequest`` where the test has none.
    public static var vault: RVault {
      get throws(RKeychainError) {
        guard let vault = ScopedVault.current else {
          throw RKeychainError(
            .badRequest,
            message: "this test has no vault; give it the trait .vault, or run it in RVaultTesting.withVault")
        }
        return vault
      }
    }

    /// Runs an operation with a new empty vault as the store of every keychain that was given none.
    ///
    /// What `@Test(.vault)` does, for XCTest and for parts of a test.
    ///
    /// - Parameters:
    ///   - names: How the vault names its files.
    ///   - operation: What runs, child tasks included. The vault ends with it, also when it throws.
    /// - Returns: What the operation returns.
    /// - Throws: What creating the vault and the operation throw.
    @discardableResult
    public static func withVault<Value>(
      names: RVaultNames = .opaque, _ operation: (RVault) throws -> Value
    ) throws -> Value {
      try ScopedVault.run(TemporaryVault(names: names), operation)
    }

    /// Runs an async operation with a new empty vault as the store of every keychain that was given none.
    ///
    /// - Parameters:
    ///   - names: How the vault names its files.
    ///   - operation: What runs, child tasks included. The vault ends with it, also when it throws.
    /// - Returns: What the operation returns.
    /// - Throws: What creating the vault and the operation throw.
    @discardableResult
    public static func withVault<Value>(
      names: RVaultNames = .opaque, _ operation: (RVault) async throws -> Value
    ) async throws -> Value {
      try await ScopedVault.run(TemporaryVault(names: names), operation)
    }

    /// Runs an operation with a private copy of a fixture as the store of every keychain that was given none.
    ///
    /// - Parameters:
    ///   - fixture: The fixture; it is only read.
    ///   - operation: What runs, child tasks included. The copy ends with it, also when it throws.
    /// - Returns: What the operation returns.
    /// - Throws: What finding, copying and opening the fixture and the operation throw.
    @discardableResult
    public static func withVault<Value>(
      fixture: RVaultFixture, _ operation: (RVault) throws -> Value
    ) throws -> Value {
      try ScopedVault.run(fixture.openedCopy(), operation)
    }

    /// Runs an async operation with a private copy of a fixture as the store of every keychain that was given none.
    ///
    /// - Parameters:
    ///   - fixture: The fixture; it is only read.
    ///   - operation: What runs, child tasks included. The copy ends with it, also when it throws.
    /// - Returns: What the operation returns.
    /// - Throws: What finding, copying and opening the fixture and the operation throw.
    @discardableResult
    public static func withVault<Value>(
      fixture: RVaultFixture, _ operation: (RVault) async throws -> Value
    ) async throws -> Value {
      try await ScopedVault.run(fixture.openedCopy(), operation)
    }
  }

  /// A vault that is the store of a task, and ends with it.
  enum ScopedVault {
    @TaskLocal static var current: RVault?

    static func run<Value>(_ temporary: TemporaryVault, _ operation: (RVault) throws -> Value) throws -> Value
    {
      let result = Result {
        try RVaultTesting.declare {
          try RKeychainStores.with(temporary.vault) {
            try $current.withValue(temporary.vault) { try operation(temporary.vault) }
          }
        }
      }
      return try finish(temporary, result)
    }

    static func run<Value>(
      _ temporary: TemporaryVault, _ operation: (RVault) async throws -> Value
    ) async throws -> Value {
      let result: Result<Value, any Error>
      do {
        result = .success(
          try await RVaultTesting.declare {
            try await RKeychainStores.with(temporary.vault) {
              try await $current.withValue(temporary.vault) { try await operation(temporary.vault) }
            }
          })
      } catch {
        result = .failure(error)
      }
      return try finish(temporary, result)
    }

    /// Cleans up; what the test says of itself goes before what cleaning up says.
    private static func finish<Value>(
      _ temporary: TemporaryVault, _ result: Result<Value, any Error>
    ) throws -> Value {
      switch result {
      case .success(let value):
        try temporary.remove()
        return value
      case .failure(let error):
        try? temporary.remove()
        throw error
      }
    }
  }
#endif
