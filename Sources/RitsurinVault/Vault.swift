package import RitsurinCrypto
package import RitsurinFormat
package import RitsurinSystem

/// A vault on disk, opened once and used by any number of threads.
///
/// The handle keeps the root directory open, the keys in locked memory, and nothing else: every read looks
/// at the files. Docs/Format.md says what each step stands on.
package final class Vault: Sendable {
  /// The root directory's path, as given.
  package let path: String
  package let files: FileSystem
  package let policy: ReadPolicy
  let deviceKey: Locked<SymmetricKey?>
  let snapshot: Locked<Snapshot>
  private let notices = Locked<[VaultNotice]>([])
  /// The header's copy as this handle last saw it.
  let seenCopy = Locked<HeaderCopies.Seen?>(nil)

  /// Opens a vault without a credential: its header can be checked, its items cannot be read.
  ///
  /// - Parameters:
  ///   - path: The root directory. Links in it are followed.
  ///   - deviceKey: This machine's device key, if there is one.
  ///   - files: The file system.
  ///   - policy: How patient readers are.
  /// - Throws: `.noSuchVault`, `.notAVault`, `.headerDamaged`, `.newerFormat`, `.unsafePermissions`,
  ///   `.cannotRead`.
  package init(
    path: String, deviceKey: SymmetricKey? = nil, files: FileSystem = FileSystem(),
    policy: ReadPolicy = ReadPolicy()
  ) throws(VaultError) {
    self.path = path
    self.files = files
    self.policy = policy
    self.deviceKey = Locked(deviceKey)
    let root = try Self.openRoot(path, files: files).root
    let header = try Self.readHeader(root: root, path: path, files: files, policy: policy)
    snapshot = Locked(Snapshot(root: root, header: header, keyring: nil, unlocked: nil))
  }

  /// Opens the root directory, refusing one that others may reach, and gives its status.
  static func openRoot(
    _ path: String, files: FileSystem
  ) throws(VaultError) -> (root: FileDescriptor, status: FileStatus) {
    do {
      let root = try files.openDirectory(path)
      let status = try files.status(of: root)
      if status.isOpenToOthers, try !PermissionCheck.modesMeanNothing(on: root, files) {
        throw VaultError.unsafePermissions(path: path, mode: status.mode)
      }
      return (root, status)
    } catch let error as SystemError {
      if error.isAbsent { throw .noSuchVault(path: path) }
      if error.isNotDirectory { throw .notAVault(path: path) }
      throw .cannotRead(error)
    } catch let error as VaultError {
      throw error
    } catch {
      throw .notAVault(path: path)
    }
  }

  /// Reads the header, again where it is missing or damaged while somebody without the lock may be writing
  /// it.
  static func readHeader(
    root: FileDescriptor, path: String, files: FileSystem, policy: ReadPolicy
  ) throws(VaultError) -> VerifiedHeader {
    var readings = 0
    while true {
      do { return try HeaderReading.read(root: root, path: path, files: files) } catch {
        switch error {
        case .headerDamaged, .notAVault:
          guard readings < policy.rereads, (try? GitWorkTree.find(from: path, files)) != nil else {
            throw error
          }
          readings += 1
          files.pause(milliseconds: policy.rereadPause)
        default: throw error
        }
      }
    }
  }

  // MARK: State

  /// The view that the handle has now.
  var current: Snapshot { snapshot.withLock { $0 } }

  /// The short way to single items, with the keys that are in memory now.
  var direct: DirectReader? { snapshot.withLock { $0.direct } }

  /// The verified header this handle works with.
  package var header: VaultHeader { snapshot.withLock { $0.header.header } }

  /// Whether a credential has unlocked the vault at least once since it was opened.
  package var hasBeenUnlocked: Bool { snapshot.withLock { $0.keyring != nil } }

  /// Whether values of every class can be read now.
  package var isUnlocked: Bool { snapshot.withLock { $0.unlocked != nil } }

  /// Whether the credential is an owner's, which may sign slots and the header.
  package var isOwner: Bool { snapshot.withLock { $0.unlocked?.signing != nil } }

  /// Whether any passphrase slot stands in the vault.
  package func hasPassphraseSlot() throws(VaultError) -> Bool {
    let current = snapshot.withLock { $0 }
    guard let opening = SlotOpening(header: current.header.header) else { return false }
    let candidates = try opening.candidates(root: current.root, path: path, files: files)
    if candidates.slots.contains(where: { $0.kind.isPassphrase }) { return true }
    if let unread = candidates.unread { throw unread }
    return false
  }

  /// Unlocks with a credential.
  ///
  /// - Parameter allowingWeakSlots: Whether a passphrase may open a slot whose cost is fit for tests only.
  /// - Throws: `.wrongCredential`, `.noUsableSlot`, `.weakSlot`, `.outOfMemory`, `.headerDamaged`, `.cannotRead`, and what `init` throws
  ///   where the header had to be read again.
  /// - Complexity: One Argon2id computation per passphrase slot tried; none for other credentials.
  package func unlock(with credential: Credential, allowingWeakSlots: Bool = true) throws(VaultError) {
    var current = snapshot.withLock { $0 }
    for _ in 0...policy.headerChanges {
      if let opened = try opened(
        current.header, root: current.root, credential: credential, allowingWeakSlots: allowingWeakSlots)
      {
        snapshot.withLock { $0 = opened }
        return
      }
      // A slot may not open because the vault was rekeyed since its header was read.
      let root = try Self.openRoot(path, files: files).root
      let header = try Self.readHeader(root: root, path: path, files: files, policy: policy)
      guard header.bytes != current.header.bytes else { break }
      current = Snapshot(root: root, header: header, keyring: current.keyring, unlocked: current.unlocked)
    }
    throw try SlotOpening.refusal(by: current.header.header, root: current.root, path: path, files: files)
  }

  /// Gives the handle this machine's device key, which locking wipes, before it is unlocked.
  package func provide(deviceKey key: SymmetricKey?) {
    deviceKey.withLock { $0 = key }
  }

  /// Wipes every key but those that names, attributes and after-first-unlock values need.
  package func lock() {
    deviceKey.withLock { $0 = nil }
    snapshot.withLock { current in
      current = Snapshot(
        root: current.root, header: current.header, keyring: current.keyring?.locked(), unlocked: nil)
    }
  }

  /// Wipes every key, as if the vault had never been unlocked.
  package func forget() {
    snapshot.withLock { current in
      current = Snapshot(root: current.root, header: current.header, keyring: nil, unlocked: nil)
    }
  }

  /// Where an item of these attributes stands.
  ///
  /// - Throws: `.locked` before the first unlock, `.noDeviceKey`, `.outOfMemory`.
  package func address(of attributes: ItemAttributes) throws(VaultError) -> ItemAddress {
    try readable().keyring.address(of: attributes)
  }

  // MARK: Notices

  func note(_ new: [VaultNotice]) {
    guard !new.isEmpty else { return }
    notices.withLock { $0 += new }
  }

  /// What was noticed since this was last asked.
  package func takeNotices() -> [VaultNotice] {
    notices.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
