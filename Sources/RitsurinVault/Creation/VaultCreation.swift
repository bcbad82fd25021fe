internal import RitsurinCrypto
package import RitsurinFormat
package import RitsurinSystem

/// What a new vault gets: Docs/Format.md#creating.
package struct VaultCreation: Sendable {
  /// Whether paths carry slugs of the names.
  package var names: NamesMode
  /// One slot at least.
  package var slots: [NewSlot]
  /// The time that header and slots carry, `YYYY-MM-DDTHH:MM:SSZ`.
  package var created: String
  /// Where its secrets come from.
  package var secrets: SecretSource

  package init(names: NamesMode, slots: [NewSlot], created: String, secrets: SecretSource = .system) {
    self.names = names
    self.slots = slots
    self.created = created
    self.secrets = secrets
  }

  /// The secrets of a new vault.
  private struct Secrets {
    let master: SymmetricKey
    let nameKey: SymmetricKey
    let signing: SigningKey
    let id: [UInt8]
    let keyID: KeyID
  }

  /// Creates the vault.
  ///
  /// Credentials come first and the header last: without a header there is no vault.
  ///
  /// - Parameters:
  ///   - path: The root directory, made where it is missing.
  ///   - files: The file system.
  /// - Throws: `.vaultExists`, `.cannotWrite`, `.credential`, `.outOfMemory`, `.unsafePermissions`.
  package func run(at path: String, files: FileSystem = FileSystem()) throws(VaultError) {
    do { try files.makeDirectories(path) } catch { throw .cannotWrite(error) }
    let lock = try WriteLock.acquire(path: path, files: files)
    let placer = FilePlacer(files: files, root: lock.root, rootPath: path)
    guard try !Self.isOccupied(placer) else { throw .vaultExists(path: path) }
    let secrets = try makeSecrets()
    // Everything that can take long or fail for want of memory comes before the first byte is written.
    var slotFiles: [(name: String, bytes: [UInt8])] = []
    for (number, slot) in slots.enumerated() {
      slotFiles.append(try self.slot(slot, number: number, secrets: secrets))
    }
    let header = try header(secrets)
    try lock.begin()
    var written: [() -> Void] = []
    do throws(VaultError) {
      for slot in slots {
        guard let keyPath = try slot.writeKeyFile(vault: secrets.id, created: created, files: files) else {
          continue
        }
        written.append { try? files.removeFile(path: keyPath) }
      }
      try Self.removeSlots(placer)
      for (name, bytes) in slotFiles {
        try placer.write(bytes, to: "slots/" + name, replacing: false)
        written.append { _ = try? placer.remove(placer.resolve("slots/" + name, creating: false)) }
      }
      try Companions(placer: placer).write()
      try placer.synchronize(lock.root)
      try Self.synchronizeParent(of: path, files: files)
      try lock.confirm()
      try placer.write(header, to: HeaderCopy.primary.rawValue, replacing: false)
    } catch {
      // A key file without its vault and slots without their header open nothing.
      if try !placer.exists(HeaderCopy.primary.rawValue) { for undo in written { undo() } }
      if case .interference = error { throw .vaultExists(path: path) }
      throw error
    }
    try placer.write(header, to: HeaderCopy.backup.rawValue, replacing: true)
    lock.end()
  }

  private static func synchronizeParent(of path: String, files: FileSystem) throws(VaultError) {
    do { try files.synchronizeParent(of: path) } catch { throw .cannotWrite(error) }
  }

  /// Whether a header, whole or broken, or any item is there.
  ///
  /// Slots alone open nothing.
  private static func isOccupied(_ placer: FilePlacer) throws(VaultError) -> Bool {
    for copy in [HeaderCopy.primary, .backup] where try placer.exists(copy.rawValue) { return true }
    for tree in ["items", "device"] where try containsSealed(tree, placer: placer, depth: 0) { return true }
    return false
  }

  private static func containsSealed(_ path: String, placer: FilePlacer, depth: Int) throws(VaultError)
    -> Bool
  {
    let listing = ComponentListing(files: placer.files, root: placer.root, rootPath: placer.rootPath)
    for entry in try listing.entries(of: path) {
      guard let name = entry.asciiName else { continue }
      if name.hasSuffix(".sealed") { return true }
      if depth < 4, entry.kind.mayBeDirectory,
        try containsSealed(path + "/" + name, placer: placer, depth: depth + 1)
      {
        return true
      }
    }
    return false
  }

  private static func removeSlots(_ placer: FilePlacer) throws(VaultError) {
    let listing = ComponentListing(files: placer.files, root: placer.root, rootPath: placer.rootPath)
    for entry in try listing.entries(of: "slots") {
      guard let name = entry.asciiName, SlotOpening.isSlotName(name) else { continue }
      try placer.remove(placer.resolve("slots/" + name, creating: false))
    }
  }

  private func makeSecrets() throws(VaultError) -> Secrets {
    try mapped { () throws(CryptoError) in
      let master = try secrets.key("master key")
      return Secrets(
        master: master, nameKey: try secrets.key("name key"),
        signing: try SigningKey(seed: secrets.key("signing seed")), id: try secrets.bytes(16, "vault id"),
        keyID: try master.keyID())
    }
  }

  private func slot(
    _ slot: NewSlot, number: Int, secrets: Secrets
  ) throws(VaultError) -> (name: String, bytes: [UInt8]) {
    let id = try mapped { () throws(CryptoError) in try self.secrets.bytes(4, "id of slot \(number)") }
    let maker = SlotMaker(
      vault: secrets.id, master: secrets.master, signing: secrets.signing, created: created,
      secrets: self.secrets)
    return try maker.make(slot, id: id, number: number)
  }

  private func header(_ secrets: Secrets) throws(VaultError) -> [UInt8] {
    let keys = try mapped { () throws(CryptoError) in
      Box.seal(
        secrets.nameKey.bytes, aad: Array("ritsurin-keys-v1".utf8) + secrets.id,
        key: try secrets.master.subkey(1),
        nonce: try self.secrets.nonce("nonce of the name key"))
    }
    let header = VaultHeader(
      id: secrets.id, created: created, names: names, epoch: 1, key: secrets.keyID.bytes,
      identity: secrets.signing.publicKey, keys: keys, retired: [])
    return SlotMaker.signed(header.encodeUnsigned(), secrets.signing)
  }
}
