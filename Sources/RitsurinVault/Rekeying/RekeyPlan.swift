internal import RitsurinCrypto
package import RitsurinFormat

/// What a rekey will keep and end, to be shown before it happens: Docs/Format.md#rekey.
///
/// It holds for the header and the slots that it was made for; a rekey refuses it once they are others.
package struct RekeyPlan: Sendable {
  /// A slot that comes along: its secret is given, or it names the public key that it is sealed to.
  package struct Kept: Sendable {
    package let file: SlotFile
    /// What its opener will be.
    package let role: KeySlot.Role
    let secret: NewSlot.Secret
    /// Whether the secret is at hand, so that the new slot can be proven to open.
    let isProven: Bool
  }

  /// In the order of the slots.
  package var kept: [Kept] = []
  /// The slots that end, in their order.
  package var ending: [SlotFile] = []
  /// The slots of rekeys made elsewhere that nothing given opens, in their order: they stay as they are.
  package var left: [SlotFile] = []
  /// Master keys of rekeys made elsewhere that are merged in, and their key ids.
  var others: [(id: KeyID, master: SymmetricKey)] = []
  /// Whether the vault gets a new signing seed, which ends earlier owners' power to sign.
  package let replacesIdentity: Bool

  let header: VerifiedHeader
  /// Every slot that was looked at.
  let slots: [SlotFile]

  /// Whether the slots are those that the plan was made for.
  func isFor(_ found: [SlotFile]) -> Bool {
    found.count == slots.count
      && zip(found, slots).allSatisfy { $0.id == $1.id && $0.bytes == $1.bytes }
  }
}

/// Sorts a vault's slots into those that a rekey keeps and those that it ends.
struct RekeyPlanning {
  let view: OwnerView
  let path: String
  /// The handle's own credential, and then the others whose secrets are given.
  let credentials: [Credential]

  /// Makes the plan.
  ///
  /// - Throws: `.wrongCredential` where one of the credentials opens no slot, `.lastOwnerSlot` where no slot would be left
  ///   that is known to open as an owner, `.outOfMemory`.
  /// - Complexity: One Argon2id computation for each pair of a given passphrase and a passphrase slot.
  func plan(_ slots: [SlotFile], replacingIdentity: Bool) throws(VaultError) -> RekeyPlan {
    var plan = RekeyPlan(
      replacesIdentity: replacingIdentity, header: view.snapshot.header, slots: slots)
    var used: Set<Int> = []
    try sort(slots.filter { $0.standing == .current }, key: view.header.key, &plan, &used)
    plan.ending += slots.filter { $0.standing == .newer }
    try addOthers(slots.filter { $0.standing == .otherKey }, &plan, &used)
    guard used.count == credentials.count else { throw .wrongCredential(path: path) }
    guard plan.kept.contains(where: { $0.isProven && $0.role == .owner }) else {
      throw .lastOwnerSlot(path: path)
    }
    return plan
  }

  /// Sorts the slots of one master key.
  private func sort(
    _ slots: [SlotFile], key: [UInt8], _ plan: inout RekeyPlan, _ used: inout Set<Int>
  ) throws(VaultError) {
    for file in slots {
      guard let slot = file.slot else { continue }
      let opened = try open(slot, key: key, &used)
      let role: KeySlot.Role? = opened.map { $0.slot.signing == nil ? .member : .owner }
      switch slot.kind {
      case .recipient(let publicKey):
        // Who says nothing of himself gets no more than he surely has.
        add(
          RekeyPlan.Kept(
            file: file, role: role ?? slot.role ?? .member, secret: .recipient(publicKey),
            isProven: opened != nil), to: &plan)
      case .passphrase, .keyFile, .unknown:
        guard let opened, let role, let secret = secret(opened.credential, slot.kind) else {
          plan.ending.append(file)
          continue
        }
        add(RekeyPlan.Kept(file: file, role: role, secret: secret, isProven: true), to: &plan)
      }
    }
  }

