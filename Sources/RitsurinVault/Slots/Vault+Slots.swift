internal import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

extension Vault {
  /// Every slot of the vault, in byte order of the ids; no credential is needed.
  ///
  /// - Throws: `.cannotRead`, and what opening throws about the header.
  package func slots() throws(VaultError) -> [SlotFile] {
    let root = try Self.openRoot(path, files: files).root
    let header = try Self.readHeader(root: root, path: path, files: files, policy: policy)
    return try slotDirectory(root).read(header.header)
  }

  /// The id of the slot that unlocked this handle, 8 digits; nil while it is locked.
  package var ownSlot: String? {
    current.unlocked.map { String($0.slot.dropLast(KeySlot.fileEnding.count)) }
  }

  /// Adds a slot of the current master key, durably; a new key file comes first.
  ///
  /// - Parameters:
  ///   - new: What shall open it.
  ///   - role: What it makes of its opener.
  ///   - created: The time that it carries.
  /// - Throws: `.locked`, `.notOwner`, `.sameCredential`, `.tooManySlots`, `.invalidRecipient`, `.slotsChanged` where the header kept
  ///   changing, `.outOfMemory`, `.cannotWrite`.
  /// - Complexity: Two Argon2id computations for a passphrase, none of them under the lock.
  package func addSlot(
    _ new: NewSlot, role: KeySlot.Role, created: String
  ) throws(VaultError) -> SlotFile {
    for _ in 0...policy.headerChanges {
      let view = try owner()
      // Of two slots one credential would open whichever comes first, as a member perhaps.
      if new.secret.isFor(view.unlocked.credential) { throw .sameCredential(path: path) }
      var free = SlotNames(try slotDirectory(view.snapshot.root).names())
      let (name, bytes) = try view.maker(created: created).make(new, id: free.unusedID(), role: role)
      try SlotProof(header: view.header, master: view.unlocked.master).prove(
        name, bytes, opens: new.secret, as: role)
      if let file = try add(name, bytes, new, created: created, view) { return file }
    }
    throw .slotsChanged(path: path)
  }

  /// - Returns: nil where the header changed.
  private func add(
    _ name: String, _ bytes: [UInt8], _ new: NewSlot, created: String, _ view: OwnerView
  ) throws(VaultError) -> SlotFile? {
    let transaction = try beginWrite()
    guard transaction.snapshot.header.bytes == view.snapshot.header.bytes else { return nil }
    let file = SlotFile(name: name, bytes: bytes, header: view.header)
    try transaction.requireRoom(for: [file])
    try transaction.lock.begin()
    let keyPath = try new.writeKeyFile(vault: view.header.id, created: created, files: files)
    do {
      try transaction.writeSlots([(name, bytes)])
    } catch {
      // Without its slot a key file opens nothing.
      if let keyPath { try? files.removeFile(path: keyPath) }
      throw error
    }
    transaction.lock.end()
    return file
  }

  /// Removes a slot, durably.
  ///
  /// A slot of the current master key goes only while another is there that this handle's own credential opens as an
  /// owner: nobody can lock himself out.
  ///
  /// - Parameter id: The 8 digits.
  /// - Throws: `.locked`, `.notOwner`, `.noSuchSlot`, `.lastOwnerSlot`, `.slotsChanged` where the header kept changing,
  ///   `.cannotWrite`.
  /// - Complexity: One Argon2id computation for each passphrase slot tried, none of them under the lock.
  package func removeSlot(_ id: String) throws(VaultError) {
    for _ in 0...policy.headerChanges {
      let view = try owner()
      let all = try slotDirectory(view.snapshot.root).read(view.header)
      guard let target = all.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
        throw .noSuchSlot(id: id)
      }
      var staying: SlotFile?
      if target.standing == .current {
        staying = try ownerSlot(among: all.filter { $0.id != target.id }, view)
        guard staying != nil else { throw .lastOwnerSlot(path: path) }
      }
      if try remove(target, while: staying, view) { return }
    }
    throw .slotsChanged(path: path)
  }

  /// The slots of the current master key that the handle's own credential opens, in byte order of the ids.
  ///
  /// - Throws: `.locked`, `.notOwner`, `.outOfMemory`, `.cannotRead`.
  /// - Complexity: One Argon2id computation for each passphrase slot, where it is a passphrase.
  package func ownSlots() throws(VaultError) -> [SlotFile] {
    let view = try owner()
    guard let opening = SlotOpening(header: view.header) else { return [] }
    var own: [SlotFile] = []
    for file in try slotDirectory(view.snapshot.root).read(view.header) where file.standing == .current {
      guard let slot = file.slot else { continue }
      if try opening.open([slot], with: view.unlocked.credential) != nil { own.append(file) }
    }
    return own
  }

  /// The slot that the handle's own credential opens as an owner.
  private func ownerSlot(among slots: [SlotFile], _ view: OwnerView) throws(VaultError) -> SlotFile? {
    let opening = SlotOpening(header: view.header)
    let candidates = slots.filter { $0.standing == .current }.compactMap(\.slot)
    let opened = try opening?.open(
      candidates, with: view.unlocked.credential, allowingWeak: view.unlocked.allowsWeakSlots)
    guard let opened, opened.signing != nil else { return nil }
    return slots.first { $0.name == opened.file }
  }

  /// - Returns: False where the header or the slot that stays changed.
  private func remove(
    _ target: SlotFile, while staying: SlotFile?, _ view: OwnerView
  ) throws(VaultError) -> Bool {
    let transaction = try beginWrite()
    guard transaction.snapshot.header.bytes == view.snapshot.header.bytes else { return false }
    let directory = slotDirectory(transaction.lock.root)
    if let staying, try directory.bytes(of: staying.name) != staying.bytes { return false }
    try transaction.lock.begin()
    try transaction.lock.confirm()
    try directory.remove([target.name])
    transaction.lock.end()
    return true
  }
}

/// The names of the slots that a vault has.
struct SlotNames {
  private var names: Set<String>

  init(_ names: [String]) { self.names = Set(names) }

  /// A random id that no slot has, 4 bytes; taken from then on.
  mutating func unusedID() -> [UInt8] {
    while true {
      let id = Random.bytes(4)
      if names.insert(Hex.encode(id) + KeySlot.fileEnding).inserted { return id }
    }
  }
}

/// Proves, before it is relied on, that a slot opens and gives what it should.
struct SlotProof {
  let header: VaultHeader
  let master: SymmetricKey

  /// - Throws: `.libraryUnavailable` where it does not, which only broken hardware or a broken library bring about.
  func prove(
    _ name: String, _ bytes: [UInt8], opens secret: NewSlot.Secret, as role: KeySlot.Role
  ) throws(VaultError) {
    guard let opening = SlotOpening(header: header), let slot = opening.candidate(bytes, file: name) else {
      throw .libraryUnavailable
    }
    let credential: Credential
    switch secret {
    case .passphrase(let passphrase, _): credential = .passphrase(passphrase)
    case .keyFile(let key, _): credential = .key(key)
    // Only the recipient can open it.
    case .recipient: return
    }
    guard let opened = try opening.open([slot], with: credential), opened.master.bytes == master.bytes,
      (opened.signing != nil) == (role == .owner)
    else { throw .libraryUnavailable }
  }
}
