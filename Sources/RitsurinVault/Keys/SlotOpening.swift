package import RitsurinCrypto
package import RitsurinFormat
package import RitsurinSystem

/// What a slot gives to whoever opens it.
package struct OpenedSlot: Sendable {
  /// The current master key.
  package let master: SymmetricKey
  /// The seed of the vault's identity; nil for members.
  package let signing: SigningKey?
  /// The slot's file name.
  package let file: String
}

/// Trying a credential on the key slots: Docs/Format.md#opening.
package struct SlotOpening {
  /// How many slot files are considered, and how many of the credential's kind are tried.
  package static let candidateLimit = 1024
  package static let trialLimit = 64

  private let header: VaultHeader
  /// The key id that slots must name: the header's.
  private let key: [UInt8]
  private let masterID: KeyID

  /// Prepares for a header.
  ///
  /// - Returns: nil where the header's key id is malformed, which a parsed header's never is.
  package init?(header: VaultHeader) { self.init(header: header, key: header.key) }

  /// Prepares for the slots of another master key, when merged rekeys are put together:
  /// Docs/Format.md#merged-rekeys.
  init?(header: VaultHeader, key: [UInt8]) {
    guard let id = KeyID(unsafe key.span.bytes) else { return nil }
    self.header = header
    self.key = key
    masterID = id
  }

  /// The slots that are worth a trial.
  package struct Candidates: Sendable {
    /// In byte order of their names.
    package var slots: [KeySlot] = []
    /// Why a slot file could not be read: where no slot answers, that one might have.
    package var unread: VaultError?
  }

  /// Reads and checks the slots that are worth a trial.
  ///
  /// - Throws: `.cannotRead` where the directory cannot be listed; single unreadable slots stop nothing.
  package func candidates(
    root: FileDescriptor, path: String, files: FileSystem
  ) throws(VaultError) -> Candidates {
    var names: [String]
    do {
      let directory = try files.openDirectory("slots", beneath: root)
      names = try files.list(directory).compactMap { entry in
        entry.asciiName.flatMap { Self.isSlotName($0) ? $0 : nil }
      }
    } catch {
      if error.isAbsent { return Candidates() }
      throw .cannotRead(error)
    }
    names.sort()
    var found = Candidates()
    for name in names.prefix(Self.candidateLimit) {
      do {
        let bytes = try files.readFile("slots/" + name, beneath: root, limit: HeaderReading.limit)
        if let slot = candidate(bytes, file: name) { found.slots.append(slot) }
      } catch {
        // What is no file, too large or outside of the vault is no slot; anything else may well be one.
        if error.isAbsent || error.isNotRegular || error.isTooLarge || error.leavesRoot || error.isLoop {
          continue
        }
        found.unread = found.unread ?? .cannotRead(error)
      }
    }
    return found
  }

  /// Why nothing opened: the credential is wrong, unless there is no slot that any could open.
  ///
  /// - Throws: `.cannotRead` where the directory cannot be listed.
  static func refusal(
    by header: VaultHeader, root: FileDescriptor, path: String, files: FileSystem
  ) throws(VaultError) -> VaultError {
    guard
      let found = try SlotOpening(header: header)?.candidates(root: root, path: path, files: files),
      found.slots.isEmpty, found.unread == nil
    else { return .wrongCredential(path: path) }
    return .noUsableSlot(path: path)
  }

  /// Whether a file name is `[0-9a-f]{8}.slot`.
  package static func isSlotName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return bytes.count == 13 && name.hasSuffix(".slot")
      && bytes.prefix(8).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The slot in a file's bytes, if it may be tried: well-formed, of this vault, of this master key,
  /// rightly signed.
  package func candidate(_ bytes: [UInt8], file: String) -> KeySlot? {
    guard
      Self.isSlotName(file), let slot = try? KeySlot.parse(unsafe bytes.span.bytes),
      Hex.encode(slot.id) + ".slot" == file, slot.vault == header.id, slot.key == key,
      slot.hasExpectedWrappedCount,
      Signature.verify(
        unsafe slot.signature.span.bytes,
        message: unsafe bytes.span.bytes.extracting(0..<slot.signedByteCount),
        publicKey: unsafe header.identity.span.bytes)
    else { return nil }
    return slot
  }

  /// Tries a credential on the slots of its kind; the first that opens decides.
  ///
  /// - Parameter allowingWeak: Whether a passphrase slot whose cost is weak may decide too.
  /// - Returns: nil where none opens, or the one that does holds a wrong payload: both are the same answer.
  /// - Throws: `.outOfMemory` where no slot opened and Argon2id found no memory for one of them; `.weakSlot` where
  ///   only a weak one opened that may not decide.
  package func open(
    _ slots: [KeySlot], with credential: Credential, allowingWeak: Bool = true
  ) throws(VaultError) -> OpenedSlot? {
    switch credential {
    case .key(let key):
      for slot in slots.lazy.filter({ $0.kind.isKeyFile }).prefix(Self.trialLimit) {
        if let payload = try unwrap(slot, kek: key) { return try opened(payload, slot: slot) }
      }
      return nil
    case .identity(let secret):
      for slot in slots.lazy.filter({ $0.kind.isRecipient }).prefix(Self.trialLimit) {
        let payload = try mapped { () throws(CryptoError) in
          try SealedBox.open(unsafe slot.wrapped.span.bytes, secretKey: secret)
        }
        if let payload { return try opened(payload, slot: slot) }
      }
      return nil
    case .passphrase(let given):
      return try open(
        Array(slots.filter { $0.kind.isPassphrase }.prefix(Self.trialLimit)), passphrase: given,
        allowingWeak: allowingWeak)
    }
  }

  private func open(
    _ slots: [KeySlot], passphrase: SecretBytes, allowingWeak: Bool
  ) throws(VaultError) -> OpenedSlot? {
    guard passphrase.count > 0 else { return nil }
    var memoryFault: VaultError?
    var weakSlot: KeySlot?
    var forms = [passphrase]
    var triedOthers = false
    while let form = forms.first {
      forms.removeFirst()
      for slot in slots {
        guard case .passphrase(let parameters) = slot.kind,
          let cost = PasswordHashCost(opsLimit: parameters.opsLimit, memLimit: parameters.memLimit)
        else { continue }
        do {
          let kek = try mapped { () throws(CryptoError) in
            try form.withBytes { (bytes) throws(CryptoError) in
              try PasswordHash.key(passphrase: bytes, salt: unsafe parameters.salt.span.bytes, cost: cost)
            }
          }
          guard let payload = try unwrap(slot, kek: kek) else { continue }
          // Only whoever knows the passphrase learns that the slot is meant for tests, and another one goes before it.
          if allowingWeak || !slot.isForTests { return try self.opened(payload, slot: slot) }
          weakSlot = slot
        } catch {
          guard case .outOfMemory = error else { throw error }
          memoryFault = error
        }
      }
      if forms.isEmpty, !triedOthers {
        triedOthers = true
        forms = try mapped { () throws(CryptoError) in try PassphraseForms.others(of: passphrase) }
      }
    }
    if let memoryFault { throw memoryFault }
    if let weakSlot { throw .weakSlot(path: "slots/" + Hex.encode(weakSlot.id) + ".slot") }
    return nil
  }

  private func unwrap(_ slot: KeySlot, kek: SymmetricKey) throws(VaultError) -> SecretBytes? {
    let aad = Array("ritsurin-wrap-v1".utf8) + slot.vault + slot.id + slot.key
    return try mapped { () throws(CryptoError) in
      try Box.open(unsafe slot.wrapped.span.bytes, aad: aad, key: kek)
    }
  }

  /// What a payload consists of; a tuple would be a type that the runtime has to make.
  private struct PayloadParts {
    let type: UInt8
    let master: SymmetricKey?
    let rest: SecretBytes
  }

  /// Checks a payload: `0x01 || M || signing seed` of an owner, `0x03 || M || identity` of a member.
  private func opened(_ payload: SecretBytes, slot: KeySlot) throws(VaultError) -> OpenedSlot? {
    try mapped { () throws(CryptoError) -> OpenedSlot? in
      guard payload.count == SlotPayload.byteCount else { return nil }
      let parts = try payload.withBytes { (bytes) throws(CryptoError) in
        PayloadParts(
          type: unsafe bytes.unsafeLoad(as: UInt8.self),
          master: SymmetricKey(try SecretBytes(copying: bytes.extracting(1..<33))),
          rest: try SecretBytes(copying: bytes.extracting(33..<65)))
      }
      guard let master = parts.master, try master.keyID() == masterID else { return nil }
      let file = Hex.encode(slot.id) + ".slot"
      switch parts.type {
      case SlotPayload.owner:
        guard
          let seed = SymmetricKey(parts.rest),
          case let signing = try SigningKey(seed: seed), signing.publicKey == header.identity
        else { return nil }
        return OpenedSlot(master: master, signing: signing, file: file)
      case SlotPayload.member:
        guard parts.rest == (try SecretBytes(copying: unsafe header.identity.span.bytes)) else { return nil }
        return OpenedSlot(master: master, signing: nil, file: file)
      default:
        return nil
      }
    }
  }
}

/// The plaintext inside a slot.
package enum SlotPayload {
  package static let byteCount = 65
  package static let owner: UInt8 = 0x01
  package static let member: UInt8 = 0x03

  /// An owner's payload.
  package static func owner(master: SymmetricKey, seed: SymmetricKey) throws(CryptoError) -> SecretBytes {
    try SecretBytes(joining: [owner], master.bytes, seed.bytes)
  }

  /// A member's payload.
  ///
  /// - Parameter identity: The vault's public key, 32 bytes.
  package static func member(
    master: SymmetricKey, identity: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    try SecretBytes(joining: [member], master.bytes, SecretBytes(copying: unsafe identity.span.bytes))
  }
}