  /// Takes a slot along, unless a slot of the current key already does for the same credential.
  private func add(_ kept: RekeyPlan.Kept, to plan: inout RekeyPlan) {
    let isThere =
      kept.file.standing == .otherKey
      && plan.kept.contains { $0.role == kept.role && $0.secret.isSame(as: kept.secret) }
    if !isThere { plan.kept.append(kept) }
  }

  /// Merges what rekeys elsewhere left, as far as a given credential opens it: Docs/Format.md#merged-rekeys.
  private func addOthers(
    _ slots: [SlotFile], _ plan: inout RekeyPlan, _ used: inout Set<Int>
  ) throws(VaultError) {
    var keys: [[UInt8]] = []
    for case let key? in slots.map(\.slot?.key) where !keys.contains(key) { keys.append(key) }
    for key in keys {
      let own = slots.filter { $0.slot?.key == key }
      var master: SymmetricKey?
      for case let slot? in own.map(\.slot) where master == nil {
        master = try open(slot, key: key, &used)?.slot.master
      }
      // Without it, these slots stay as they are: another owner may be able to.
      guard let master, let id = KeyID(unsafe key.span.bytes) else {
        // What bears an earlier identity's signature never opens again.
        if plan.replacesIdentity { plan.ending += own } else { plan.left += own }
        continue
      }
      plan.others.append((id, master))
      try sort(own, key: key, &plan, &used)
    }
  }

  /// Opens a slot with the first credential that does, and notes all that do.
  private func open(
    _ slot: KeySlot, key: [UInt8], _ used: inout Set<Int>
  ) throws(VaultError) -> (slot: OpenedSlot, credential: Int)? {
    guard let opening = SlotOpening(header: view.header, key: key) else { return nil }
    var first: (slot: OpenedSlot, credential: Int)?
    for (number, credential) in credentials.enumerated() where first == nil || !used.contains(number) {
      guard let opened = try opening.open([slot], with: credential) else { continue }
      used.insert(number)
      first = first ?? (opened, number)
    }
    return first
  }

  private func secret(_ number: Int, _ kind: KeySlot.Kind) -> NewSlot.Secret? {
    switch (credentials[number], kind) {
    case (.passphrase(let passphrase), .passphrase(let parameters)):
      return PasswordHashCost(opsLimit: parameters.opsLimit, memLimit: parameters.memLimit).map {
        .passphrase(passphrase, cost: $0)
      }
    case (.key(let key), .keyFile): return .keyFile(key, path: nil)
    default: return nil
    }
  }
}

extension NewSlot.Secret {
  /// Whether the same credential opens both.
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.passphrase(let one, _), .passphrase(let two, _)): one == two
    case (.keyFile(let one, _), .keyFile(let two, _)): one.bytes == two.bytes
    case (.recipient(let one), .recipient(let two)): one == two
    default: false
    }
  }
}

extension Vault {
  /// Says what a rekey would keep and end.
  ///
  /// The credential that unlocked this handle always comes along, and recipients do.
  ///
  /// - Parameters:
  ///   - credentials: Those of other slots that shall come along.
  ///   - replacingIdentity: Whether the vault gets a new signing seed too.
  /// - Throws: `.locked`, `.notOwner`, `.wrongCredential`, `.lastOwnerSlot`, `.cannotRead`, `.outOfMemory`.
  /// - Complexity: One Argon2id computation for each pair of a given passphrase and a passphrase slot.
  package func planRekey(
    keeping credentials: [Credential] = [], replacingIdentity: Bool = false
  ) throws(VaultError) -> RekeyPlan {
    let view = try owner()
    return try RekeyPlanning(view: view, path: path, credentials: [view.unlocked.credential] + credentials)
      .plan(
        slotDirectory(view.snapshot.root).read(view.header), replacingIdentity: replacingIdentity)
  }
}
