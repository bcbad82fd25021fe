package import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

/// One writer's turn: under the lock it looks, stages changes, and commits all of them or none.
///
/// A single placed or removed file is one atomic step; several go through a redo record.
/// Going out of scope without `commit()` changes nothing and gives the lock back. Used by one thread.
package final class WriteTransaction {
  /// A staged change.
  enum Change {
    case place(bytes: [UInt8], target: ItemAddress, replaced: Replaced?)
    case remove(ItemAddress, Replaced)
  }

  /// What must still stand at a path when it is replaced or removed.
  enum Replaced {
    /// The item with this revision.
    case revision(Nonce)
    /// A file that could not be opened, named by its digest.
    case digest(Digest256)
  }

  let vault: Vault
  let lock: WriteLock
  let placer: FilePlacer
  private(set) var snapshot: Vault.Snapshot
  private(set) var keyring: Keyring
  var changes: [Change] = []
  /// What of a large batch is written already.
  var batch: BatchPreparation?
  /// The work tree of git around the vault, once it was looked for: a batch looks for many items.
  private var workTree: GitWorkTree??
  /// Copies met while looking that the device tree hides.
  private var shadowed: [ItemAddress: OpenedItem] = [:]

  private init(
    vault: Vault, lock: WriteLock, placer: FilePlacer, snapshot: Vault.Snapshot, keyring: Keyring
  ) {
    self.vault = vault
    self.lock = lock
    self.placer = placer
    self.snapshot = snapshot
    self.keyring = keyring
  }

  deinit { abandonBatch() }

  /// Takes the lock, follows a changed header, recovers what an earlier writer left.
  ///
  /// - Throws: `.locked` where the vault was never unlocked or its keys changed while locked, and what
  ///   opening throws.
  static func begin(_ vault: Vault) throws(VaultError) -> WriteTransaction {
    let view = try vault.readable()
    let lock = try WriteLock.acquire(path: vault.path, files: vault.files)
    let snapshot = try vault.adopted(root: lock.root, status: lock.rootStatus, after: view.snapshot).snapshot
    guard let keyring = snapshot.keyring else { throw .locked }
    let placer = FilePlacer(files: vault.files, root: lock.root, rootPath: vault.path)
    let transaction = WriteTransaction(
      vault: vault, lock: lock, placer: placer, snapshot: snapshot, keyring: keyring)
    try transaction.settle()
    return transaction
  }

  /// Leaves nothing of an earlier writer unfinished: its record, its left-overs, a header it could not copy.
  private func settle() throws(VaultError) {
    let needsRecovery = lock.needsRecovery
    let hasRecord = try placer.exists(CommitRunner.name)
    let copies = HeaderCopies(placer: placer, vault: vault)
    let needsCopy = try copies.needRestoring(from: snapshot.header)
    guard needsRecovery || hasRecord || needsCopy else { return }
    try lock.begin()
    var notices: [VaultNotice] = []
    if needsRecovery {
      let isSweeping = vault.files.locks != .none
      notices += try Recovery(placer: placer).run(isSweeping: isSweeping)
      if !isSweeping { lock.keepMark() }
    } else if hasRecord {
      notices += try CommitRunner(placer: placer).finishFound() ?? []
    }
    if needsCopy { notices += try copies.restore(from: snapshot.header) }
    lock.end()
    vault.note(notices)
  }

  // MARK: Looking

  /// Finds items under the lock; `firstOnly` has no place here, since every match counts for a write.
  ///
  /// - Throws: as `Vault.find`.
  package func find(_ scope: ItemScope, values: Bool) throws(VaultError) -> ItemFindings {
    let findings = try look(scope, values: values)
    for item in findings.shadowed { shadowed[item.address] = item }
    return findings
  }

  private func look(_ scope: ItemScope, values: Bool) throws(VaultError) -> ItemFindings {
    let reader = vault.itemReader(snapshot, keyring: keyring, root: lock.root)
    let proof = AbsenceProof(files: vault.files, rootPath: vault.path, policy: vault.policy)
    guard let service = scope.service, let account = scope.account else {
      return try look(
        for: ItemListing(reader: reader, scope: scope, values: values, isUnderLock: true), proof)
    }
    let lookup = ItemLookup(
      reader: reader, account: account, service: service, group: scope.group,
      synchronizable: scope.synchronizable, values: values, firstOnly: false, isUnderLock: true)
    return try look(for: lookup, proof)
  }

  private func look(for target: some Lookable, _ proof: AbsenceProof) throws(VaultError) -> ItemFindings {
    try proof.look(for: target) { () throws(VaultError) in
      if let workTree { return workTree }
      let found = try proof.workTree()
      workTree = .some(found)
      return found
    }
  }

  /// Opens the value of an item found in this transaction.
  ///
  /// - Returns: nil where the file is gone, by somebody without the lock.
  package func value(of item: OpenedItem) throws(VaultError) -> OpenedItem? {
    try vault.itemReader(snapshot, keyring: keyring, root: lock.root).read(
      item.address, expecting: .place, values: true)
  }

  /// The paths that an item of an item's identity can have.
  func addresses(of item: OpenedItem) -> [ItemAddress] {
    item.addresses(device: keyring.naming.deviceComponent)
  }

  /// Whether items of this device can be written.
  package var hasDeviceKey: Bool { keyring.naming.deviceComponent != nil }

  /// Takes up a device key that was made just now.
  ///
  /// - Throws: `.locked` where the master key is not in memory, `.outOfMemory`.
  package func adopt(deviceKey: SymmetricKey) throws(VaultError) {
    snapshot = try vault.adopt(deviceKey: deviceKey, in: snapshot)
    guard let keyring = snapshot.keyring else { throw .locked }
    self.keyring = keyring
  }

  /// Takes up a header that was written in this transaction.
  func adopt(_ header: VerifiedHeader, unlocked: Vault.Unlocked) throws(VaultError) {
    snapshot = try vault.adopt(header, root: snapshot.root, unlocked: unlocked)
    guard let keyring = snapshot.keyring else { throw .locked }
    self.keyring = keyring
  }

  /// Whether the key that seals values of a class is in memory.
  package func canSeal(_ accessibility: AccessibilityClass) -> Bool {
    guard let family = keyring.current?.family(accessibility.isDeviceOnly ? .device : .items) else {
      return false
    }
    return accessibility.isReadableWhileLocked || family.isUnlocked
  }

  // MARK: Staging

  /// Stages an item.
  ///
  /// - Parameters:
  ///   - attributes: All of its attributes.
  ///   - value: Its value.
  ///   - old: The item it takes the place of, perhaps of other names; nil for a new one.
  ///   - unreadable: Files that cannot be opened and stand where this identity can stand; they end.
  ///   - nonce: Random, and given only by whoever makes fixtures.
  /// - Returns: The new revision.
  /// - Throws: `.valueTooLarge`, `.attributesTooLarge`, `.locked`, `.noDeviceKey`, `.outOfMemory`;
  ///   `.item(.needsNewerTool)` where `old` may not be rewritten; `.cannotRead` where not even the bytes of an
  ///   unreadable file can be had.
  package func put(
    _ attributes: ItemAttributes, value: some Collection<UInt8>, replacing old: OpenedItem?,
    over unreadable: [UnreadableItem],
    nonce: Nonce = .random()
  ) throws(VaultError) -> Nonce {
    // What a newer tool put there would be lost, and what only it can read would be ours to vouch for.
    if let old, old.needsNewerTool { throw .item(.needsNewerTool, path: old.address.sealedPath) }
    let address = try keyring.address(of: attributes)
    if attributes.hasUnknownCriticalCode { throw .item(.needsNewerTool, path: address.sealedPath) }
    let bytes = try ItemSealer.seal(
      attributes, value: value, at: address, vaultID: snapshot.header.header.id, keyring: keyring,
      nonce: nonce)
    var replaced: Replaced?
    if let occupant = old?.address == address ? old : shadowed[address] {
      replaced = .revision(occupant.revision)
    }
    var ends: [Change] = []
    for item in unreadable {
      let digest = Replaced.digest(try digest(of: item.address))
      if item.address == address { replaced = digest } else { ends.append(.remove(item.address, digest)) }
    }
    if let old, old.address != address { ends.append(.remove(old.address, .revision(old.revision))) }
    changes.append(.place(bytes: bytes, target: address, replaced: replaced))
    changes += ends
    return nonce
  }

  /// Stages the removal of an item, and of the copy that it hides, which would come back otherwise.
  package func remove(_ item: OpenedItem) {
    changes.append(.remove(item.address, .revision(item.revision)))
    if item.address.tree == .device, let hidden = shadowed[item.address.under(.items, device: nil)] {
      changes.append(.remove(hidden.address, .revision(hidden.revision)))
    }
  }

  /// Stages the removal of a file that cannot be opened.
  ///
  /// - Throws: `.cannotRead` where not even its bytes can be had.
  package func remove(_ item: UnreadableItem) throws(VaultError) {
    changes.append(.remove(item.address, .digest(try digest(of: item.address))))
  }

  func digest(of address: ItemAddress) throws(VaultError) -> Digest256 {
    let bytes = try bytes(of: address)
    return KeyedHash.digest256(unsafe bytes.span.bytes)
  }

  func bytes(of address: ItemAddress) throws(VaultError) -> [UInt8] {
    do {
      return try vault.files.readFile(address.sealedPath, beneath: lock.root, limit: ItemSealer.fileLimit)
    } catch {
      throw VaultError(reading: error, path: vault.path + "/" + address.sealedPath)
    }
  }
}

extension Vault {
  /// Begins a write, waiting for other writers.
  ///
  /// - Throws: `.locked` before the first unlock, `.cannotWrite`, `.lockingUnsupported`, and what opening
  ///   throws.
  package func beginWrite() throws(VaultError) -> WriteTransaction { try WriteTransaction.begin(self) }
}
