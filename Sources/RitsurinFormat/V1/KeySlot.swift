/// A key slot: the master key, wrapped for one credential. Docs/Format.md, "Slots".
package struct KeySlot: Sendable {
  /// How the passphrase is hashed (Argon2id, `argon2id13`).
  package struct PassphraseParameters: Sendable, Hashable {
    /// Passes, 1...64.
    package let opsLimit: UInt64
    /// Memory in bytes, 8 KiB...4 GiB.
    package let memLimit: Int
    /// 16 bytes.
    package let salt: [UInt8]

    package init(opsLimit: UInt64, memLimit: Int, salt: [UInt8]) {
      self.opsLimit = opsLimit
      self.memLimit = memLimit
      self.salt = salt
    }
  }

  /// What opens the slot.
  package enum Kind: Sendable, Hashable {
    case passphrase(PassphraseParameters)
    case keyFile
    /// An X25519 public key, 32 bytes.
    case recipient([UInt8])
    /// A kind of a later version.
    case unknown(String)

    package var isPassphrase: Bool { if case .passphrase = self { true } else { false } }
    package var isKeyFile: Bool { self == .keyFile }
    package var isRecipient: Bool { if case .recipient = self { true } else { false } }
  }

  private static let formatName = "ritsurin-slot"
  private static let known: Set<String> = [
    "vault", "id", "key", "created", "label", "kind", "kdf", "recipient", "wrapped",
  ]
  private static let kdfName = "argon2id13"
  /// Opslimit times memlimit, in bytes: 16 GiB.
  private static let greatestProduct = 16 << 30

  /// The vault's id, 16 bytes.
  package let vault: [UInt8]
  /// 4 bytes, the file's name.
  package let id: [UInt8]
  /// The key id of the master key inside, 4 bytes.
  package let key: [UInt8]
  /// For people.
  package let created: String
  /// For people; may be empty.
  package let label: String
  package let kind: Kind
  /// The wrapped payload.
  package let wrapped: [UInt8]
  /// Over the first `signedByteCount` bytes: 64 bytes; empty in a slot that was not parsed.
  package let signature: [UInt8]
  package let signedByteCount: Int

  /// A slot to be written.
  package init(
    vault: [UInt8], id: [UInt8], key: [UInt8], created: String, label: String, kind: Kind, wrapped: [UInt8]
  ) {
    self.vault = vault
    self.id = id
    self.key = key
    self.created = created
    self.label = label
    self.kind = kind
    self.wrapped = wrapped
    signature = []
    signedByteCount = 0
  }

  /// Whether the payload has the length that its kind has; false for unknown kinds.
  package var hasExpectedWrappedCount: Bool {
    switch kind {
    case .passphrase, .keyFile: wrapped.count == 105
    case .recipient: wrapped.count == 113
    case .unknown: false
    }
  }

  /// Parses everything but the signature's truth, which is the caller's to check.
  ///
  /// - Throws: `.malformed`, saying where.
  package static func parse(_ bytes: RawSpan) throws(SlotFault) -> KeySlot {
    do { return try KeySlot(SignedLines.parse(bytes, formatName: formatName, known: known)) } catch {
      throw .malformed(error.what)
    }
  }

  private init(_ lines: SignedLines) throws(LineFault) {
    guard LineValue.integer(lines.format) == 1 else { throw LineFault("the version") }
    vault = try Self.value(lines, "vault") { LineValue.hex($0, count: 16) }
    id = try Self.value(lines, "id") { LineValue.hex($0, count: 4) }
    key = try Self.value(lines, "key") { LineValue.hex($0, count: 4) }
    created = try Self.value(lines, "created", LineValue.time)
    label = String(decoding: try lines.required("label"), as: UTF8.self)
    wrapped = try Self.value(lines, "wrapped") { LineValue.base64($0, count: nil) }
    let name = String(decoding: try lines.required("kind"), as: UTF8.self)
    let kdf = lines.optional("kdf")
    let recipient = lines.optional("recipient")
    switch name {
    case "passphrase":
      guard let kdf, let parameters = Self.parameters(kdf) else { throw LineFault("kdf") }
      kind = .passphrase(parameters)
    case "keyfile":
      kind = .keyFile
    case "recipient":
      guard let recipient, let key = LineValue.base64(recipient, count: 32) else { throw LineFault("recipient") }
      kind = .recipient(key)
    default:
      kind = .unknown(name)
    }
    // Each belongs to one kind and to no other known one.
    if kdf != nil, name == "keyfile" || name == "recipient" { throw LineFault("kdf") }
    if recipient != nil, name == "keyfile" || name == "passphrase" { throw LineFault("recipient") }
    signature = lines.signature
    signedByteCount = lines.signedByteCount
  }

  private static func value<T>(
    _ lines: SignedLines, _ name: String, _ read: (ArraySlice<UInt8>) -> T?
  ) throws(LineFault) -> T {
    guard let value = read(try lines.required(name)) else { throw LineFault(name) }
    return value
  }

  /// `argon2id13 <opslimit> <memlimit> <salt>` within the bounds that keep a hostile slot from taking for ever.
  private static func parameters(_ text: ArraySlice<UInt8>) -> PassphraseParameters? {
    let parts = LineValue.parts(text)
    guard parts.count == 4, parts[0].elementsEqual(kdfName.utf8), let operations = LineValue.integer(parts[1]),
      let memory = LineValue.integer(parts[2]), let salt = LineValue.base64(parts[3], count: 16),
      (1...64).contains(operations), (8 << 10...4 << 30).contains(memory), memory % 1024 == 0,
      operations * memory <= greatestProduct
    else { return nil }
    return PassphraseParameters(opsLimit: UInt64(operations), memLimit: Int(memory), salt: salt)
  }

  /// The lines that the signature covers.
  package func encodeUnsigned() -> [UInt8] {
    var text = """
      \(Self.formatName) 1
      vault \(Hex.encode(vault))
      id \(Hex.encode(id))
      key \(Hex.encode(key))
      created \(created)
      label \(label)

      """
    switch kind {
    case .passphrase(let parameters):
      text += "kind passphrase\nkdf \(Self.kdfName) \(parameters.opsLimit) \(parameters.memLimit) "
      text += String(decoding: Base64.encode(parameters.salt), as: UTF8.self) + "\n"
    case .keyFile:
      text += "kind keyfile\n"
    case .recipient(let key):
      text += "kind recipient\nrecipient \(String(decoding: Base64.encode(key), as: UTF8.self))\n"
    case .unknown(let name):
      text += "kind \(name)\n"
    }
    text += "wrapped \(String(decoding: Base64.encode(wrapped), as: UTF8.self))\n"
    return Array(text.utf8)
  }
}

/// Why a slot is passed over.
package enum SlotFault: Error, Hashable, Sendable {
  /// The text says where.
  case malformed(String)
}
