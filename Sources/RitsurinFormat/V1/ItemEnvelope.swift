/// The first 72 bytes of a sealed file. Docs/Format.md, "Items".
package struct ItemEnvelope: Hashable, Sendable {
  /// The length of this part, in bytes.
  package static let byteCount = 72
  /// Attributes are padded to a multiple of this, in bytes.
  package static let attributesBlock = 64
  /// Values are padded to a multiple of this, in bytes.
  package static let valueBlock = 32
  /// Where the nonce stands.
  package static let nonceRange = 48..<72
  /// The padded attributes' bounds, in bytes.
  package static let attributesCounts = 64...65_536
  /// The padded value's bounds, in bytes.
  package static let valueCounts = 32...67_108_896

  private static let magic: [UInt8] = [0x89, 0x52, 0x54, 0x53, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let tagCount = 16

  /// How the value is sealed; 1 is the only kind known.
  package let kind: UInt8
  package let tree: Tree
  /// 4 bytes.
  package let keyID: [UInt8]
  /// The padded attributes' length, in bytes.
  package let attributesCount: Int
  /// The padded value's length, in bytes; means nothing for an unknown kind.
  package let valueCount: Int
  /// The first 8 bytes of the vault's id.
  package let vaultID: [UInt8]
  /// dG, 16 bytes.
  package let group: [UInt8]
  /// 24 bytes.
  package let nonce: [UInt8]

  /// The envelope of a new item of the known kind.
  package init(
    tree: Tree, keyID: [UInt8], attributesCount: Int, valueCount: Int, vaultID: [UInt8], group: [UInt8], nonce: [UInt8]
  ) {
    kind = 1
    self.tree = tree
    self.keyID = keyID
    self.attributesCount = attributesCount
    self.valueCount = valueCount
    self.vaultID = vaultID
    self.group = group
    self.nonce = nonce
  }

  /// Whether a newer tool sealed the value in its own way.
  package var hasUnknownKind: Bool { kind != 1 }

  /// The length up to the end of the sealed attributes: what a sidecar repeats.
  package var prefixCount: Int { Self.byteCount + attributesCount + Self.tagCount }

  /// The length of the whole file of the known kind.
  package var fileCount: Int { prefixCount + valueCount + Self.tagCount }

  /// Checks the beginning of a file up to its length, in the order a reader must.
  ///
  /// - Parameters:
  ///   - bytes: The first 72 bytes or more; all of them in a shorter file.
  ///   - fileCount: The file's length in bytes.
  /// - Throws: What is wrong. Vault, key and place are the caller's to check.
  package static func parse(_ bytes: RawSpan, fileCount: Int) throws(ItemFault) -> ItemEnvelope {
    try checkMagic(bytes)
    guard bytes.byteCount >= byteCount, fileCount >= byteCount else { throw .truncated }
    switch bytes.byte(8) {
    case 0: throw .damaged("version 0")
    case 1: break
    default: throw .newerVersion
    }
    let kind = bytes.byte(9)
    guard kind != 0 else { throw .damaged("kind 0") }
    guard let tree = Tree(rawValue: bytes.byte(10)) else { throw .damaged("an unknown tree") }
    guard bytes.byte(11) == 0 else { throw .damaged("a reserved byte is set") }
    let a = Int(bytes.littleEndian32(16))
    let p = Int(bytes.littleEndian32(20))
    guard attributesCounts.contains(a), a % attributesBlock == 0 else { throw .damaged("the length of the attributes") }
    let envelope = ItemEnvelope(
      kind: kind, tree: tree, keyID: bytes.extracting(12..<16).array, attributesCount: a, valueCount: p,
      vaultID: bytes.extracting(24..<32).array, group: bytes.extracting(32..<48).array,
      nonce: bytes.extracting(nonceRange).array)
    if envelope.hasUnknownKind {
      guard fileCount >= envelope.prefixCount else { throw .truncated }
      return envelope
    }
    guard valueCounts.contains(p), p % valueBlock == 0 else { throw .damaged("the length of the value") }
    guard fileCount >= envelope.fileCount else { throw .truncated }
    guard fileCount == envelope.fileCount else { throw .damaged("bytes after the end") }
    return envelope
  }

  private init(
    kind: UInt8, tree: Tree, keyID: [UInt8], attributesCount: Int, valueCount: Int, vaultID: [UInt8], group: [UInt8],
    nonce: [UInt8]
  ) {
    self.kind = kind
    self.tree = tree
    self.keyID = keyID
    self.attributesCount = attributesCount
    self.valueCount = valueCount
    self.vaultID = vaultID
    self.group = group
    self.nonce = nonce
  }

  private static func checkMagic(_ bytes: RawSpan) throws(ItemFault) {
    let count = min(bytes.byteCount, magic.count)
    var agreeing = 0
    while agreeing < count, bytes.byte(agreeing) == magic[agreeing] { agreeing += 1 }
    if agreeing == magic.count { return }
    if agreeing == bytes.byteCount { throw .truncated }
    throw agreeing >= 4 ? .lineEndings : .notAnItem
  }

  /// Appends the 72 bytes.
  package func encode(into bytes: inout [UInt8]) {
    bytes += Self.magic
    bytes += [1, kind, tree.rawValue, 0]
    bytes += keyID
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: attributesCount))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: valueCount))
    bytes += vaultID
    bytes += group
    bytes += nonce
  }
}

/// What the bytes of a file alone say against its being an item.
package enum ItemFault: Error, Hashable, Sendable {
  /// The magic is another.
  case notAnItem
  /// The magic shows that line endings were converted.
  case lineEndings
  /// The file ends too early.
  case truncated
  /// A later version of the format.
  case newerVersion
  /// Anything else; the text says what, without quoting content.
  case damaged(String)
}

extension [UInt8] {
  mutating func append(littleEndian number: UInt32) {
    for shift in stride(from: 0, through: 24, by: 8) { append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  mutating func append(littleEndian number: Int64) {
    for shift in stride(from: 0, through: 56, by: 8) { append(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
  }
}
