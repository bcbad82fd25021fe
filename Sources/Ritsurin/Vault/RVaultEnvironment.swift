#if Vault
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  internal import RitsurinSystem

  /// Where the default vault and its key lie, and what unlocks a vault, as the environment says.
  ///
  /// A vault is unlocked with the first of these that applies:
  /// 1. the credential that the program, or the person at the command line, gives;
  /// 2. the file that `RITSURIN_PASSPHRASE_FILE` or `RITSURIN_KEY_FILE` names;
  /// 3. the key file `$XDG_CONFIG_HOME/ritsurin/<vault id>.key`.
  ///
  /// A variable of these two, or `RITSURIN_VAULT`, that is set and empty is an error, not "not set".
  public struct RVaultEnvironment: Sendable {
    private let variables: [String: String]

    /// Reads variables.
    ///
    /// - Parameter variables: The variables; by default the process's own.
    public init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
      self.variables = variables
    }

    /// The default vault: `$RITSURIN_VAULT`, else `$XDG_DATA_HOME/ritsurin/default.vault`
    /// (`~/.local/share`), and on
    /// Apple systems `Application Support/ritsurin/default.vault`.
    ///
    /// - Throws: ``RKeychainError/Kind/noDefaultStore`` where no home is known,
    ///   ``RKeychainError/Kind/badParameter`` for a variable that is set and empty.
    public func vaultPath() throws(RKeychainError) -> String {
      if let path = try variable("RITSURIN_VAULT") { return path }
      return try standard { (paths) throws(StandardPathError) in try paths.dataHome() }
        + "/ritsurin/default.vault"
    }

    /// The key file of a vault: `$XDG_CONFIG_HOME/ritsurin/<vault id>.key` (`~/.config`).
    ///
    /// - Parameter id: The vault's id, 32 hexadecimal digits.
    /// - Throws: ``RKeychainError/Kind/noDefaultStore`` where no home is known.
    public func keyFilePath(forVault id: String) throws(RKeychainError) -> String {
      try keyDirectory() + "/\(id).key"
    }

    /// The directory of key files: `$XDG_CONFIG_HOME/ritsurin`.
    func keyDirectory() throws(RKeychainError) -> String {
      try standard { (paths) throws(StandardPathError) in try paths.configHome() } + "/ritsurin"
    }

    /// This machine's device key: `$XDG_STATE_HOME/ritsurin/device.key` (`~/.local/state`).
    func deviceKeyPath() throws(RKeychainError) -> String {
      try standard { (paths) throws(StandardPathError) in try paths.stateHome() } + "/ritsurin/device.key"
    }

    /// The credential that the environment offers for a vault, by the order above.
    ///
    /// - Parameter id: The vault's id, 32 hexadecimal digits.
    /// - Returns: nil where nothing is offered.
    /// - Throws: ``RKeychainError/Kind/badParameter`` where both variables are set, or one is empty.
    public func credential(forVault id: String) throws(RKeychainError) -> RVaultCredential? {
      let (passphraseFile, keyFile) = try namedFiles()
      if let passphraseFile { return .passphraseFile(passphraseFile) }
      if let keyFile { return .keyFile(keyFile) }
      guard let path = try? keyFilePath(forVault: id), try Self.exists(path) else { return nil }
      return .keyFile(path)
    }

    /// What a vault made by the first write is given: whatever the environment will unlock it with, and a key file.
    ///
    /// - Throws: ``RKeychainError/Kind/badParameter`` where the variables contradict each other,
    ///   ``RKeychainError/Kind/noDefaultStore`` where there is no place for a key file and nothing else is named.
    func credentialsOfNewVault() throws(RKeychainError) -> [RVaultNewCredential] {
      let (passphraseFile, keyFile) = try namedFiles()
      if let keyFile { return [try Self.exists(keyFile) ? .keyFile(keyFile) : .newKeyFile(keyFile)] }
      guard let passphraseFile else { return [.newKeyFile(inDirectory: try keyDirectory())] }
      guard let directory = try? keyDirectory() else { return [.passphraseFile(passphraseFile)] }
      return [.passphraseFile(passphraseFile), .newKeyFile(inDirectory: directory)]
    }

    private func namedFiles() throws(RKeychainError) -> (passphrase: String?, key: String?) {
      let passphraseFile = try variable("RITSURIN_PASSPHRASE_FILE")
      let keyFile = try variable("RITSURIN_KEY_FILE")
      guard passphraseFile == nil || keyFile == nil else {
        throw RKeychainError(
          .badParameter,
          message: "RITSURIN_PASSPHRASE_FILE and RITSURIN_KEY_FILE are both set; unset one of them")
      }
      return (passphraseFile, keyFile)
    }

    private static func exists(_ path: String) throws(RKeychainError) -> Bool {
      do {
        _ = try FileSystem().status(path: path)
        return true
      } catch {
        if error.isAbsent { return false }
        throw RKeychainError(.cannotRead, message: error.reason, path: error.path, errno: error.errno)
      }
    }

    private func variable(_ name: String) throws(RKeychainError) -> String? {
      guard let value = variables[name] else { return nil }
      guard !value.isEmpty else {
        throw RKeychainError(.badParameter, message: "the environment variable \(name) is set and empty")
      }
      return value
    }

    private func standard(
      _ body: (StandardPaths) throws(StandardPathError) -> String
    ) throws(RKeychainError) -> String {
      do { return try body(StandardPaths(environment: variables)) } catch {
        throw RKeychainError(
          .noDefaultStore, message: "no place for vaults and keys is known (\(error.message))")
      }
    }
  }
#endif
