extension ItemEnvelope {
  /// Checks the beginning of a file up to its length, in the order that Docs/Format.md#check-order, sets.
  ///
  /// Nothing is allocated before the lengths are known to be sound.
  ///
  /// - Parameters:
  ///   - bytes: The first 72 bytes or more; all of them in a shorter file.
  ///   - fileCount: The file's length in bytes.
  /// - Throws: What is wrong. Vault, key and place are the caller's to check.
  package static func parse(_ bytes: RawSpan, fileCount: Int) throws(ItemFault) -> ItemEnvelope {
    let layout = try ItemLayout(parsing: bytes, fileCount: fileCount)
    return ItemEnvelope(
      kind: layout.kind, tree: layout.tree, keyID: bytes.extracting(keyIDRange).array,
      attributesCount: layout.attributesCount, valueCount: layout.valueCount,
      vaultID: bytes.extracting(vaultIDRange).array, group: bytes.extracting(groupRange).array,
      nonce: bytes.extracting(nonceRange).array)
  }

  /// What `ItemLayout` keeps of a beginning that passes all checks.
  fileprivate static func checked(
    _ bytes: RawSpan, fileCount: Int
  ) throws(ItemFault) -> (kind: UInt8, tree: Tree, attributesCount: Int, valueCount: Int) {
    try checkMagic(bytes)
    guard bytes.byteCount >= byteCount, fileCount >= byteCount else { throw .truncated }
    guard bytes.byte(8) != 0 else { throw .damaged("version 0") }
    guard bytes.byte(8) == version else { throw .newerVersion }
    let kind = bytes.byte(9)
    guard kind != 0 else { throw .damaged("kind 0") }
    guard let tree = Tree(rawValue: bytes.byte(10)) else { throw .damaged("an unknown tree") }
    guard bytes.byte(11) == 0 else { throw .damaged("a reserved byte is set") }
    let attributesCount = Int(clamping: bytes.littleEndian32(16))
    guard attributesCounts.contains(attributesCount), attributesCount % attributesBlock == 0 else {
      throw .damaged("the length of the attributes")
    }
    let valueCount = Int(clamping: bytes.littleEndian32(20))
    let prefixCount = byteCount + attributesCount + tagCount
    if kind == knownKind {
      guard valueCounts.contains(valueCount), valueCount % valueBlock == 0 else {
        throw .damaged("the length of the value")
      }
      let expected = prefixCount + valueCount + tagCount
      guard fileCount >= expected else { throw .truncated }
      guard fileCount == expected else { throw .damaged("bytes after the end") }
    } else {
      guard fileCount >= prefixCount else { throw .truncated }
    }
    return (kind, tree, attributesCount, valueCount)
  }

  /// Tells a file cut within the magic from one whose line endings were converted, and both from any other
  /// file.
  private static func checkMagic(_ bytes: RawSpan) throws(ItemFault) {
    let count = min(bytes.byteCount, magic.count)
    var agreeing = 0
    while agreeing < count, bytes.byte(agreeing) == magic[agreeing] { agreeing += 1 }
    if agreeing == magic.count { return }
    if agreeing == bytes.byteCount { throw .truncated }
    throw agreeing >= 4 ? .lineEndings : .notAnItem
  }
}

/// How a sealed file is divided: its envelope without what the caller compares in place.
///
/// The bytes of key id, vault id, group and nonce stay where they are, at the ranges `ItemEnvelope` names.
package struct ItemLayout: Hashable, Sendable {
  /// How the value is sealed.
  package let kind: UInt8
  /// The tree that the item belongs to.
  package let tree: Tree
  /// The padded attributes' length, in bytes.
  package let attributesCount: Int
  /// The padded value's length, in bytes.
  package let valueCount: Int

  /// Checks the beginning of a file, as `ItemEnvelope.parse`; allocates nothing.
  ///
  /// - Throws: What is wrong. Vault, key and place are the caller's to check.
  package init(parsing bytes: RawSpan, fileCount: Int) throws(ItemFault) {
    (kind, tree, attributesCount, valueCount) = try ItemEnvelope.checked(bytes, fileCount: fileCount)
  }

  /// Whether a newer tool sealed the value in its own way.
  package var hasUnknownKind: Bool { kind != ItemEnvelope.knownKind }

  /// The length up to the end of the sealed attributes, in bytes.
  package var prefixCount: Int { ItemEnvelope.byteCount + attributesCount + ItemEnvelope.tagCount }

  /// The sealed attributes, tag included.
  package var attributesRange: Range<Int> { ItemEnvelope.byteCount..<prefixCount }

  /// The sealed value, tag included.
  package var valueRange: Range<Int> { prefixCount..<prefixCount + valueCount + ItemEnvelope.tagCount }
}
