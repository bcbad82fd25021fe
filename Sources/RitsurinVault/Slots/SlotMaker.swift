internal import RitsurinCrypto
internal import RitsurinFormat

/// Makes the bytes of key slots: Docs/Format.md#slots.
struct SlotMaker {
  /// The vault's id.
  let vault: [UInt8]
  /// The master key to hand out.
  let master: SymmetricKey
  /// The vault's identity, which signs the slot and goes to owners.
  let signing: SigningKey
  /// The time that the slot carries.
  let created: String
  /// Where salts and nonces come from.
  var secrets = SecretSource.system

  /// Makes one.
  ///
  /// - Parameters:
  ///   - new: What shall open it.
  ///   - id: Its id, 4 bytes.
  ///   - role: What it makes of its opener, which it says where that could not be seen otherwise; nil makes an owner, and
  ///     says nothing.
  ///   - number: Its number among those made with one seed.
  /// - Returns: The file's name and bytes.
  /// - Throws: `.outOfMemory`, `.invalidRecipient`.
  /// - Complexity: One Argon2id computation for a passphrase.
  func make(
    _ new: NewSlot, id: [UInt8], role: KeySlot.Role? = nil, number: Int = 0
  ) throws(VaultError) -> (name: String, bytes: [UInt8]) {
    let made = try mapped { () throws(CryptoError) -> (KeySlot.Kind, [UInt8]?, [UInt8]) in
      let nonce = try secrets.nonce("nonce of slot \(number)")
      let keyID = try master.keyID().bytes
      let payload =
        role == .member
        ? try SlotPayload.member(master: master, identity: signing.publicKey)
        : try SlotPayload.owner(master: master, seed: signing.seed)
      let aad = Array("ritsurin-wrap-v1".utf8) + vault + id + keyID
      switch new.secret {
      case .passphrase(let passphrase, let cost):
        let salt = try secrets.bytes(16, "salt of slot \(number)")
        let kek = try passphrase.withBytes { (bytes) throws(CryptoError) in
          try PasswordHash.key(passphrase: bytes, salt: unsafe salt.span.bytes, cost: cost)
        }
        let parameters = KeySlot.PassphraseParameters(
          opsLimit: cost.opsLimit, memLimit: cost.memLimit, salt: salt)
        return (.passphrase(parameters), Box.seal(payload, aad: aad, key: kek, nonce: nonce), keyID)
      case .keyFile(let key, _):
        return (.keyFile, Box.seal(payload, aad: aad, key: key, nonce: nonce), keyID)
      case .recipient(let publicKey):
        return (
          .recipient(publicKey), SealedBox.seal(payload, recipient: unsafe publicKey.span.bytes), keyID
        )
      }
    }
    guard let wrapped = made.1 else { throw .invalidRecipient }
    // An owner's passphrase or key file says nothing, as in a new vault.
    let said = role == .member || made.0.isRecipient ? role : nil
    let slot = KeySlot(
      vault: vault, id: id, key: made.2, created: created, label: new.label, kind: made.0, wrapped: wrapped,
      isForTests: new.isForTests, role: said, unknown: new.unknown)
    return (slot.fileName, Self.signed(slot.encodeUnsigned(), signing))
  }

  /// Whole lines with the signature that makes a slot or header of them.
  static func signed(_ lines: [UInt8], _ key: SigningKey) -> [UInt8] {
    SignedLines.appendingSignature(key.sign(unsafe lines.span.bytes), to: lines)
  }
}
