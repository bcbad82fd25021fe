#if Vault
  internal import RitsurinFormat
  internal import RitsurinVault

  /// A key slot of a vault: a file that hands out the vault's key to the holder of one credential.
  ///
  /// Everything in it but the key stands in plain text in the vault.
  public struct RVaultSlot: Sendable, Hashable, Identifiable {
    /// What opens a slot.
    public enum Kind: String, Sendable, CaseIterable {
      /// A passphrase.
      case passphrase
      /// A key file.
      case keyFile
      /// The identity whose public key the slot names.
      case recipient
      /// Something of a later version, or nothing at all.
      case unknown
    }

    /// What a slot makes of whoever opens it.
    public enum Role: String, Sendable, CaseIterable {
      /// Reads and writes items, and may change slots and rekey.
      case owner
      /// Reads and writes items.
      case member
    }

    /// What a slot is worth.
    public enum Standing: String, Sendable, CaseIterable {
      /// It opens the vault.
      case current
      /// A rekey has ended it.
      case ended
      /// It is for another key than the vault's: rekeys of two machines were merged, or one died at its beginning.
      case otherKey
      /// It is of a later version.
      case newer
      /// It opens nothing: malformed, of another vault, wrongly signed.
      case invalid
    }

    /// 8 hexadecimal digits.
    public let id: String
    /// What opens it.
    public let kind: Kind
    /// What people call it.
    public let label: String
    /// When it was made, as `YYYY-MM-DDTHH:MM:SSZ`; empty where the slot cannot be read.
    public let created: String
    /// What it makes of whoever opens it; nil where it does not say and was not opened: members and recipients say it.
    public let role: Role?
    /// What it is worth.
    public let standing: Standing
    /// Whether it is what unlocked this handle.
    public let isInUse: Bool
    /// Whether it says of itself that it is meant for tests: ordinary opening refuses it.
    public let isForTests: Bool
    /// The public key that it is sealed to, 32 bytes; nil unless it is a recipient's.
    public let recipient: [UInt8]?

    init(_ file: SlotFile, in vault: Vault, role known: KeySlot.Role? = nil) {
      id = file.id
      let slot = file.slot
      kind =
        switch slot?.kind {
        case .passphrase: .passphrase
        case .keyFile: .keyFile
        case .recipient: .recipient
        case .unknown, nil: .unknown
        }
      label = slot?.label ?? ""
      created = slot?.created ?? ""
      isForTests = slot?.isForTests ?? false
      if case .recipient(let key) = slot?.kind { recipient = key } else { recipient = nil }
      standing =
        switch file.standing {
        case .current: .current
        case .retired: .ended
        case .otherKey: .otherKey
        case .newer: .newer
        case .invalid: .invalid
        }
      isInUse =
        file.standing == .current && vault.ownSlot.map { $0.utf8.elementsEqual(file.id.utf8) } ?? false
      let own: KeySlot.Role? = isInUse ? (vault.isOwner ? .owner : .member) : nil
      role = (known ?? own ?? slot?.role).map { $0 == .owner ? .owner : .member }
    }
  }

  extension RVaultSlot.Role {
    var stored: KeySlot.Role { self == .owner ? .owner : .member }
  }
#endif
