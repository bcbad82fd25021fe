internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

extension WriteTransaction {
  // MARK: The header

  /// Puts a new header in place of the one in use, durably: first `vault.header`, then its copy.
  ///
  /// - Parameters:
  ///   - header: The new one.
  ///   - unlocked: What opens it, for this handle.
  ///   - failed: Called where the header on disk is still the old one for sure.
  /// - Throws: `.interference` where somebody without the lock changed the header, `.headerDamaged` where the new one
  ///   does not check, `.cannotWrite`.
  func replaceHeader(
    by header: VaultHeader, unlocked: Vault.Unlocked, signing: SigningKey, failed: () -> Void = {}
  ) throws(VaultError) {
    let bytes = SlotMaker.signed(header.encodeUnsigned(), signing)
    let path = vault.path + "/" + HeaderCopy.primary.rawValue
    do throws(VaultError) {
      guard bytes.count <= HeaderReading.limit else {
        throw .headerDamaged(path: path, what: "it has no room for another key")
      }
      let verified = VerifiedHeader(
        header: try HeaderReading.verify(bytes, path: path), bytes: bytes, source: .primary)
      // Opens the name key, before anything depends on that.
      _ = try vault.keyring(verified, master: unlocked.master)
      guard try isOld() else { throw .interference(path: path) }
      try lock.confirm()
      try placer.write(bytes, to: HeaderCopy.primary.rawValue, replacing: true)
      try placer.write(bytes, to: HeaderCopy.backup.rawValue, replacing: true)
      try adopt(verified, unlocked: unlocked)
    } catch {
      if (try? isOld()) == true { failed() }
      throw error
    }
  }

  /// Whether the header on disk is the one in use.
  private func isOld() throws(VaultError) -> Bool {
    try HeaderReading.readCopy(.primary, root: lock.root, path: vault.path, files: vault.files)
      == snapshot.header.bytes
  }

  // MARK: The steps

  /// Writes the new slots, then the new header, its copy, and ends the old slots: steps 1, 2 and the beginning of 3.
  ///
  /// - Throws: `.slotsChanged`, `.tooManySlots`, `.interference`, `.cannotWrite`.
  func start(_ rekey: PreparedRekey, _ plan: RekeyPlan, from old: Vault.Unlocked) throws(VaultError) {
    let directory = vault.slotDirectory(lock.root)
    guard snapshot.header.bytes == plan.header.bytes, try plan.isFor(directory.read(plan.header.header))
    else { throw .slotsChanged(path: vault.path) }
    try requireRoom(
      for: rekey.slots.map { SlotFile(name: $0.name, bytes: $0.bytes, header: rekey.header) },
      besidesCurrent: false)
    try lock.begin()
    try writeSlots(rekey.slots)
    let unlocked = Vault.Unlocked(
      master: rekey.master, signing: rekey.signing, credential: old.credential, slot: rekey.ownSlot,
      allowsWeakSlots: old.allowsWeakSlots)
    try replaceHeader(by: rekey.header, unlocked: unlocked, signing: rekey.signing) {
      // Nothing names their key, so nothing needs them.
      try? directory.remove(rekey.slots.map(\.name))
    }
    try removeRetiredSlots()
    try lock.confirm()
    lock.end()
  }

  /// Takes up a rekey that stopped somewhere.
  ///
  /// - Returns: False where there is none.
  /// - Throws: `.cannotRead`, `.cannotWrite`.
  func resumeRekey() throws(VaultError) -> Bool {
    guard snapshot.header.header.isRekeyUnfinished else { return false }
    // The copy is restored by now; the header's name may be newer than anything fsynced.
    try lock.begin()
    try placer.synchronize(lock.root)
    try removeRetiredSlots()
    try lock.confirm()
    lock.end()
    return true
  }

  /// Removes the slots of keys that the header has retired; both copies of it are durable.
  ///
  /// Where the header does not give the key after all, its slots may be all that does.
  private func removeRetiredSlots() throws(VaultError) {
    let directory = vault.slotDirectory(lock.root)
    let ended = try directory.read(snapshot.header.header).filter { file in
      guard file.standing == .retired, let slot = file.slot,
        let key = KeyID(unsafe slot.key.span.bytes)
      else { return false }
      return keyring.entries[key] != nil
    }
    try directory.remove(ended.map(\.name))
  }

  // MARK: Items

