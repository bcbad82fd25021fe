internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

extension WriteTransaction {
  /// From how many changes on one `syncfs` is cheaper than an fsync each.
  static let bulkCount = 16

  /// Makes all staged changes, durably, or none.
  ///
  /// - Throws: `.cannotWrite`, `.interference`, `.linkLeavesVault`; then everything is as it was, or,
  ///   where the
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
      guard head.count == ItemEnvelope.byteCount,
        Nonce(unsafe head.span.bytes.extracting(ItemEnvelope.nonceRange)) == nonce
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
              digest: KeyedHash.digest256(unsafe bytes.span.bytes).hex,
              temporary: target.directory + "/" + file.temporary,
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
      // The record may stand although making it durable failed: without its files it must not outlive this.
      let isGone = (try? CommitRunner(placer: self.placer).removeRecord()) != nil
      if isGone { for file in prepared { placer.discard(file) } }
      throw error
    }
    let runner = CommitRunner(placer: self.placer)
    let outcome = try runner.run(CommitRecord(entries: entries))
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
