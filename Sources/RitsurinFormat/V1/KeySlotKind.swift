extension KeySlot {
  /// What a slot makes of whoever opens it.
  package enum Role: String, Sendable, CaseIterable {
    /// May sign header and slots.
    case owner
    /// Reads and writes items.
    case member
  }

  /// What opens a slot: its `kind` line, with what belongs to it.
  package enum Kind: Sendable, Hashable {
    /// A passphrase.
    case passphrase(PassphraseParameters)
    /// The 32 bytes of a key file.
    case keyFile
    /// The secret key of an X25519 public key of 32 bytes.
    case recipient([UInt8])
    /// A kind of a later version, by its name.
    case unknown(String)

    /// Whether a passphrase opens it.
    package var isPassphrase: Bool { if case .passphrase = self { true } else { false } }
    /// Whether a key file opens it.
    package var isKeyFile: Bool { self == .keyFile }
    /// Whether an identity opens it.
    package var isRecipient: Bool { if case .recipient = self { true } else { false } }

    /// The length of the wrapped payload, in bytes; nil for an unknown kind.
    var wrappedCount: Int? {
      switch self {
      case .passphrase, .keyFile: 105
      case .recipient: 113
      case .unknown: nil
      }
    }

    /// Puts the lines together that make a kind.
    ///
    /// - Throws: `.malformed` where a line that belongs to the kind is missing or malformed, or one
    ///   stands there
    ///   that belongs to another known kind.
    init(_ lines: SignedLines) throws(LineFault) {
      let name = try lines.value("kind") { String(decoding: $0, as: UTF8.self) }
      switch name {
      case "passphrase": self = .passphrase(try lines.value("kdf", PassphraseParameters.init))
      case "keyfile": self = .keyFile
      case "recipient": self = .recipient(try lines.value("recipient") { LineValue.base64($0, count: 32) })
      default:
        self = .unknown(name)
        return
      }
      if !isPassphrase, lines.single["kdf"] != nil { throw .malformed("kdf belongs to another kind") }
      if !isRecipient, lines.single["recipient"] != nil {
        throw .malformed("recipient belongs to another kind")
      }
    }

    /// The lines, without their ends.
    var lines: [String] {
      switch self {
      case .passphrase(let parameters): ["kind passphrase", "kdf \(parameters.text)"]
      case .keyFile: ["kind keyfile"]
      case .recipient(let key): ["kind recipient", "recipient \(Base64.encode(key))"]
      case .unknown(let name): ["kind \(LineValue.printable(name))"]
      }
    }
  }
}
