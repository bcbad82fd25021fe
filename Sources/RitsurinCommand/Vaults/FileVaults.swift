package import Ritsurin
import RitsurinSystem

/// The vaults of the file system.
package struct FileVaults: CommandVaults {
  /// Whether vaults are written where the file system takes no locks.
  let withoutLocks: Bool

  /// The vaults of the file system.
  ///
  /// - Parameter withoutLocks: Whether they are written where the file system takes no locks.
  package init(withoutLocks: Bool = false) { self.withoutLocks = withoutLocks }
}

#if Vault
  extension FileVaults {
    package func defaultPath(_ variables: [String: String]) throws(RKeychainError) -> String {
      try RVaultEnvironment(variables).vaultPath()
    }

    package func keyFilePath(
      vault id: String, _ variables: [String: String]
    ) throws(RKeychainError) -> String {
      try RVaultEnvironment(variables).keyFilePath(forVault: id)
    }

    package func open(
      at path: String, _ variables: [String: String]
    ) throws(RKeychainError) -> any ToolVault {
      try RVault(at: path, environment: RVaultEnvironment(variables), withoutLocks: withoutLocks)
    }

    package func unlock(
      _ vault: any ToolVault, _ variables: [String: String]
    ) throws(RKeychainError) -> Bool {
      guard let vault = vault as? RVault,
        let credential = try RVaultEnvironment(variables).credential(forVault: vault.id)
      else { return false }
      try vault.unlock(with: credential)
      return true
    }

    package func create(
      at path: String, isReadable: Bool, credentials: [NewToolCredential], _ variables: [String: String]
    ) throws(RKeychainError) -> any ToolVault {
      var slots: [RVaultNewCredential] = []
      for credential in credentials {
        switch credential {
        case .passphraseFile(let file): slots.append(.passphraseFile(file))
        case .newKeyFile(let file): slots.append(.newKeyFile(file))
        case .newDefaultKeyFile:
          let path = try keyFilePath(vault: "new", variables)
          slots.append(.newKeyFile(inDirectory: PathText.parent(of: path)))
        }
      }
      return try RVault.create(
        at: path, names: isReadable ? .readable : .opaque, credentials: slots, withoutLocks: withoutLocks)
    }
  }

  extension RVault: ToolVault {
    package func unlock(_ credential: ToolCredential) throws(RKeychainError) {
      switch credential {
      case .passphrase(let bytes): try unlock(with: .passphrase(bytes: bytes))
      case .passphraseFile(let path): try unlock(with: .passphraseFile(path))
      case .keyFile(let path): try unlock(with: .keyFile(path))
      case .identityFile(let path): try unlock(with: .identityFile(path))
      }
    }
  }
#else
  extension FileVaults {
    private static var missing: RKeychainError {
      RKeychainError(.unimplemented, message: "this build has no file vault (package trait Vault)")
    }

    package func defaultPath(_ variables: [String: String]) throws(RKeychainError) -> String {
      throw Self.missing
    }

    package func keyFilePath(
      vault id: String, _ variables: [String: String]
    ) throws(RKeychainError) -> String {
      throw Self.missing
    }

    package func open(
      at path: String, _ variables: [String: String]
    ) throws(RKeychainError) -> any ToolVault {
      throw Self.missing
    }

    package func unlock(
      _ vault: any ToolVault, _ variables: [String: String]
    ) throws(RKeychainError) -> Bool {
      throw Self.missing
    }

    package func create(
      at path: String, isReadable: Bool, credentials: [NewToolCredential], _ variables: [String: String]
    ) throws(RKeychainError) -> any ToolVault {
      throw Self.missing
    }
  }
#endif
