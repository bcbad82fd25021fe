#if Vault
  public import Ritsurin

  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// A vault that tests start from: a directory `<name>.vault`, made once and kept in git.
  ///
  /// Tests read it and work on private copies; they never write to it. Given a name alone, it is looked for
  /// 1. from the directory of the test's source file upwards to the package's root: there, and in `Fixtures`, `Vaults` and
  ///    `Fixtures/Vaults`;
  /// 2. in the resource bundles of the test bundle, in the same places.
  ///
  /// `create(at:items:)` makes one.
  public struct RVaultFixture: Sendable {
    /// Where it may be.
    private enum Place: Sendable {
      case near(sourceFile: String)
      case directory(String?)
      case path
    }

    private let name: String
    private let place: Place
    private let credential: RVaultCredential?

    /// A fixture that is looked for by its name.
    ///
    /// - Parameters:
    ///   - name: `basic` for a directory `basic.vault`.
    ///   - credential: What opens it; `nil` is the key file `basic.key` beside it, else ``defaultPassphrase``.
    ///   - sourceFile: The file to begin looking from.
    public init(_ name: String, with credential: RVaultCredential? = nil, sourceFile: String = #filePath) {
      self.name = name
      self.credential = credential
      place = .near(sourceFile: sourceFile)
    }

    /// A fixture in a directory or a bundle.
    ///
    /// - Parameters:
    ///   - name: `basic` for a directory `basic.vault`.
    ///   - directory: Where it is, such as `Bundle.module.resourceURL`, there or in its `Fixtures` or `Vaults`.
    ///   - credential: What opens it; `nil` is the key file `basic.key` beside it, else ``defaultPassphrase``.
    public init(_ name: String, in directory: URL?, with credential: RVaultCredential? = nil) {
      self.name = name
      self.credential = credential
      place = .directory(directory?.path)
    }

    /// A fixture at a path.
    ///
    /// - Parameters:
    ///   - path: The vault's directory.
    ///   - credential: What opens it; `nil` is the key file of the same name beside it, else ``defaultPassphrase``.
    public init(path: String, with credential: RVaultCredential? = nil) {
      name = path
      self.credential = credential
      place = .path
    }

    /// The passphrase of fixtures that are given no other credential.
    public static var defaultPassphrase: String { VaultFixture.defaultPassphrase }

    /// Finds the fixture's directory.
    ///
    /// - Throws: ``/Ritsurin/RKeychainError/Kind/noSuchVault``, saying where it was looked for.
    public func find() throws(RKeychainError) -> String {
      let directories: [String]
      switch place {
      case .path:
        guard FixturePlaces.isVault(name) else { throw RKeychainError(.noSuchVault, path: name) }
        return name
      case .directory(let directory?): directories = [directory]
      case .directory(nil):
        throw RKeychainError(
          .noSuchVault, message: "the directory of the fixture \(name.debugDescription) is nil")
      case .near(let sourceFile):
        directories = FixturePlaces.directories(above: sourceFile) + FixturePlaces.bundles
      }
      let file = name.hasSuffix(".vault") ? name : name + ".vault"
      for directory in directories {
        for folder in Self.folders {
          let path = "\(directory)/\(folder)\(file)"
          if FixturePlaces.isVault(path) { return path }
        }
      }
      throw RKeychainError(
        .noSuchVault,
        message: "there is no \(file) in \(directories.joined(separator: ", ")), nor in their "
          + Self.folders.dropFirst().joined(separator: ", "))
    }

    private static let folders = ["", "Fixtures/", "Vaults/", "Fixtures/Vaults/"]

    /// A private copy, opened.
    func openedCopy() throws(RKeychainError) -> TemporaryVault {
      let path = try find()
      return try TemporaryVault(copying: path, with: opener(of: path))
    }

    /// What opens the fixture that was found at a path.
    func opener(of path: String) -> RVaultCredential {
      if let credential { return credential }
      let keyFile = (path.hasSuffix(".vault") ? String(path.dropLast(6)) : path) + ".key"
      return FixturePlaces.exists(keyFile) ? .keyFile(keyFile) : .passphrase(Self.defaultPassphrase)
    }
  }
#endif
