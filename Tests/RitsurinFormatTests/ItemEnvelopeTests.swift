import RitsurinFormat
import Testing

@Suite struct ItemEnvelopeTests {
  static let plain = Vectors.all.items.first { $0.name == "plain" }?.bytes ?? []

  /// Vectors that are damaged by what the first 72 bytes or the length say; the others need keys.
  static let damagedByEnvelope: Set<String> = [
    "one byte more", "tree byte 2", "version 0", "kind 0", "byte 11 set", "a = 0", "a = 63", "a too large",
    "a = 2^32 - 1", "p = 0", "p = 33", "p too large", "p = 2^32 - 32", "byte 11 = 1, sealed so",
    "tree 2, sealed so",
    "kind 0, sealed so", "attributes padded to 32 so that a % 64 = 32",
  ]

  static func parse(_ bytes: [UInt8], fileCount: Int? = nil) throws(ItemFault) -> ItemEnvelope {
    try ItemEnvelope.parse(RawSpan(_elements: bytes.span), fileCount: fileCount ?? bytes.count)
  }

  static func fault(_ bytes: [UInt8], fileCount: Int? = nil) -> ItemFault? {
    do {
      _ = try parse(bytes, fileCount: fileCount)
      return nil
    } catch { return error }
  }

  @Test(arguments: Vectors.all.items) func judgesAVector(_ vector: Vectors.Item) throws {
    let fault = Self.fault(vector.bytes)
    switch vector.expect {
    case "notAnItem": #expect(fault == .notAnItem)
    case "lineEndings": #expect(fault == .lineEndings)
    case "truncated": #expect(fault == .truncated)
    case "newerVersion": #expect(fault == .newerVersion)
    case "damaged" where Self.damagedByEnvelope.contains(vector.name):
      guard case .damaged? = fault else {
        Issue.record("\(String(describing: fault))")
        return
      }
    default:
      let envelope = try Self.parse(vector.bytes)
      #expect(envelope.tree == (vector.path.hasPrefix("device/") ? .device : .items) || vector.expect != "ok")
      if let nonce = vector.nonce { #expect(envelope.nonce.hexadecimal == nonce) }
      if !envelope.hasUnknownKind { #expect(envelope.fileCount == vector.bytes.count) }
    }
  }

  @Test func readsAllVectors() {
    #expect(Vectors.all.items.count == 130)
    #expect(Self.damagedByEnvelope.isSubset(of: Vectors.all.items.map(\.name)))
  }

  @Test(arguments: Golden.files(endingIn: ".sealed")) func writesAGoldenEnvelopeAgain(_ file: Golden.File)
    throws
  {
    let envelope = try Self.parse(file.bytes)
    var bytes: [UInt8] = []
    ItemEnvelope(
      tree: envelope.tree, keyID: envelope.keyID, attributesCount: envelope.attributesCount,
      valueCount: envelope.valueCount, vaultID: envelope.vaultID, group: envelope.group, nonce: envelope.nonce
    ).encode(into: &bytes)
    #expect(bytes == Array(file.bytes.prefix(72)))
    #expect(Array(file.bytes[ItemEnvelope.nonceRange]) == envelope.nonce)
    #expect(Array(file.bytes[ItemEnvelope.groupRange]) == envelope.group)
    #expect(Array(file.bytes[ItemEnvelope.keyIDRange]) == envelope.keyID)
    #expect(Array(file.bytes[ItemEnvelope.vaultIDRange]) == envelope.vaultID)
  }

  @Test func needsNoMoreThanTheFirstBytes() throws {
    let head = Array(Self.plain.prefix(72))
    #expect(try Self.parse(head, fileCount: Self.plain.count) == Self.parse(Self.plain))
    #expect(Self.fault(head, fileCount: Self.plain.count - 1) == .truncated)
    #expect(Self.fault(head, fileCount: Self.plain.count + 1) == .damaged("bytes after the end"))
    #expect(Self.fault(head, fileCount: .max) == .damaged("bytes after the end"))
  }

  @Test(arguments: [(64, 32, true), (65_536, 67_108_896, true), (65_600, 32, false), (64, 67_108_928, false)])
  func knowsTheBoundsOfLengths(_ attributes: Int, _ value: Int, _ isAllowed: Bool) {
    var bytes: [UInt8] = []
    ItemEnvelope(
      tree: .items, keyID: [0, 0, 0, 0], attributesCount: attributes, valueCount: value,
      vaultID: [UInt8](repeating: 0, count: 8), group: [UInt8](repeating: 0, count: 16),
      nonce: [UInt8](repeating: 0, count: 24)
    ).encode(into: &bytes)
    #expect((Self.fault(bytes, fileCount: 104 + attributes + value) == nil) == isAllowed)
  }

  @Test func checksInTheSetOrder() {
    /// Each change makes one more check fail; the earliest of them must answer.
    var bytes = Self.plain
    var answers: [ItemFault?] = []
    for (offset, byte) in [(20, 1), (16, 1), (11, 1), (10, 2), (9, 0), (8, 2), (3, 0)] {
      bytes[offset] = UInt8(byte)
      answers.append(Self.fault(bytes, fileCount: 71 + bytes.count))
    }
    #expect(
      answers == [
        .damaged("the length of the value"), .damaged("the length of the attributes"),
        .damaged("a reserved byte is set"), .damaged("an unknown tree"), .damaged("kind 0"), .newerVersion,
        .notAnItem,
      ])
  }

  @Test func survivesEveryChangedByteAndEveryLength() {
    let head = Array(Self.plain.prefix(72))
    let parsed = head.mutations(everyWay).filter { Self.fault($0, fileCount: Self.plain.count) == nil }
    // Key id, vault id, dG and nonce are free; so are tree 1 and the kinds above 1.
    let free = (4 + 8 + 16 + 24) * 255
    #expect(parsed.count == free + 1 + 254)
    #expect(Self.plain.truncations.allSatisfy { Self.fault($0) == .truncated })
  }
}