  /// Seals one item under the current key, all its attributes, dates and unknown codes kept.
  ///
  /// - Returns: False where it is gone, or under the current key already.
  /// - Throws: `.item` where it does not open or may not be rewritten, `.interference` where somebody without the lock
  ///   changes it, `.cannotRead`, `.cannotWrite`.
  func reseal(_ address: ItemAddress) throws(VaultError) -> Bool {
    let reader = vault.itemReader(snapshot, keyring: keyring, root: lock.root)
    guard let item = try reader.read(address, expecting: .place, values: true), let value = item.value,
      keyring.needsResealing(item)
    else { return false }
    _ = try put(item.attributes, value: value, replacing: item, over: [])
    try commit()
    return true
  }

  /// Closes the keys under which no item is left that can be opened: step 4.
  ///
  /// - Throws: As `find`, `reseal` and `replaceHeader`.
  func closeRetiredKeys(_ view: OwnerView, _ outcome: inout RekeyOutcome) throws(VaultError) {
    let open = snapshot.header.header.retired.filter { !$0.isClosed }.map(\.keyID)
    let blocked = try leftUnderRetiredKeys(&outcome)
    let closing = open.filter { !blocked.contains($0) }
    guard !closing.isEmpty else { return }
    let old = snapshot.header.header
    let epoch = try old.nextEpoch(path: vault.path)
    let new = VaultHeader(
      id: old.id, created: old.created, names: old.names, epoch: epoch, key: old.key, identity: old.identity,
      keys: old.keys,
      retired: old.retired.map {
        VaultHeader.RetiredKey(
          keyID: $0.keyID, isClosed: $0.isClosed || closing.contains($0.keyID), wrapped: $0.wrapped)
      }, unknown: old.unknown)
    try lock.begin()
    try replaceHeader(by: new, unlocked: view.unlocked, signing: view.signing)
    try lock.confirm()
    lock.end()
  }

  /// Moves what is still under a retired key, and says what cannot be moved.
  ///
  /// - Returns: The keys that stay open.
  private func leftUnderRetiredKeys(_ outcome: inout RekeyOutcome) throws(VaultError) -> Set<[UInt8]> {
    let found = try find(.everything, values: false)
    let open = Set(snapshot.header.header.retired.filter { !$0.isClosed }.map(\.keyID))
    var blocked: Set<[UInt8]> = []
    for item in found.items + found.shadowed where keyring.needsResealing(item) {
      let path = item.address.sealedPath
      guard !item.needsNewerTool else {
        outcome.held.append(.item(.needsNewerTool, path: path))
        blocked.insert(item.keyID.bytes)
        continue
      }
      do throws(VaultError) {
        if try reseal(item.address) { outcome.resealed += 1 }
      } catch {
        guard case .item(let problem, _) = error, problem.isDamage else { throw error }
        outcome.left.append(error)
      }
    }
    for item in found.unreadable {
      switch item.error {
      case .item(.newerVersion, _), .item(.needsNewerTool, _): break
      case .item(let problem, _):
        if problem.isDamage { outcome.left.append(item.error) }
        continue
      default: break
      }
      // It may lie under any key.
      outcome.held.append(item.error)
      blocked.formUnion(open)
    }
    outcome.held += found.unlisted
    if !found.unlisted.isEmpty { blocked.formUnion(open) }
    for file in try ConflictSearch(vault: vault, root: lock.root, snapshot: snapshot).run() {
      // Under a closed key nobody could decide for it any more.
      if let unread = file.unread {
        // It may lie under any key. A directory among these was named above.
        if found.unlisted.isEmpty { outcome.held.append(unread) }
        blocked.formUnion(open)
      } else if let copy = file.copy, !file.isEqualToCurrent, open.contains(copy.keyID.bytes) {
        outcome.held.append(.secondVersion(path: file.path))
        blocked.insert(copy.keyID.bytes)
      }
    }
    return blocked
  }
}

extension VaultHeader {
  /// Whether an earlier master key is still open: its items are being moved.
  package var isRekeyUnfinished: Bool { retired.contains { !$0.isClosed } }

  /// The epoch of the header that takes this one's place.
  ///
  /// - Throws: `.headerDamaged` where this is the last there is.
  func nextEpoch(path: String) throws(VaultError) -> Int64 {
    let (epoch, isLast) = epoch.addingReportingOverflow(1)
    guard !isLast else { throw .headerDamaged(path: path, what: "no higher epoch is left") }
    return epoch
  }
}
