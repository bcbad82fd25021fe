internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

extension Vault {
  /// What a credential unlocked, wiped by `lock()`.
  struct Unlocked: Sendable {
    let master: SymmetricKey
    /// The vault's identity; nil for members.
    let signing: SigningKey?
    /// Kept so that a rekey by another process can be followed.
    let credential: Credential
    /// The file name of the slot that it opened.
    let slot: String
    /// Whether it may open a slot that is fit for tests only.
    let allowsWeakSlots: Bool
  }

  /// One consistent view of header and keys.
  struct Snapshot: Sendable {
    let root: FileDescriptor
    let header: VerifiedHeader
    /// nil before the first unlock.
    let keyring: Keyring?
    let unlocked: Unlocked?
    /// The short way to single items, which ends with the keyring; nil before the first unlock.
    let direct: DirectReader?

    init(root: FileDescriptor, header: VerifiedHeader, keyring: Keyring?, unlocked: Unlocked?) {
      self.root = root
      self.header = header
      self.keyring = keyring
      self.unlocked = unlocked
      direct = keyring.map { DirectReader(root: root, vaultID: header.header.id, keyring: $0) }
    }
  }
}
