/// A key slot, the master key wrapped for one credential: Docs/Format.md#slots.
package struct KeySlot: Sendable {
  /// The ending of slot files.
  package static let fileEnding = ".slot"

  /// The vault's id, 16 bytes.
  package let vault: [UInt8]
  /// The slot's own id, 4 bytes.
  package let id: [UInt8]
  /// The key id of the master key inside, 4 bytes.
  package let key: [UInt8]
  /// The time of creation, `YYYY-MM-DDTHH:MM:SSZ`, for people.
  package let created: String
  /// A name for people; may be empty.
  package let label: String
  /// What opens the slot.
  package let kind: Kind
  /// The wrapped payload; its length is not checked by parsing.
  package let wrapped: [UInt8]
  /// Whether the slot says of itself that it was made for tests: an additional line, `purpose tests`.
  package let isForTests: Bool
  /// What the slot says of whom it makes: an additional line, `role owner` or `role member`; nil where it says nothing.
  ///
  /// Only what is inside decides.
  package let role: Role?
  /// Lines of a later version's names, kept when the slot is sealed again.
  package let unknown: [SignedLines.Unknown]
  /// The signature over the first `signedByteCount` bytes: 64 bytes; none in a slot that was not parsed.
  package let signature: [UInt8]
  /// How many bytes of the file the signature covers; 0 in a slot that was not parsed.
  package let signedByteCount: Int

  /// A slot to be written.
  package init(
    vault: [UInt8], id: [UInt8], key: [UInt8], created: String, label: String, kind: Kind, wrapped: [UInt8],
    isForTests: Bool = false, role: Role? = nil, unknown: [SignedLines.Unknown] = []
  ) {
    self.vault = vault
    self.id = id
    self.key = key
    self.created = created
    self.label = label
    self.kind = kind
    self.wrapped = wrapped
    self.isForTests = isForTests
    self.role = role
    self.unknown = unknown
    signature = []
    signedByteCount = 0
  }

  /// Whether the payload has the length that its kind has; false for unknown kinds.
  package var hasExpectedWrappedCount: Bool { wrapped.count == kind.wrappedCount }

  /// The name that the slot's file must bear.
  package var fileName: String { Hex.encode(id) + Self.fileEnding }

  /// Whether a file name is `[0-9a-f]{8}.slot`; all others in `slots/` are foreign.
  package static func isFileName(_ name: some Collection<UInt8>) -> Bool {
    name.count == 13 && name.suffix(5).elementsEqual(fileEnding.utf8)
      && name.prefix(8).allSatisfy(ASCII.isLowerHex)
  }

  /// Whether text may be a label as it is: it holds no control character, line ends included.
  package static func isLabel(_ text: String) -> Bool { LineValue.isPrintable(text) }

  /// Parses everything but the signature's truth, which is the caller's to check.
  ///
  /// - Parameter bytes: The file; of one above 1 MiB, more than 1 MiB of it.
  /// - Throws: `.newerFormat` where the first line says so, whatever follows; `.malformed`.
  /// - Complexity: O(bytes).
  package static func parse(_ bytes: RawSpan) throws(SlotFault) -> KeySlot {
    do { return try KeySlot(SignedLines.parse(bytes, grammar)) } catch {
      switch error {
      case .newerFormat: throw .newerFormat
      case .malformed(let what): throw .malformed(what)
      }
    }
  }

  private static let grammar = SignedLines.Grammar(
    format: "ritsurin-slot",
    single: ["vault", "id", "key", "created", "label", "kind", "kdf", "recipient", "wrapped"], repeated: nil)

  // Other readers pass over the line, as over every name that they do not know.
  private static let purposeName = "purpose"
  private static let testPurpose = "tests"
  private static let roleName = "role"

  private init(_ lines: SignedLines) throws(LineFault) {
    vault = try lines.value("vault") { LineValue.hex($0, count: 16) }
    id = try lines.value("id") { LineValue.hex($0, count: 4) }
    key = try lines.value("key") { LineValue.hex($0, count: 4) }
    created = try lines.value("created", LineValue.time)
    label = try lines.value("label") { String(decoding: $0, as: UTF8.self) }
    kind = try Kind(lines)
    wrapped = try lines.value("wrapped", Base64.decode)
    let isPurpose = { (line: SignedLines.Unknown) in
      line.name == Self.purposeName && line.value.elementsEqual(Self.testPurpose.utf8)
    }
    let roleOf = { (line: SignedLines.Unknown) in
      line.name == Self.roleName ? Role.allCases.first { line.value.elementsEqual($0.rawValue.utf8) } : nil
    }
    isForTests = lines.unknown.contains(where: isPurpose)
    let roles = lines.unknown.compactMap(roleOf)
    // Two that differ say nothing.
    role = roles.allSatisfy { $0 == roles.first } ? roles.first : nil
    unknown = lines.unknown.filter { !isPurpose($0) && roleOf($0) == nil }
    signature = lines.signature
    signedByteCount = lines.signedByteCount
  }

  /// The lines that the signature covers.
  ///
  /// Control characters in the label become spaces, so that no label can forge a line.
  /// - Complexity: O(bytes).
  package func encodeUnsigned() -> [UInt8] {
    let lines =
      [
        "\(Self.grammar.format) 1", "vault \(Hex.encode(vault))", "id \(Hex.encode(id))",
        "key \(Hex.encode(key))", "created \(LineValue.printable(created))",
        "label \(LineValue.printable(label))",
      ] + (isForTests ? ["\(Self.purposeName) \(Self.testPurpose)"] : [])
      + (role.map { ["\(Self.roleName) \($0.rawValue)"] } ?? []) + kind.lines + [
        "wrapped \(Base64.encode(wrapped))"
      ]
    var text = Array(lines.map { $0 + "\n" }.joined().utf8)
    for line in unknown { text += line.bytes }
    return text
  }
}
