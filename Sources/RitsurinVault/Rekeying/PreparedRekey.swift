internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// A new master key with all that hands it out, made and proven before the first byte is written.
struct PreparedRekey {
  let master: SymmetricKey
  let signing: SigningKey
  let header: VaultHeader
  let slots: [(name: String, bytes: [UInt8])]
  /// The new slot of the handle's own credential.
  let ownSlot: String

  /// Makes everything.
  ///
  /// - Parameters:
  ///   - plan: What comes along.
  ///   - view: The vault under its current master key.
  ///   - names: The slots that are there.
  ///   - created: The time that the new slots carry.
  ///   - path: The vault's path, for errors.
  /// - Throws: `.headerDamaged`, `.invalidRecipient`, `.outOfMemory`.
  /// - Complexity: Two Argon2id computations for each passphrase that comes along.
  init(
    _ plan: RekeyPlan, view: OwnerView, names: [String], created: String, path: String
  ) throws(VaultError) {
    let old = view.header
    let keys = Set([old.key] + old.retired.map(\.keyID) + plan.slots.compactMap(\.slot?.key))
    let signing = view.signing
    let made = try mapped { () throws(CryptoError) in
      var master = try SymmetricKey.random()
      while keys.contains(try master.keyID().bytes) { master = try .random() }
      return (master, plan.replacesIdentity ? try SigningKey.random() : signing)
    }
    let header = try HeaderRekeying(old: old, path: path, from: view.unlocked.master, to: made.0).header(
      identity: made.1.publicKey, merging: plan.others)
    let maker = SlotMaker(vault: old.id, master: made.0, signing: made.1, created: created)
    let proof = SlotProof(header: header, master: made.0)
    var slots: [(name: String, bytes: [UInt8])] = []
    var free = SlotNames(names)
    var own: String?
    // The handle's own comes first: a rekey that dies among its slots leaves none that the next one cannot open and
    // clear away.
    let (first, others) = (
      plan.kept.filter { $0.file.name == view.unlocked.slot },
      plan.kept.filter { $0.file.name != view.unlocked.slot }
    )
    for kept in first + others.filter(\.isProven) + others.filter({ !$0.isProven }) {
      guard let slot = kept.file.slot else { continue }
      let (name, bytes) = try maker.make(
        NewSlot(kept.secret, replacing: slot), id: free.unusedID(), role: kept.role)
      try proof.prove(name, bytes, opens: kept.secret, as: kept.role)
      slots.append((name, bytes))
      if own == nil, kept.isProven { own = name }
    }
    master = made.0
    self.signing = made.1
    self.header = header
    self.slots = slots
    ownSlot = own ?? view.unlocked.slot
  }
}

/// The header that a rekey writes: Docs/Format.md#header.
struct HeaderRekeying {
  let old: VaultHeader
  let path: String
  let from: SymmetricKey
  let to: SymmetricKey

  /// - Parameters:
  ///   - identity: The public key of the new header.
  ///   - others: Other master keys that items may lie under.
  /// - Throws: `.headerDamaged` where the name key does not open, or the epoch is the last there is; `.outOfMemory`.
  func header(
    identity: [UInt8], merging others: [(id: KeyID, master: SymmetricKey)]
  ) throws(VaultError) -> VaultHeader {
    let epoch = try old.nextEpoch(path: path)
    let keys = Array("ritsurin-keys-v1".utf8) + old.id
    let parts = try mapped { () throws(CryptoError) -> ([UInt8], [VaultHeader.RetiredKey], [UInt8])? in
      guard let names = try Box.open(unsafe old.keys.span.bytes, aad: keys, key: from.subkey(1)) else {
        return nil
      }
      var retired: [VaultHeader.RetiredKey] = []
      for entry in old.retired { retired.append(try rewrapped(entry)) }
      retired.append(try self.retired(from))
      for other in others where !retired.contains(where: { $0.keyID == other.id.bytes }) {
        retired.append(try self.retired(other.master))
      }
      return (Box.seal(names, aad: keys, key: try to.subkey(1)), retired, try to.keyID().bytes)
    }
    guard let parts else {
      throw .headerDamaged(path: path, what: "the name key does not open under the master key")
    }
    return VaultHeader(
      id: old.id, created: old.created, names: old.names, epoch: epoch, key: parts.2, identity: identity,
      keys: parts.0, retired: parts.1, unknown: old.unknown)
  }

  /// An earlier master key, sealed under the new one.
  private func retired(
    _ master: SymmetricKey, isClosed: Bool = false
  ) throws(CryptoError) -> VaultHeader.RetiredKey {
    let id = try master.keyID().bytes
    return VaultHeader.RetiredKey(
      keyID: id, isClosed: isClosed,
      wrapped: Box.seal(master.bytes, aad: aad(id), key: try to.subkey(2)))
  }

  /// An entry of the old header under the new key.
  ///
  /// One that does not open counts as not there, and stays as it is: whoever can open it may want to.
  private func rewrapped(_ entry: VaultHeader.RetiredKey) throws(CryptoError) -> VaultHeader.RetiredKey {
    let opened = try Box.open(unsafe entry.wrapped.span.bytes, aad: aad(entry.keyID), key: from.subkey(2))
    guard let master = opened.flatMap(SymmetricKey.init), try master.keyID().bytes == entry.keyID else {
      return entry
    }
    return try retired(master, isClosed: entry.isClosed)
  }

  private func aad(_ keyID: [UInt8]) -> [UInt8] { Array("ritsurin-retired-v1".utf8) + old.id + keyID }
}
