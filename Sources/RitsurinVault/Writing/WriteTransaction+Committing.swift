internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

extension WriteTransaction {
  /// From how many changes on one `syncfs` is cheaper than an fsync each.
  static let bulkCount = 16
  /// How many changes are held in memory before the next ones are written.
  private static let heldCount = 64
  /// How many bytes of new files are held in memory, unless they are of one file.
  private static let heldByteCount = 4 << 20

  /// Makes all staged changes, durably, or none.
  ///
  /// - Parameter progress: Told how many files of a batch have their place, and of how many.
  /// - Throws: `.cannotWrite`, `.interference`, `.linkLeavesVault`; then everything is as it was, or,
  ///   where the
  ///   failure came after the commit point, the next writer finishes it.
  package func commit(progress: (Int, Int) -> Void = { _, _ in }) throws(VaultError) {
    guard !changes.isEmpty || batch != nil else { return }
    try lock.begin()
    if changes.count == 1, batch == nil {
      switch changes[0] {
      case .place(let bytes, let target, let replaced): try place(bytes, at: target, replaced: replaced)
      case .remove(let address, let replaced): try remove(address, expecting: replaced)
      }
    } else {
      try commitRecord(progress)
    }
    try lock.confirm()
    lock.end()
    changes = []
    batch = nil
  }

  /// Writes what is staged beside its targets once it is much, so that memory does not hold all of a batch.
  ///
  /// Nothing of it is committed by that; without `commit()` the files are removed again.
  ///
  /// - Throws: `.cannotWrite`, `.linkLeavesVault`, `.interference`.
  package func relieve() throws(VaultError) {
    guard changes.count > 1 || batch != nil else { return }
    guard changes.count >= Self.heldCount || heldBytes >= Self.heldByteCount else { return }
    try lock.begin()
    try prepare(isLarge: true)
  }

  private var heldBytes: Int {
    changes.reduce(0) { sum, change in
      if case .place(let bytes, _, _) = change { sum + bytes.count } else { sum }
    }
  }

  /// Removes the files of a batch that was not committed.
  func abandonBatch() {
    batch?.discard()
    batch = nil
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
      guard try revision(at: address) == nonce else { throw interference }
    case .digest(let digest):
      guard try self.digest(of: address) == digest else { throw interference }
    }
  }

  /// The revision of whatever lies at an address; nil where there is no envelope.
  private func revision(at address: ItemAddress) throws(VaultError) -> Nonce? {
    let path = address.sealedPath
    do {
      let head = try head(path)
      guard head.count == ItemEnvelope.byteCount else { return nil }
      return Nonce(unsafe head.span.bytes.extracting(ItemEnvelope.nonceRange))
    } catch {
      if error.isAbsent { return nil }
      throw VaultError(reading: error, path: vault.path + "/" + path)
    }
  }

  private func head(_ path: String) throws(SystemError) -> [UInt8] {
    // The usual file needs no object for its descriptor.
    if let file = try? vault.files.openIfPresent(path, beneath: lock.root) {
      return try file.readAll(count: ItemEnvelope.byteCount)
    }
    let (file, _) = try vault.files.openFile(path, beneath: lock.root)
    return try vault.files.readAll(file, count: ItemEnvelope.byteCount)
  }

  /// Writes the new files among the staged changes beside their targets.
  private func prepare(isLarge: Bool) throws(VaultError) {
    // Many files wait for the medium together.
    var batch =
      self.batch ?? BatchPreparation(placer, isDeferred: isLarge && vault.files.canSynchronizeAtOnce)
    self.batch = nil
    defer { self.batch = batch }
    for change in changes {
      switch change {
      case .place(let bytes, let target, let replaced):
        try batch.prepare(bytes, for: target)
        if let replaced { batch.append(try removal(of: target, expecting: replaced)) }
      case .remove(let address, let replaced):
        batch.append(try removal(of: address, expecting: replaced))
      }
    }
    changes = []
  }

  private func commitRecord(_ progress: (Int, Int) -> Void) throws(VaultError) {
    let record: CommitRecord
    // A record that was not this one's to publish is another writer's, where there are no locks.
    var isPublishing = false
    do {
      try prepare(isLarge: changes.count >= Self.bulkCount)
      record = CommitRecord(entries: batch?.entries ?? [])
      try batch?.synchronize()
      try lock.confirm()
      isPublishing = true
      try CommitRunner(placer: placer).publish(record)
    } catch {
      // The record may stand although making it durable failed: without its files it must not outlive this.
      let isGone = !isPublishing || (try? CommitRunner(placer: placer).removeRecord()) != nil
      if isGone { abandonBatch() }
      changes = []
      batch = nil
      throw error
    }
    batch = nil
    let runner = CommitRunner(placer: placer)
    let outcome = try runner.run(record, progress: progress)
    try runner.removeRecord()
    guard outcome.isComplete else {
      throw .interference(path: vault.path + "/" + (outcome.skipped.first ?? CommitRunner.name))
    }
  }

  private func removal(of address: ItemAddress, expecting replaced: Replaced) throws(VaultError)
    -> CommitRecord.Entry
  {
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
