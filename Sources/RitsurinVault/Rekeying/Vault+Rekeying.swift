internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// What became of a rekey.
package struct RekeyOutcome: Sendable {
  /// How many items were sealed again.
  package var resealed = 0
  /// Whether every earlier key is closed.
  package var isFinished = false
  /// What keeps an earlier key open: items that only a newer tool may rewrite, second versions of items that are not
  /// resolved, and what could not be looked at.
  package var held: [VaultError] = []
  /// Damaged items, which stay as they are.
  package var left: [VaultError] = []
}

extension Vault {
  /// Whether a rekey was begun and not finished, by the header that this handle works with.
  package var isRekeyUnfinished: Bool { header.isRekeyUnfinished }

  /// Replaces the master key: Docs/Format.md#rekey.
  ///
  /// From the moment the new header counts, the change is certain; whatever then stops it, `finishRekey` goes on.
  ///
  /// - Parameters:
  ///   - plan: What comes along.
  ///   - created: The time that the new slots carry.
  ///   - progress: Told how many items have been sealed again, and of how many.
  /// - Throws: `.slotsChanged` where header or slots are not those of the plan any more, `.tooManySlots`, `.locked`,
  ///   `.notOwner`, `.outOfMemory`, `.cannotRead`, `.cannotWrite`, `.interference`.
  /// - Complexity: Two Argon2id computations for each passphrase that comes along, none under the lock; one ordinary
  ///   write for each item, the lock given up between them.
  package func rekey(
    _ plan: RekeyPlan, created: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(VaultError) -> RekeyOutcome {
    let view = try owner()
    guard view.snapshot.header.bytes == plan.header.bytes else { throw .slotsChanged(path: path) }
    let prepared = try PreparedRekey(
      plan, view: view, names: slotDirectory(view.snapshot.root).names(), created: created, path: path)
    try start(prepared, plan, view)
    return try moveItems(progress)
  }

  /// Goes on with a rekey that stopped somewhere, in this process or another; does nothing where there is none.
  ///
  /// - Parameter progress: As for `rekey`.
  /// - Throws: `.locked`, `.notOwner`, `.cannotRead`, `.cannotWrite`, `.interference`.
  /// - Complexity: One ordinary write for each item that is left, the lock given up between them.
  package func finishRekey(progress: (Int, Int) -> Void = { _, _ in }) throws(VaultError) -> RekeyOutcome {
    _ = try owner()
    guard try resume() else {
      var outcome = RekeyOutcome()
      outcome.isFinished = true
      return outcome
    }
    return try moveItems(progress)
  }

  // Each of these holds the lock for as long as it runs.

  private func start(_ rekey: PreparedRekey, _ plan: RekeyPlan, _ view: OwnerView) throws(VaultError) {
    try beginWrite().start(rekey, plan, from: view.unlocked)
  }

  private func resume() throws(VaultError) -> Bool { try beginWrite().resumeRekey() }

  private func reseal(_ address: ItemAddress) throws(VaultError) -> Bool {
    try beginWrite().reseal(address)
  }

  private func close(_ outcome: inout RekeyOutcome) throws(VaultError) {
    let transaction = try beginWrite()
    let view = try transaction.snapshot.owner(path: path)
    try transaction.closeRetiredKeys(view, &outcome)
    outcome.isFinished = !transaction.snapshot.header.header.isRekeyUnfinished
  }

  /// Steps 3 and 4.
  private func moveItems(_ progress: (Int, Int) -> Void) throws(VaultError) -> RekeyOutcome {
    var outcome = RekeyOutcome()
    let items = try itemsToMove()
    for (done, address) in items.enumerated() {
      progress(done, items.count)
      do throws(VaultError) {
        if try reseal(address) { outcome.resealed += 1 }
      } catch {
        // What does not open or is being changed is looked at again, and reported, before the key is closed.
        switch error {
        case .item, .interference, .linkLeavesVault: continue
        case .cannotRead(let failure) where !failure.isExhaustion: continue
        default: throw error
        }
      }
    }
    progress(items.count, items.count)
    try close(&outcome)
    return outcome
  }

  /// The places of the items under earlier keys.
  private func itemsToMove() throws(VaultError) -> [ItemAddress] {
    let found = try find(.everything, values: false)
    guard let keyring = current.keyring else { throw .locked }
    return (found.items + found.shadowed).filter { keyring.needsResealing($0) && !$0.needsNewerTool }
      .map(\.address)
  }
}

extension Keyring {
  /// Whether an item lies under a key from which it is moved.
  func needsResealing(_ item: OpenedItem) -> Bool {
    switch entries[item.keyID]?.standing {
    case .open: true
    // The device key vouches for those; all others wait for somebody to adopt them by name.
    case .closed: item.address.tree == .device
    case .current, nil: false
    }
  }
}
