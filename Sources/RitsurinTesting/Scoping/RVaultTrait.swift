#if Vault && canImport(Testing)
  public import Ritsurin
  public import Testing

  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// Gives each test a vault of its own, as the store of every keychain that was given none.
  ///
  /// ```swift
  /// @Test(.vault) func remembersTheToken() throws {
  ///   try Session().logIn(token: "t")  // uses RKeychain(service:)
  ///   #expect(try RKeychain(service: "session").string(forKey: "token") == "t")
  /// }
  /// ```
  /// A suite hands it on to each of its tests; each of a test's arguments gets its own vault. `RVaultTesting.vault` is
  /// the vault itself. It is removed when the test ends, however that may be.
  public struct RVaultTrait: TestTrait, SuiteTrait, TestScoping {
    /// Where the vaults come from.
    private enum Source: Sendable {
      case empty(RVaultNames)
      case fixture(RVaultFixture)
    }

    private let source: Source

    /// Whether the tests of a suite get vaults too.
    public var isRecursive: Bool { true }

    /// Runs one test with its vault.
    @concurrent public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      switch source {
      case .empty(let names): try await RVaultTesting.withVault(names: names) { _ in try await function() }
      case .fixture(let fixture):
        try await RVaultTesting.withVault(fixture: fixture) { _ in try await function() }
      }
    }
  }

  extension Trait where Self == RVaultTrait {
    /// Gives each test an empty vault of its own, as the store of every keychain that was given none.
    public static var vault: Self { RVaultTrait.empty(.opaque) }

    /// Gives each test an empty vault of its own.
    ///
    /// - Parameter names: How it names its files.
    public static func vault(names: RVaultNames) -> Self { RVaultTrait.empty(names) }

    /// Gives each test a private writable copy of a fixture, which is only read.
    ///
    /// - Parameters:
    ///   - name: The fixture's name, `basic` for a directory `basic.vault`; ``RVaultFixture`` says where it is looked for.
    ///   - credential: What opens it; `nil` is the key file `basic.key` beside it, else the passphrase of fixtures.
    ///   - sourceFile: The file to begin looking from.
    public static func vault(
      fixture name: String, with credential: RVaultCredential? = nil, sourceFile: String = #filePath
    ) -> Self {
      RVaultTrait.fixture(RVaultFixture(name, with: credential, sourceFile: sourceFile))
    }

    /// Gives each test a private writable copy of a fixture in a directory or a bundle.
    ///
    /// - Parameters:
    ///   - name: The fixture's name, `basic` for a directory `basic.vault`.
    ///   - directory: Where it is, such as `Bundle.module.resourceURL`, there or in its `Fixtures` or `Vaults`.
    ///   - credential: What opens it; `nil` is the key file `basic.key` beside it, else the passphrase of fixtures.
    public static func vault(
      fixture name: String, in directory: URL?, with credential: RVaultCredential? = nil
    ) -> Self {
      RVaultTrait.fixture(RVaultFixture(name, in: directory, with: credential))
    }

    /// Gives each test a private writable copy of a fixture.
    ///
    /// - Parameter fixture: The fixture.
    public static func vault(fixture: RVaultFixture) -> Self { RVaultTrait.fixture(fixture) }
  }

  extension RVaultTrait {
    fileprivate static func empty(_ names: RVaultNames) -> Self { Self(source: .empty(names)) }
    fileprivate static func fixture(_ fixture: RVaultFixture) -> Self { Self(source: .fixture(fixture)) }
  }
#endif
