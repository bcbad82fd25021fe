#if Vault
  internal import RitsurinCrypto
  internal import RitsurinFormat
  internal import RitsurinSystem
  internal import RitsurinVault

  /// Vaults as files for tests: made from items and a seed, always the same bytes, meant for git.
  ///
  /// Every key follows from the seed, and trying a passphrase costs next to nothing: nothing in a fixture is secret.
  package struct VaultFixture: Sendable {
    /// The passphrase of fixtures that are given no other credential.
    package static let defaultPassphrase = "fixture"
    /// The seed of fixtures that are given no other.
    package static let defaultSeed = "ritsurin"

    /// The date of header, slots and items without dates of their own: 1 January 2001, UTC.
    package static let date = "2001-01-01T00:00:00Z"
    package static let dateMicroseconds: Int64 = 978_307_200_000_000

    /// How files are named; readable names let people review what changed.
    package var names: RVaultNames
    /// What every key follows from.
    package var seed: String
    /// A passphrase or an existing key file, which opens the fixture.
    package var credential: RVaultCredential

    /// A fixture's settings.
    ///
    /// - Parameters:
    ///   - names: How files are named.
    ///   - seed: Any text.
    ///   - credential: A passphrase or a key file; nil is ``defaultPassphrase``.
    package init(
      names: RVaultNames = .readable, seed: String = VaultFixture.defaultSeed,
      credential: RVaultCredential? = nil
    ) {
      self.names = names
      self.seed = seed
      self.credential = credential ?? .passphrase(Self.defaultPassphrase)
    }

    /// What became of a fixture's directory.
    package enum Outcome: String, Sendable {
      /// There was none.
      case created
      /// It holds these bytes already; nothing was written.
      case unchanged
      /// It held others.
      case replaced
    }

    /// Makes the fixture.
    ///
    /// It is made beside its place and put there as a whole.
    ///
    /// - Parameters:
    ///   - path: Its directory; the one above exists.
    ///   - items: The items. Missing dates are ``date``.
    ///   - replacing: Whether an existing fixture of the same credential may be replaced.
    /// - Throws: `.vaultExists`; `.badParameter` for items of this device only, a credential that is an identity, and
    ///   where what is to be replaced is no fixture; `.duplicateItem`; what writing throws.
    package func create(
      at path: String, items: [RKeychainRestoredItem], replacing: Bool = false
    ) throws(RKeychainError) -> Outcome {
      if let item = items.first(where: { $0.item.accessibility.isThisDeviceOnly })?.item {
        throw RKeychainError(
          .badParameter,
          message:
            "items of this device only cannot be in a fixture, which goes from machine to machine: \(item.identity)"
        )
      }
      let path = try systemCalls { () throws(SystemError) in try FileSystem.absolutePath(path) }
      let files = TemporaryVault.files
      let parent = Self.parent(of: path)
      let workshop = try systemCalls { () throws(SystemError) in
        try files.makeRandomDirectory(in: parent, prefix: ".fixture-")
      }
      defer { try? files.removeTree(workshop) }
      let made = workshop + "/new.vault"
      try build(at: made, items: items, files: files)
      guard (try? files.status(path: path)) != nil else {
        try systemCalls { () throws(SystemError) in try files.moveDirectory(made, to: path) }
        return .created
      }
      if try Self.isSame(made, path, files) { return .unchanged }
      guard replacing else { throw RKeychainError(.vaultExists, path: path) }
      try requireFixture(at: path)
      try systemCalls { () throws(SystemError) in
        try files.moveDirectory(path, to: workshop + "/old.vault")
        try files.moveDirectory(made, to: path)
      }
      return .replaced
    }

    /// Whether a fixture holds exactly the bytes that these items give; temporary files and sidecars do not count.
    ///
    /// - Throws: As ``create(at:items:replacing:)``.
    package func isCurrent(at path: String, items: [RKeychainRestoredItem]) throws(RKeychainError) -> Bool {
      let files = TemporaryVault.files
      let workshop = try systemCalls { () throws(SystemError) in
        try files.makeTemporaryDirectory(prefix: "ritsurin-fixture-")
      }
      defer { try? files.removeTree(workshop) }
      _ = try create(at: workshop + "/new.vault", items: items)
      return try Self.isSame(workshop + "/new.vault", path, files)
    }

    private func build(at path: String, items: [RKeychainRestoredItem], files: FileSystem)
      throws(RKeychainError)
    {
      let loaded = try credential.load(files)
      let slot: NewSlot.Secret
      switch loaded {
      case .passphrase(let secret): slot = .passphrase(secret, cost: .least)
      case .key(let key): slot = .keyFile(key, path: nil)
      case .identity:
        throw RKeychainError(
          .badParameter, message: "a fixture is opened by a passphrase or a key file, not by an identity")
      }
      let secrets = try translating { () throws(VaultError) in
        try mapped { () throws(CryptoError) in try SecretSource.seed(seed) }
      }
      try translating { () throws(VaultError) in
        let creation = VaultCreation(
          names: names == .readable ? .readable : .opaque,
          slots: [NewSlot(slot, label: "Fixture: not secret")], created: Self.date,
          secrets: secrets)
        try creation.run(at: path, files: files)
      }
      let vault = try translating { () throws(VaultError) in
        let vault = try Vault(path: path, files: files)
        try vault.unlock(with: loaded)
        return vault
      }
      let devices = DeviceKeySource(environment: RVaultEnvironment([:]), files: files)
      let engine = VaultEngine(
        vault: vault, devices: devices, clock: { Self.dateMicroseconds }, secrets: secrets)
      let outcomes = try RVault(engine).restore(items, onConflict: .fail, dryRun: false)
      if let twice = zip(items, outcomes).first(where: { $0.1 != .imported }) {
        throw RKeychainError(.duplicateItem, message: "two items have one identity: \(twice.0.item.identity)")
      }
      vault.forget()
      try systemCalls { () throws(SystemError) in
        for file in try files.readTree(path) where !Self.isKept(file.path) {
          try files.removeFile(path: path + "/" + file.path)
        }
      }
    }

    /// Refuses to replace anything that a person might miss.
    private func requireFixture(at path: String) throws(RKeychainError) {
      let copy: TemporaryVault
      do {
        copy = try TemporaryVault(copying: path, with: credential)
      } catch {
        throw RKeychainError(
          .badParameter, message: "what is to be replaced does not open as a fixture (\(error.message))",
          path: path)
      }
      defer { try? copy.remove() }
      guard copy.vault.engine.vault.isOfSeedTime else {
        throw RKeychainError(
          .badParameter, message: "what is to be replaced is a vault, but not a fixture", path: path)
      }
    }

    private static func isSame(_ one: String, _ other: String, _ files: FileSystem) throws(RKeychainError)
      -> Bool
    {
      try systemCalls { () throws(SystemError) in
        let (first, second) = (try contents(one, files), try contents(other, files))
        return first.count == second.count
          && zip(first, second).allSatisfy { ExactText.same($0.path, $1.path) && $0.bytes == $1.bytes }
      }
    }

    private static func contents(
      _ path: String, _ files: FileSystem
    ) throws(SystemError) -> [(path: String, bytes: [UInt8])] {
      try files.readTree(path).filter { isKept($0.path) }
    }

    /// Whether a file belongs into git: all but what the vault's own `.gitignore` names.
    private static func isKept(_ path: String) -> Bool {
      let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
      return !(ExactText.same(name, ".lock") || name.hasSuffix(".meta") || name.hasPrefix(".tmp-"))
    }

    private static func parent(of path: String) -> String {
      let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
      return end == path.startIndex ? "/" : String(path[..<end])
    }
  }

  extension Vault {
    /// Whether the header carries the date of fixtures, which no other vault has.
    fileprivate var isOfSeedTime: Bool { ExactText.same(header.created, VaultFixture.date) }
  }
#endif
