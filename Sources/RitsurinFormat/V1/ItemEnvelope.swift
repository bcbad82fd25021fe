/// The first 72 bytes of a sealed file: Docs/Format.md#item-file.
package struct ItemEnvelope: Hashable, Sendable {
  /// The length of this part, in bytes.
  package static let byteCount = 72
  /// The length of each of the two authentication tags, in bytes.
  package static let tagCount = 16
  /// Attributes are padded to a multiple of this, in bytes.
  package static let attributesBlock = 64
  /// Values are padded to a multiple of this, in bytes.
  package static let valueBlock = 32
  /// The bounds of the padded attributes' length, in bytes.
  package static let attributesCounts = 64...65_536
  /// The bounds of the padded value's length, in bytes.
  package static let valueCounts = 32...67_108_896

  /// Where the key id stands.
  package static let keyIDRange = 12..<16
  /// Where the beginning of the vault's id stands.
  package static let vaultIDRange = 24..<32
  /// Where dG stands.
  package static let groupRange = 32..<48
  /// Where the nonce stands.
  package static let nonceRange = 48..<72

  /// `89 "RTS" CR LF 1A LF`: a conversion of line endings is recognisable, as in PNG files.
  static let magic: [UInt8] = [0x89, 0x52, 0x54, 0x53, 0x0d, 0x0a, 0x1a, 0x0a]
  /// What every item begins with, however its line ends were treated.
  package static let mark = Array(magic.prefix(4))
  /// The only version.
  static let version: UInt8 = 1
  /// The only kind known.
  static let knownKind: UInt8 = 1

  /// How the value is sealed; 1 is the only kind known.
  package let kind: UInt8
  /// The tree that the item belongs to.
  package let tree: Tree
  /// The key id of the master key, 4 bytes.
  package let keyID: [UInt8]
  /// The padded attributes' length, in bytes: a multiple of 64 within `attributesCounts`.
  package let attributesCount: Int
  /// The padded value's length, in bytes: a multiple of 32 within `valueCounts`; anything for an unknown
  /// kind.
  package let valueCount: Int
  /// The first 8 bytes of the vault's id.
  package let vaultID: [UInt8]
  /// dG, 16 bytes.
  package let group: [UInt8]
  /// The nonce of both boxes, which is also the item's revision: 24 bytes.
  package let nonce: [UInt8]

  /// The envelope of a new item of the known kind.
  package init(
    tree: Tree, keyID: [UInt8], attributesCount: Int, valueCount: Int, vaultID: [UInt8], group: [UInt8],
    nonce: [UInt8]
  ) {
    self.init(
      kind: Self.knownKind, tree: tree, keyID: keyID, attributesCount: attributesCount,
      valueCount: valueCount,
      vaultID: vaultID, group: group, nonce: nonce)
  }

  /// The envelope of an item of any kind.
  init(
    kind: UInt8, tree: Tree, keyID: [UInt8], attributesCount: Int, valueCount: Int, vaultID: [UInt8],
    group: [UInt8], nonce: [UInt8]
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

  /// Whether a newer tool sealed the value in its own way.
  package var hasUnknownKind: Bool { kind != Self.knownKind }

  /// The length up to the end of the sealed attributes, in bytes: what a sidecar repeats.
  package var prefixCount: Int { Self.byteCount + attributesCount + Self.tagCount }

  /// The length of the whole file of the known kind, in bytes.
  package var fileCount: Int { prefixCount + valueCount + Self.tagCount }

  /// Appends the 72 bytes.
  package func encode(into bytes: inout [UInt8]) {
    bytes += Self.magic
    bytes += [Self.version, kind, tree.rawValue, 0]
    bytes += keyID
    bytes.append(littleEndian: UInt32(clamping: attributesCount))
    bytes.append(littleEndian: UInt32(clamping: valueCount))
    bytes += vaultID
    bytes += group
    bytes += nonce
  }
}
