#if canImport(Testing)
  import Ritsurin
  public import Testing

  /// Gives each test an in-memory store of its own, as the store of every keychain that was given none.
  ///
  /// ```swift
  /// @Suite(.inMemoryKeychain) struct SessionTests { … }
  /// ```
  /// A suite hands it on to each of its tests. ``/Ritsurin/RKeychainStores/current`` is the store.
  public struct RInMemoryKeychainTrait: TestTrait, SuiteTrait, TestScoping {
    private let accessGroups: [String]?

    fileprivate init(accessGroups: [String]?) {
      self.accessGroups = accessGroups
    }

    /// Whether the tests of a suite get stores too.
    public var isRecursive: Bool { true }

    /// Runs one test with its store.
    @concurrent public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      try await RVaultTesting.declare {
        try await RKeychainStores.with(RInMemoryStore(accessGroups: accessGroups)) { try await function() }
      }
    }
  }

  extension Trait where Self == RInMemoryKeychainTrait {
    /// Gives each test an in-memory store of its own, as the store of every keychain that was given none.
    public static var inMemoryKeychain: Self { RInMemoryKeychainTrait(accessGroups: nil) }

    /// Gives each test an in-memory store of its own that may use some access groups only.
    ///
    /// - Parameter accessGroups: The access groups that may be used.
    public static func inMemoryKeychain(accessGroups: [String]) -> Self {
      RInMemoryKeychainTrait(accessGroups: accessGroups)
    }
  }
#endif
