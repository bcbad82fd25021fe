internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Following a header that changes on disk: by this handle, another, or another machine.
extension Vault {
  /// Opens a header with a credential; nil where no slot takes it.
  func opened(
    _ header: VerifiedHeader, root: FileDescriptor, credential: Credential, allowingWeakSlots: Bool
  ) throws(VaultError) -> Snapshot? {
    guard let opening = SlotOpening(header: header.header) else { return nil }
    let candidates = try opening.candidates(root: root, path: path, files: files)
    guard
      let slot = try opening.open(candidates.slots, with: credential, allowingWeak: allowingWeakSlots)
    else {
      // A credential is only wrong when every slot said so.
      if let unread = candidates.unread { throw unread }
      return nil
    }
    let unlocked = Unlocked(
      master: slot.master, signing: slot.signing, credential: credential, slot: slot.file,
      allowsWeakSlots: allowingWeakSlots)
    return Snapshot(
      root: root, header: header, keyring: try keyring(header, master: slot.master), unlocked: unlocked)
  }

  /// The keys that a header and its master key give.
  func keyring(_ header: VerifiedHeader, master: SymmetricKey) throws(VaultError) -> Keyring {
    let deviceKey = deviceKey.withLock { $0 }
    let made = try mapped { () throws(CryptoError) in
      try Keyring.make(header: header.header, master: master, deviceKey: deviceKey)
    }
    guard let made else {
      throw .headerDamaged(
        path: path + "/" + header.source.rawValue, what: "the name key does not open under the master key")
    }
    return made
  }

  /// Takes up a device key; the keys under it are derived from the master key.
  ///
  /// - Throws: `.locked` where that is not in memory, `.outOfMemory`.
  func adopt(deviceKey key: SymmetricKey, in old: Snapshot) throws(VaultError) -> Snapshot {
    guard let unlocked = old.unlocked else { throw .locked }
    deviceKey.withLock { $0 = key }
    let new = Snapshot(
      root: old.root, header: old.header, keyring: try keyring(old.header, master: unlocked.master),
      unlocked: unlocked)
    snapshot.withLock { $0 = new }
    return new
  }

  /// Takes up a header that this handle has just written.
  ///
  /// - Throws: `.headerDamaged` where the master key does not open it, `.outOfMemory`.
  func adopt(
    _ header: VerifiedHeader, root: FileDescriptor, unlocked: Unlocked
  ) throws(VaultError) -> Snapshot {
    let new = Snapshot(
      root: root, header: header, keyring: try keyring(header, master: unlocked.master), unlocked: unlocked)
    snapshot.withLock { $0 = new }
    return new
  }

  /// The view to read with.
  ///
  /// - Throws: `.locked` before the first unlock.
  func readable() throws(VaultError) -> (snapshot: Snapshot, keyring: Keyring) {
    let current = snapshot.withLock { $0 }
    guard let keyring = current.keyring else { throw .locked }
    return (current, keyring)
  }

  /// Looks at the root and the header on disk, and takes over what changed.
  ///
  /// - Parameter old: The view that the caller worked with.
  /// - Returns: The view that holds now, and whether it differs from `old`.
  /// - Throws: what `init` throws; `.locked` where the new header's keys need a credential that was wiped.
  func refreshed(after old: Snapshot) throws(VaultError) -> (snapshot: Snapshot, changed: Bool) {
    let (root, status) = try Self.openRoot(path, files: files)
    return try adopted(root: root, status: status, after: old)
  }

  /// The same for a root that the caller opened (and locked).
  func adopted(root: FileDescriptor, status: FileStatus, after old: Snapshot) throws(VaultError) -> (
    snapshot: Snapshot, changed: Bool
  ) {
    let isSameRoot = try isSame(status, old.root)
    if isSameRoot, try isUnchanged(old.header, root: root) { return (old, false) }
    let header = try Self.readHeader(root: root, path: path, files: files, policy: policy)
    if isSameRoot, header.bytes == old.header.bytes, header.source == old.header.source {
      return (old, false)
    }
    // The caller's descriptor bears a lock, which would live as long as it does.
    let root = isSameRoot ? old.root : root
    var new: Snapshot?
    if old.keyring == nil {
      new = Snapshot(root: root, header: header, keyring: nil, unlocked: nil)
    } else if header.bytes == old.header.bytes {
      new = Snapshot(root: root, header: header, keyring: old.keyring, unlocked: old.unlocked)
    } else if let unlocked = old.unlocked {
      let isSameKey =
        header.header.key == old.header.header.key && header.header.identity == old.header.header.identity
      if isSameKey {
        new = Snapshot(
          root: root, header: header, keyring: try keyring(header, master: unlocked.master),
          unlocked: unlocked)
      } else {
        new = try followed(header, root: root, unlocked)
      }
    }
    // Locked, and the header's keys are others than those in memory: only unlocking again can open them.
    guard let new else { throw .locked }
    snapshot.withLock { $0 = new }
    return (new, new.header.bytes != old.header.bytes || !isSameRoot)
  }

  /// Opens a header of another master key with the handle's own credential.
  ///
  /// The slots may be those of a still newer header by the time they are looked at.
  private func followed(
    _ header: VerifiedHeader, root: FileDescriptor, _ unlocked: Unlocked
  ) throws(VaultError) -> Snapshot {
    var header = header
    for _ in 0...policy.headerChanges {
      let new = try opened(
        header, root: root, credential: unlocked.credential, allowingWeakSlots: unlocked.allowsWeakSlots)
      if let new { return new }
      let again = try Self.readHeader(root: root, path: path, files: files, policy: policy)
      guard again.bytes != header.bytes else { break }
      header = again
    }
    throw .wrongCredential(path: path)
  }

  /// Whether the header on disk has the bytes that were verified, which then need no second verification.
  private func isUnchanged(_ old: VerifiedHeader, root: FileDescriptor) throws(VaultError) -> Bool {
    guard old.source == .primary else { return false }
    do {
      let bytes = try HeaderReading.readCopy(.primary, root: root, path: path, files: files)
      return bytes.map { hasSameBytes($0, old.bytes) } ?? false
    } catch {
      guard case .headerDamaged = error else { throw error }
      return false
    }
  }

  private func isSame(_ one: FileStatus, _ other: FileDescriptor) throws(VaultError) -> Bool {
    do {
      return try one.isSameFile(as: files.status(of: other))
    } catch {
      throw .cannotRead(error)
    }
  }
}
