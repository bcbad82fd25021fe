internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// A handle that may change slots and header: what its credential unlocked, at one moment.
struct OwnerView {
  let snapshot: Vault.Snapshot
  let unlocked: Vault.Unlocked
  let signing: SigningKey

  var header: VaultHeader { snapshot.header.header }

  /// What makes slots of the current master key.
  func maker(created: String) -> SlotMaker {
    SlotMaker(vault: header.id, master: unlocked.master, signing: signing, created: created)
  }
}

extension Vault.Snapshot {
  /// The same snapshot in an owner's hands.
  ///
  /// - Throws: `.locked`, `.notOwner`.
  func owner(path: String) throws(VaultError) -> OwnerView {
    guard let unlocked else { throw .locked }
    guard let signing = unlocked.signing else { throw .notOwner(path: path) }
    return OwnerView(snapshot: self, unlocked: unlocked, signing: signing)
  }
}

extension Vault {
  /// The handle's view, once it has followed the header on disk.
  ///
  /// - Throws: `.locked`, `.notOwner`, and what opening throws.
  func owner() throws(VaultError) -> OwnerView {
    _ = try current.owner(path: path)
    return try refreshed(after: current).snapshot.owner(path: path)
  }

  /// The slots below a root.
  func slotDirectory(_ root: FileDescriptor) -> SlotDirectory {
    SlotDirectory(files: files, root: root, rootPath: path)
  }
}
