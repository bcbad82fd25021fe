#if Vault
  package import RitsurinSystem
  internal import RitsurinVault

  /// A vault that lives as long as a test, in a private directory of its own.
  ///
  /// It waits for no disk: nothing of it needs to survive the process.
  package struct TemporaryVault: Sendable {
    /// The directory that holds everything the test has.
    package let directory: String
    /// The vault, unlocked.
    package let vault: RVault

    /// The calls that such vaults make.
    package static var files: FileSystem { FileSystem(isDurable: false) }

    /// Creates an empty one, opened by a key file and by the passphrase ``VaultFixture/defaultPassphrase``.
    ///
    /// - Parameter names: How its files are named.
    /// - Throws: What creating and opening throws; nothing is left behind then.
    package init(names: RVaultNames = .opaque) throws(RKeychainError) {
      try self.init { (directory) throws(RKeychainError) in
        try RVault.create(
          at: directory + "/test.vault", names: names,
          credentials: [
            .newKeyFile(directory + "/test.key"),
            .passphrase(VaultFixture.defaultPassphrase, cost: .least),
          ], environment: Self.environment(directory), files: Self.files)
      }
    }

    /// Copies a vault and opens the copy; the original is only read.
    ///
    /// - Parameters:
    ///   - fixture: The vault's directory.
    ///   - credential: What opens it.
    /// - Throws: What copying and opening throws; nothing is left behind then.
    package init(copying fixture: String, with credential: RVaultCredential) throws(RKeychainError) {
      try self.init { (directory) throws(RKeychainError) in
        let path = directory + "/test.vault"
        try systemCalls { () throws(SystemError) in
          try Self.files.copyTree(from: fixture, to: path) { !ExactText.same($0, ".lock") }
        }
        let vault = try RVault(
          at: path, environment: Self.environment(directory), files: Self.files, policy: ReadPolicy())
        try RVaultTesting.declare { () throws(RKeychainError) in
          try vault.unlock(with: try Self.privateCredential(credential, in: directory))
        }
        return vault
      }
    }

    private init(_ make: (String) throws(RKeychainError) -> RVault) throws(RKeychainError) {
      let directory = try systemCalls { () throws(SystemError) in
        try Self.files.makeTemporaryDirectory(prefix: "ritsurin-test-")
      }
      do {
        vault = try make(directory)
      } catch {
        try? Self.files.removeTree(directory)
        throw error
      }
      self.directory = directory
    }

    /// Removes it and everything else in its directory.
    ///
    /// - Throws: `.cannotWrite`.
    package func remove() throws(RKeychainError) {
      vault.forget()
      try systemCalls { () throws(SystemError) in try Self.files.removeTree(directory) }
    }

    /// A home of the test's own, so that device keys end with it too.
    private static func environment(_ directory: String) -> RVaultEnvironment {
      RVaultEnvironment(["HOME": directory + "/home"])
    }

    /// A checked-out key file is readable for others; the copy is not.
    private static func privateCredential(
      _ credential: RVaultCredential, in directory: String
    ) throws(RKeychainError) -> RVaultCredential {
      try credential.copyingFile { (path) throws(RKeychainError) in
        try systemCalls { () throws(SystemError) in
          let copy = directory + "/credential"
          let (file, status) = try files.openFile(path: path)
          let bytes = try files.readAll(file, count: status.size)
          try files.writeNewPrivateFile(unsafe bytes.span.bytes, path: copy)
          return copy
        }
      }
    }
  }

  /// Runs system calls and gives their errors the public form.
  func systemCalls<R>(_ body: () throws(SystemError) -> R) throws(RKeychainError) -> R {
    do { return try body() } catch {
      throw RKeychainError(
        error.isDiskFull ? .diskFull : .cannotWrite, message: error.reason, path: error.path,
        errno: error.errno)
    }
  }
#endif
