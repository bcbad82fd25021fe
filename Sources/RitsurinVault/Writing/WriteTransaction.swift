package import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

/// One writer's turn: under the lock it looks, stages changes, and commits all of them or none.
///
/// A single placed or removed file is one atomic step; several go through a redo record.
/// Going out of scope without `commit()` changes nothing and gives the lock back. Used by one thread.
package final class WriteTransaction {
  /// From how many changes on one `syncfs` is cheaper than an fsync each.
  static let bulkCount = 16

  /// A staged change.
  private enum Change {
    case place(bytes: [UInt8], target: ItemAddress, replaced: Replaced?)
    case remove(ItemAddress, Replaced)
  }

  /// What must still stand at a path when it is replaced or removed.
  private enum Replaced {
    /// The item with this revision.
    case revision(Nonce)
    /// A file that could not be opened, named by its digest.
    case digest(Digest256)
  }

  private let vault: Vault
  private let lock: WriteLock
  private let placer: FilePlacer
  private var snapshot: Vault.Snapshot
  private var keyring: Keyring
  private var changes: [Change] = []
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

  /// Takes the lock, follows a changed header, recovers what an earlier writer left.
  ///
  /// - Throws: `.locked` where the vault was never unlocked or its keys changed while locked, and what opening throws.
  static func begin(_ vault: Vault) throws(VaultError) -> WriteTransaction {
    let view = try vault.readable()
    let lock = try WriteLock.acquire(path: vault.path, files: vault.files)
    let snapshot = try vault.adopted(root: lock.root, after: view.snapshot).snapshot
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
    let copies = HeaderCopies(placer: placer)
    let needsCopy = try copies.needRestoring(from: snapshot.header)
    guard needsRecovery || hasRecord || needsCopy else { return }
    try lock.begin()
    var notices: [VaultNotice] = []
    if needsRecovery {
      notices += try Recovery(placer: placer).run()
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
      return try proof.look(for: ItemListing(reader: reader, scope: scope, values: values, isUnderLock: true))
    }
    let lookup = ItemLookup(
      reader: reader, account: account, service: service, group: scope.group,
      synchronizable: scope.synchronizable, values: values, firstOnly: false, isUnderLock: true)
    return try proof.look(for: lookup)
  }

  /// Opens the value of an item found in this transaction.
  ///
  /// - Returns: nil where the file is gone, by somebody without the lock.
  package func value(of item: OpenedItem) throws(VaultError) -> OpenedItem? {
    try vault.itemReader(snapshot, keyring: keyring, root: lock.root).read(item.address, expecting: .place, values: true)
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

  /// Whether the key that seals values of a class is in memory.
  package func canSeal(_ accessibility: AccessibilityClass) -> Bool {
    guard let family = keyring.current?.family(accessibility.isDeviceOnly ? .device : .items) else { return false }
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
  /// - Throws: `.valueTooLarge`, `.attributesTooLarge`, `.locked`, `.noDeviceKey`, `.outOfMemory`; `.cannotRead` where
  ///   not even the bytes of an unreadable file can be had.
  package func put(
    _ attributes: ItemAttributes, value: [UInt8], replacing old: OpenedItem?, over unreadable: [UnreadableItem],
    nonce: Nonce = .random()
  ) throws(VaultError) -> Nonce {
    let address = try keyring.address(of: attributes)
    let bytes = try ItemSealer.seal(
      attributes, value: value, at: address, vaultID: snapshot.header.header.id, keyring: keyring, nonce: nonce)
    var replaced: Replaced?
    if let occupant = old?.address == address ? old : shadowed[address] { replaced = .revision(occupant.revision) }
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

  private func digest(of address: ItemAddress) throws(VaultError) -> Digest256 {
    let bytes = try bytes(of: address)
    return KeyedHash.digest256(unsafe bytes.span.bytes)
  }

  private func bytes(of address: ItemAddress) throws(VaultError) -> [UInt8] {
    do {
      return try vault.files.readFile(address.sealedPath, beneath: lock.root, limit: ItemSealer.fileLimit)
    } catch {
      throw VaultError(reading: error, path: vault.path + "/" + address.sealedPath)
    }
  }

  // MARK: Committing

  /// Makes all staged changes, durably, or none.
  ///
  /// - Throws: `.cannotWrite`, `.interference`, `.linkLeavesVault`; then everything is as it was, or, where the
  ///   failure came after the commit point, the next writer finishes it.
  package func commit() throws(VaultError) {
    guard !changes.isEmpty else { return }
    try lock.begin()
    if changes.count == 1 {
      switch changes[0] {
      case .place(let bytes, let target, let replaced): try place(bytes, at: target, replaced: replaced)
      case .remove(let address, let replaced): try remove(address, expecting: replaced)
      }
    } else {
      try commitRecord()
    }
    try lock.confirm()
    lock.end()
    changes = []
  }

  private func place(_ bytes: [UInt8], at target: ItemAddress, replaced: Replaced?) throws(VaultError) {
    let place = try placer.resolve(target.sealedPath, creating: true)
    let prepared = try placer.prepare(bytes, at: place)
    do {
      try lock.confirm()
      if let replaced { try confirm(target, is: replaced) }
    } catch {
      placer.discard(prepared)
      throw error
    }
    try placer.publish(prepared, replacing: replaced != nil)
    try placer.synchronize(place.directory)
    Sidecars(placer: placer).write(for: bytes, at: place)
  }

  private func remove(_ address: ItemAddress, expecting replaced: Replaced) throws(VaultError) {
    try confirm(address, is: replaced)
    let place = try placer.resolve(address.sealedPath, creating: false)
    try placer.remove(place)
    Sidecars(placer: placer).remove(besides: place)
    try placer.synchronize(place.directory)
  }

  /// Checks that nobody without the lock changed a file since it was read.
  private func confirm(_ address: ItemAddress, is replaced: Replaced) throws(VaultError) {
    let interference = VaultError.interference(path: vault.path + "/" + address.sealedPath)
    switch replaced {
    case .revision(let nonce):
      let head: [UInt8]
      do {
        let (file, _) = try vault.files.openFile(address.sealedPath, beneath: lock.root)
        head = try vault.files.readAll(file, count: ItemEnvelope.byteCount)
      } catch {
        if error.isAbsent { throw interference }
        throw VaultError(reading: error, path: vault.path + "/" + address.sealedPath)
      }
      guard head.count == ItemEnvelope.byteCount, Nonce(unsafe head.span.bytes.extracting(ItemEnvelope.nonceRange)) == nonce
      else { throw interference }
    case .digest(let digest):
      guard try self.digest(of: address) == digest else { throw interference }
    }
  }

  private func commitRecord() throws(VaultError) {
    var entries: [CommitRecord.Entry] = []
    var prepared: [FilePlacer.Prepared] = []
    // Many files wait for the medium together.
    let isBulk = changes.count >= Self.bulkCount && vault.files.canSynchronizeAtOnce
    let placer = isBulk ? self.placer.deferring : self.placer
    do {
      for change in changes {
        switch change {
        case .place(let bytes, let target, let replaced):
          let place = try placer.resolve(target.sealedPath, creating: true)
          let file = try placer.prepare(bytes, at: place)
          prepared.append(file)
          entries.append(
            .place(
              digest: KeyedHash.digest256(unsafe bytes.span.bytes).hex, temporary: target.directory + "/" + file.temporary,
              target: target.sealedPath))
          if let replaced { entries.append(try removal(of: target, expecting: replaced)) }
        case .remove(let address, let replaced):
          entries.append(try removal(of: address, expecting: replaced))
        }
      }
      if isBulk {
        try self.placer.synchronizeAll()
      } else {
        var synchronized: Set<String> = []
        for file in prepared where synchronized.insert(file.place.directoryPath).inserted {
          try placer.synchronize(file.place.directory)
        }
      }
      try lock.confirm()
      try CommitRunner(placer: self.placer).publish(CommitRecord(entries: entries))
    } catch {
      for file in prepared { placer.discard(file) }
      throw error
    }
    let runner = CommitRunner(placer: self.placer)
    let outcome = try runner.run(CommitRecord(entries: entries))
    try runner.removeRecord()
    guard outcome.isComplete else {
      throw .interference(path: vault.path + "/" + (outcome.skipped.first ?? CommitRunner.name))
    }
  }

  private func removal(of address: ItemAddress, expecting replaced: Replaced) throws(VaultError) -> CommitRecord.Entry {
    let bytes = try bytes(of: address)
    let digest = KeyedHash.digest256(unsafe bytes.span.bytes)
    let isExpected =
      switch replaced {
      case .revision(let nonce):
        bytes.count >= ItemEnvelope.byteCount
          && Nonce(unsafe bytes.span.bytes.extracting(ItemEnvelope.nonceRange)) == nonce
      case .digest(let expected): digest == expected
      }
    guard isExpected else { throw .interference(path: vault.path + "/" + address.sealedPath) }
    return .remove(digest: digest.hex, path: address.sealedPath)
  }
}

extension Vault {
  /// Begins a write, waiting for other writers.
  ///
  /// - Throws: `.locked` before the first unlock, `.cannotWrite`, `.lockingUnsupported`, and what opening throws.
  package func beginWrite() throws(VaultError) -> WriteTransaction { try WriteTransaction.begin(self) }
}
