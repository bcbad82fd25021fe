internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// What both short ways do with a file: one read, and its attributes opened in the order of Docs/Format.md#check-order,
/// into memory of the caller's.
struct DirectOpening {
  /// How much the first read takes, in bytes: all of an item with a short value.
  static let firstRead = 1_024

  /// The beginning of the vault's id, as items have it.
  private let vaultID: [UInt8]
  private let keyID: KeyID

  /// - Parameters:
  ///   - vaultID: The vault's 16-byte id.
  ///   - keyID: The current master key's.
  init(vaultID: [UInt8], keyID: KeyID) {
    self.vaultID = Array(vaultID.prefix(8))
    self.keyID = keyID
  }

  struct Opened {
    let layout: ItemLayout
    let nonce: Nonce
    /// The length of the file, in bytes.
    let fileCount: Int
    /// The length of the attributes, in bytes.
    let attributesCount: Int
  }

  /// Reads the beginning of a file and opens the attributes in it.
  ///
  /// - Parameters:
  ///   - tree: The tree and `group` the access group that it must say it is of.
  ///   - bytes: `firstRead` bytes, for the file's first ones.
  ///   - text: `firstRead` bytes, for the attributes.
  /// - Returns: nil where the general way has to look.
  /// - Throws: The error of a call.
  func open(
    _ file: borrowing OpenFile, in tree: Tree, group: Digest128, key: SymmetricKey,
    reading bytes: inout MutableRawSpan, into text: inout MutableRawSpan
  ) throws(SystemError) -> Opened? {
    var count = try file.read(into: &bytes)
    // A file that fills the buffer may go on; one that does not fill it was read whole.
    if count == Self.firstRead {
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      count = status.size
    }
    let head = bytes.bytes
    guard
      let layout = try? ItemLayout(
        parsing: head.extracting(first: min(count, Self.firstRead)), fileCount: count),
      // Longer attributes find no room in `text`.
      layout.prefixCount <= Self.firstRead,
      head.extracting(ItemEnvelope.vaultIDRange).hasSameBytes(as: unsafe vaultID.span.bytes),
      KeyID(head.extracting(ItemEnvelope.keyIDRange)) == keyID, layout.tree == tree,
      Digest128(head.extracting(ItemEnvelope.groupRange)) == group,
      let nonce = Nonce(head.extracting(ItemEnvelope.nonceRange)),
      AEAD.open(
        head.extracting(layout.attributesRange), aad: head.extracting(first: ItemEnvelope.byteCount),
        nonce: nonce, key: key, into: &text),
      let attributesCount = Padding.unpaddedCount(
        text.bytes.extracting(first: layout.attributesCount), block: ItemEnvelope.attributesBlock)
    else { return nil }
    return Opened(layout: layout, nonce: nonce, fileCount: count, attributesCount: attributesCount)
  }
}
