/// `vault.header`: identity and keys of a vault, in Docs/Format.md#header.
package struct VaultHeader: Sendable {
  /// The vault's id, 16 bytes.
  package let id: [UInt8]
  /// The time of creation, `YYYY-MM-DDTHH:MM:SSZ`, for people.
  package let created: String
  /// How the vault names its files.
  package let names: NamesMode
  /// The number of the header's edition, at least 1.
  package let epoch: Int64
  /// The key id of the current master key, 4 bytes.
  package let key: [UInt8]
  /// The Ed25519 public key that header and slots are signed by, 32 bytes.
  package let identity: [UInt8]
  /// The wrapped name key, 72 bytes.
  package let keys: [UInt8]
  /// Earlier master keys; their ids differ from each other and from `key`.
  package let retired: [RetiredKey]
  /// Lines of a later version's names, kept when the header is rewritten.
  package let unknown: [SignedLines.Unknown]
  /// The signature over the first `signedByteCount` bytes: 64 bytes; none in a header that was not parsed.
  package let signature: [UInt8]
  /// How many bytes of the file the signature covers; 0 in a header that was not parsed.
  package let signedByteCount: Int

  /// A header to be written.
  package init(
    id: [UInt8], created: String, names: NamesMode, epoch: Int64, key: [UInt8], identity: [UInt8],
    keys: [UInt8],
    retired: [RetiredKey], unknown: [SignedLines.Unknown] = []
  ) {
    self.id = id
    self.created = created
    self.names = names
    self.epoch = epoch
    self.key = key
    self.identity = identity
    self.keys = keys
    self.retired = retired
    self.unknown = unknown
    signature = []
    signedByteCount = 0
  }

  /// Parses everything but the signature's truth, which is the caller's to check.
  ///
  /// - Parameter bytes: The file; of one above 1 MiB, more than 1 MiB of it.
  /// - Throws: `.newerFormat` where the first line says so, whatever follows; `.damaged`.
  /// - Complexity: O(bytes).
  package static func parse(_ bytes: RawSpan) throws(HeaderFault) -> VaultHeader {
    do { return try VaultHeader(SignedLines.parse(bytes, grammar)) } catch {
      switch error {
      case .newerFormat: throw .newerFormat
      case .malformed(let what): throw .damaged(what)
      }
    }
  }

  private static let grammar = SignedLines.Grammar(
    format: "ritsurin-vault", single: ["id", "created", "names", "epoch", "key", "identity", "keys"],
    repeated: "retired")

  private init(_ lines: SignedLines) throws(LineFault) {
    id = try lines.value("id") { LineValue.hex($0, count: 16) }
    created = try lines.value("created", LineValue.time)
    names = try lines.value("names") { NamesMode(rawValue: String(decoding: $0, as: UTF8.self)) }
    epoch = try lines.value("epoch") { LineValue.integer($0).flatMap { $0 >= 1 ? $0 : nil } }
    key = try lines.value("key") { LineValue.hex($0, count: 4) }
    identity = try lines.value("identity") { LineValue.base64($0, count: 32) }
    keys = try lines.value("keys") { LineValue.base64($0, count: 72) }
    var retired: [RetiredKey] = []
    if !lines.repeated.isEmpty {
      var seen: Set<[UInt8]> = [key]
      for line in lines.repeated {
        guard let entry = RetiredKey(line) else { throw .malformed("the value of retired") }
        guard seen.insert(entry.keyID).inserted else { throw .malformed("a key id stands twice") }
        retired.append(entry)
      }
    }
    self.retired = retired
    unknown = lines.unknown
    signature = lines.signature
    signedByteCount = lines.signedByteCount
  }

  /// Whether this is a header of the same vault and of a higher epoch.
  package func isLater(than other: VaultHeader) -> Bool { id == other.id && epoch > other.epoch }

  /// The lines that the signature covers.
  ///
  /// - Complexity: O(bytes).
  package func encodeUnsigned() -> [UInt8] {
    let lines = [
      "\(Self.grammar.format) 1", "id \(Hex.encode(id))", "created \(LineValue.printable(created))",
      "names \(names.rawValue)", "epoch \(epoch)", "key \(Hex.encode(key))",
      "identity \(Base64.encode(identity))", "keys \(Base64.encode(keys))",
    ]
    var text: [UInt8] = []
    for line in lines + retired.map(\.line) { text += Array("\(line)\n".utf8) }
    for line in unknown { text += line.bytes }
    return text
  }
}
