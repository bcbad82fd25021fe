#if Vault
  internal import RitsurinCrypto
  internal import RitsurinFormat
  internal import RitsurinSystem
  internal import RitsurinVault

  /// Where this machine's device key is kept: `$XDG_STATE_HOME/ritsurin/device.key`, never in a vault.
  final class DeviceKeySource: Sendable {
    /// The path; nil where the environment names no home.
    let path: String?
    let files: FileSystem
    /// Whether this handle made sure that the key outlives a power loss.
    private let isDurable = Locked(false)

    init(environment: RVaultEnvironment, files: FileSystem) {
      path = try? environment.deviceKeyPath()
      self.files = files
    }

    /// The key, if there is one.
    func load() throws(RKeychainError) -> SymmetricKey? {
      guard let path else { return nil }
      do throws(VaultError) {
        return try KeyFile.read(path, kind: .device, files: files)
      } catch {
        if case .credential(.missingFile) = error { return nil }
        throw RKeychainError(error)
      }
    }

    /// The key, made at the first item that is meant for this device only.
    func loadOrCreate() throws(RKeychainError) -> SymmetricKey {
      guard let path else {
        throw RKeychainError(
          .noDefaultStore,
          message: "HOME and XDG_STATE_HOME are not set, so there is no place for this machine's device key")
      }
      while true {
        if let key = try load() { return key }
        try create(at: path)
      }
    }

    /// Makes sure, once, that the key is not only in memory: whoever made it may have been killed at that.
    ///
    /// Items that are sealed with it are worth no more than it.
    ///
    /// - Throws: `cannotWrite`.
    func makeDurable() throws(RKeychainError) {
      guard let path, !isDurable.withLock({ $0 }) else { return }
      do { try files.synchronizeWay(to: path) } catch { throw RKeychainError(VaultError.cannotWrite(error)) }
      isDurable.withLock { $0 = true }
    }

    private func create(at path: String) throws(RKeychainError) {
      let key = try translating { () throws(VaultError) in
        try mapped { () throws(CryptoError) in try SymmetricKey.random() }
      }
      var text = KeyFile.text(
        of: key, kind: .device, comments: ["Ritsurin device key: keep it on this machine, and only here"])
      defer { text.wipe() }
      do throws(SystemError) {
        try files.makeDirectories(Self.parent(of: path))
        try files.writeNewPrivateFile(unsafe text.span.bytes, path: path, isUsedAtOnce: true)
      } catch {
        // Another process made it first; the next turn reads that one.
        guard error.isOccupied else { throw RKeychainError(VaultError.cannotWrite(error)) }
      }
    }

    private static func parent(of path: String) -> String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
  }
#endif
