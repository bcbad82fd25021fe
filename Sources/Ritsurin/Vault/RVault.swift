#if Vault
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import RitsurinFormat
  package import RitsurinSystem
  package import RitsurinVault

  /// A file-per-item encrypted vault, as a store.
  ///
  /// ```swift
  /// let vault = try RVault.open(at: "/home/me/secrets.vault", with: .keyFile("/home/me/secrets.key"))
  /// let keychain = RKeychain(service: "com.example.app", store: vault)
  /// ```
  /// A handle derives its keys once, keeps them in locked memory, and looks at the files at every call: other
  /// processes, git and sync tools may change the vault meanwhile. It may be used by any number of threads.
  public final class RVault: Sendable {
    let engine: VaultEngine
    let semantics: StoreSemantics<VaultEngine>

    init(_ engine: VaultEngine, accessGroups: [String]? = nil) {
      self.engine = engine
      semantics = StoreSemantics(engine: engine, allowedGroups: accessGroups)
    }

    /// The same vault, seen by someone who may use these access groups only; locking one locks both.
    ///
    /// The default place may always be used, unless the list is empty: then nothing may.
    /// - Parameter accessGroups: the access groups that may be used; `nil` is all.
    public func restricted(to accessGroups: [String]?) -> RVault {
      RVault(engine, accessGroups: accessGroups)
    }

    /// Opens a vault without a credential: its header is checked, and every read and write throws
    /// ``RKeychainError/Kind/interactionNotAllowed`` until ``unlock(with:)``.
    ///
    /// - Parameters:
    ///   - path: The vault's directory.
    ///   - withoutLocks: Whether to write where the file system takes no locks, which is otherwise refused with
    ///     ``RKeychainError/Kind/lockingUnsupported``. You then see to it that one program at a time writes: each item
    ///     stays whole whatever happens, but of two writers of one item the slower one may win unnoticed, and a change
    ///     of several items may come apart.
    /// - Throws: ``RKeychainError/Kind/noSuchVault``, `notAVault`, `headerDamaged`, `newerFormat`,
    ///   `unsafePermissions`, `cannotRead`.
    public convenience init(at path: String, withoutLocks: Bool = false) throws(RKeychainError) {
      try self.init(at: path, environment: RVaultEnvironment(), withoutLocks: withoutLocks)
    }

    /// The same where the environment was read already.
    package convenience init(
      at path: String, environment: RVaultEnvironment, withoutLocks: Bool
    ) throws(RKeychainError) {
      try self.init(
        at: path, environment: environment, files: FileSystem(locks: withoutLocks ? .none : .kernel),
        policy: ReadPolicy())
    }

    package convenience init(
      at path: String, environment: RVaultEnvironment, files: FileSystem, policy: ReadPolicy,
      clock: @escaping @Sendable () -> Int64 = { WallClock.microseconds }
    ) throws(RKeychainError) {
      let devices = DeviceKeySource(environment: environment, files: files)
      let vault = try translating { () throws(VaultError) in
        try Vault(path: path, files: files, policy: policy)
      }
      self.init(VaultEngine(vault: vault, devices: devices, clock: clock))
    }

    /// Opens and unlocks a vault.
    ///
    /// - Parameters:
    ///   - path: The vault's directory.
    ///   - credential: What opens one of its slots.
    ///   - withoutLocks: Whether to write where the file system takes no locks; see ``init(at:withoutLocks:)``.
    /// - Throws: What ``init(at:withoutLocks:)`` and ``unlock(with:)`` throw.
    public static func open(
      at path: String, with credential: RVaultCredential, withoutLocks: Bool = false
    ) throws(RKeychainError) -> RVault {
      let vault = try RVault(at: path, withoutLocks: withoutLocks)
      try vault.unlock(with: credential)
      return vault
    }

    /// Creates a vault, and unlocks it.
    ///
    /// - Parameters:
    ///   - path: The directory; made where it is missing, and refused where a vault or items are in it.
    ///   - names: How files are named; never changes afterwards.
    ///   - credentials: What shall open it, one at least. The first unlocks the result.
    ///   - withoutLocks: Whether to write where the file system takes no locks; see ``init(at:withoutLocks:)``.
    /// - Throws: ``RKeychainError/Kind/vaultExists``, `badParameter` without credentials or for an empty
    ///   passphrase,
    ///   `cannotWrite`, `diskFull`, `outOfMemory`.
    /// - Complexity: One Argon2id computation per passphrase; a few files, each made durable.
    public static func create(
      at path: String, names: RVaultNames = .opaque, credentials: [RVaultNewCredential],
      withoutLocks: Bool = false
    ) throws(RKeychainError) -> RVault {
      try create(
        at: path, names: names, credentials: credentials, environment: RVaultEnvironment(),
        files: FileSystem(locks: withoutLocks ? .none : .kernel))
    }

    package static func create(
      at path: String, names: RVaultNames = .opaque, credentials: [RVaultNewCredential],
      environment: RVaultEnvironment, files: FileSystem, policy: ReadPolicy = ReadPolicy(),
      clock: @escaping @Sendable () -> Int64 = { WallClock.microseconds }
    ) throws(RKeychainError) -> RVault {
      var slots: [NewSlot] = []
      var first: Credential?
      for credential in credentials {
        let (slot, opener) = try credential.load(files)
        slots.append(slot)
        first = first ?? opener
      }
      guard let first else {
        throw RKeychainError(
          .badParameter, message: "a vault needs a passphrase or a key file, or nobody could open it")
      }
      let path = try absolute(path, files: files)
      let creation = VaultCreation(
        names: names == .readable ? .readable : .opaque, slots: slots, created: WallClock.headerTime)
      try translating { () throws(VaultError) in try creation.run(at: path, files: files) }
      let vault = try RVault(at: path, environment: environment, files: files, policy: policy, clock: clock)
      try vault.unlock(first, allowingWeakSlots: true)
      return vault
    }

    private static func absolute(_ path: String, files: FileSystem) throws(RKeychainError) -> String {
      guard path.utf8.first != UInt8(ascii: "/") else { return path }
      do throws(SystemError) {
        return try files.realPath(".") + "/" + path
      } catch {
        throw RKeychainError(VaultError.cannotRead(error))
      }
    }

    /// Unlocks with a credential: the first slot that it opens gives the keys.
    ///
    /// - Throws: ``RKeychainError/Kind/wrongCredential`` where no slot opens, `weakPassphraseSlot` where only one opens
    ///   that is fit for tests and no test is declared (``RVaultTesting``), `keyFileMissing`, `unsafePermissions`,
    ///   `outOfMemory`, and what reading throws.
    /// - Complexity: One Argon2id computation per passphrase slot tried.
    public func unlock(with credential: RVaultCredential) throws(RKeychainError) {
      let loaded = try credential.load(engine.vault.files)
      try unlock(loaded, allowingWeakSlots: loaded.mayMeetWeakSlots && RVaultTesting.isDeclared)
    }

    /// Opens the keys, those of this device too: a locked handle has neither.
    private func unlock(_ credential: Credential, allowingWeakSlots: Bool) throws(RKeychainError) {
      engine.vault.provide(deviceKey: try engine.devices.load())
      try translating { () throws(VaultError) in
        try engine.vault.unlock(with: credential, allowingWeakSlots: allowingWeakSlots)
      }
    }

    /// Wipes all keys but those that listings and after-first-unlock values need.
    ///
    /// Values of the `whenUnlocked` classes then throw ``RKeychainError/Kind/interactionNotAllowed`` until
    /// ``unlock(with:)``.
    public func lock() { engine.vault.lock() }

    /// Wipes every key, as in a handle that was never unlocked.
    package func forget() { engine.vault.forget() }

    /// Where an item's sealed file lies, relative to ``path``.
    ///
    /// - Throws: `.interactionNotAllowed` before the first unlock: names are hashed with a key.
    package func sealedPath(of item: RKeychainAttributes) throws(RKeychainError) -> String {
      try translating { () throws(VaultError) in
        try engine.vault.address(of: item.stored(keeping: nil)).sealedPath
      }
    }

    /// Whether values of every class can be read now.
    public var isUnlocked: Bool { engine.vault.isUnlocked }

    /// The vault's directory, as given.
    public var path: String { engine.vault.path }

    /// The vault's id, 32 hexadecimal digits; a copy has the same.
    public var id: String { Hex.encode(engine.vault.header.id) }

    /// How the vault names its files.
    public var names: RVaultNames { engine.vault.header.names == .readable ? .readable : .opaque }

    /// What the handle noticed that stopped nothing, such as a header restored from its copy; each line once.
    public func notices() -> [String] { engine.vault.takeNotices().map(\.text) }
  }

  extension VaultNotice {
    var text: String {
      switch self {
      case .skippedCommitLine(let path):
        "an unfinished change to \(path) was skipped: the file has been changed since"
      case .invalidCommitRecord:
        "the record of an unfinished change was damaged; it was removed without being carried out"
      case .restoredHeader(let copy):
        "\(copy) was restored from the other header file"
      }
    }
  }
#endif
