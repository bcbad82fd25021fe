internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Opens one file for `DirectReader`, in the order of Docs/Format.md#check-order.
struct DirectLook {
  /// How much the first read takes, in bytes: all of an item with a short value.
  private static let firstRead = 1_024

  let files: FileSystem
  let root: FileDescriptor
  let vaultID: [UInt8]
  let keyID: KeyID
  let wanted: DirectReader.Wanted

  enum Answer {
    case absent
    case found(DirectReader.Found)
    /// The general way has to look, whatever it is.
    case unclear
  }

  func look(
    in place: DirectPlace, _ tree: DirectPlace.TreePlace, digest: Digest128, account: RawSpan,
    synchronizable: Bool
  ) -> Answer {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.firstRead, alignment: 16) { (buffer) in
      // First the path, then the opened attributes.
      var text = unsafe buffer.mutableBytes
      let end = place.write(&text, in: tree, digest: digest, account: account)
      do {
        guard let file = try files.openIfPresent(path: text.bytes.extracting(first: end), beneath: root)
        else {
          return .absent
        }
        guard let found = try read(file, place, tree, account, synchronizable, text: &text) else {
          return .unclear
        }
        return .found(found)
      } catch {
        return .unclear
      }
    }
  }

  private func read(
    _ file: borrowing OpenFile, _ place: DirectPlace, _ tree: DirectPlace.TreePlace, _ account: RawSpan,
    _ synchronizable: Bool, text: inout MutableRawSpan
  ) throws(SystemError) -> DirectReader.Found? {
    try unsafe withUnsafeTemporaryAllocation(byteCount: Self.firstRead, alignment: 16) {
      (buffer) throws(SystemError) -> DirectReader.Found? in
      var bytes = unsafe buffer.mutableBytes
      var count = try file.read(into: &bytes)
      // A file that fills the buffer may go on; one that does not fill it was read whole.
      if count == Self.firstRead {
        let status = try file.status()
        guard status.kind == .regular else { return nil }
        count = status.size
      }
      guard
        let layout = try? ItemLayout(
          parsing: bytes.bytes.extracting(first: min(count, Self.firstRead)), fileCount: count),
        // Longer attributes find no room in `text`.
        layout.prefixCount <= Self.firstRead,
        let opened = open(bytes.bytes, layout, place, tree, account, synchronizable, text: &text)
      else { return nil }
      guard wanted == .value else { return opened.found }
      guard let key = opened.valueKey else { return nil }
      var found = opened.found
      if count > Self.firstRead {
        found.value = try largeValue(file, count, layout, prefix: bytes.bytes, opened.nonce, key)
      } else if let range = Self.openValue(in: &bytes, layout, opened.nonce, key) {
        found.value = unsafe bytes.bytes.extracting(range).withUnsafeBytes { unsafe Data($0) }
      }
      return found.value == nil ? nil : found
    }
  }

  /// What `open` gives.
  private struct Opened {
    var found: DirectReader.Found
    let nonce: Nonce
    /// nil where the value is locked, or not to be opened by this version.
    let valueKey: SymmetricKey?
  }

  /// Checks the envelope, opens the attributes, and compares them with the names that led here.
  private func open(
    _ bytes: RawSpan, _ layout: ItemLayout, _ place: DirectPlace, _ tree: DirectPlace.TreePlace,
    _ account: RawSpan, _ synchronizable: Bool, text: inout MutableRawSpan
  ) -> Opened? {
    guard
      bytes.extracting(ItemEnvelope.vaultIDRange).hasSameBytes(as: unsafe vaultID.span.bytes),
      KeyID(bytes.extracting(ItemEnvelope.keyIDRange)) == keyID, layout.tree == tree.tree,
      Digest128(bytes.extracting(ItemEnvelope.groupRange)) == place.groupDigest,
      let nonce = Nonce(bytes.extracting(ItemEnvelope.nonceRange)),
      AEAD.open(
        bytes.extracting(layout.attributesRange), aad: bytes.extracting(first: ItemEnvelope.byteCount),
        nonce: nonce, key: tree.keys.attributes, into: &text),
      let count = Padding.unpaddedCount(
        text.bytes.extracting(first: layout.attributesCount), block: ItemEnvelope.attributesBlock)
    else { return nil }
    let opened = text.bytes.extracting(first: count)
    guard
      let fields = try? AttributeFields(parsing: opened), !fields.hasUnknownCode, !layout.hasUnknownKind,
      let names = try? fields.names(in: opened), names.synchronizable == synchronizable,
      names.accessibility.isDeviceOnly == (tree.tree == .device),
      opened.extracting(names.account).hasSameBytes(as: account),
      place.isService(at: names.service, in: opened),
      place.isGroup(at: names.group, in: opened)
    else { return nil }
    var found = DirectReader.Found()
    if wanted == .attributes {
      guard let attributes = try? fields.attributes(in: opened) else { return nil }
      found.attributes = DirectReader.FoundAttributes(attributes: attributes, revision: nonce)
    }
    return Opened(found: found, nonce: nonce, valueKey: tree.keys.value(names.accessibility))
  }

  /// Opens the value in place.
  ///
  /// - Returns: Where it stands.
  private static func openValue(
    in bytes: inout MutableRawSpan, _ layout: ItemLayout, _ nonce: Nonce, _ key: SymmetricKey
  ) -> Range<Int>? {
    let sealed = layout.valueRange
    guard AEAD.openInPlace(&bytes, sealed: sealed, nonce: nonce, key: key) else { return nil }
    let padded = sealed.lowerBound..<sealed.lowerBound + layout.valueCount
    guard let count = Padding.unpaddedCount(bytes.bytes.extracting(padded), block: ItemEnvelope.valueBlock)
    else { return nil }
    return sealed.lowerBound..<sealed.lowerBound + count
  }

  /// Reads the whole of a larger file into memory that becomes the result's.
  ///
  /// - Parameter prefix: The part of the file that was checked; it must still be the same.
  private func largeValue(
    _ file: borrowing OpenFile, _ count: Int, _ layout: ItemLayout, prefix: RawSpan, _ nonce: Nonce,
    _ key: SymmetricKey
  ) throws(SystemError) -> Data? {
    guard let memory = FileBytes(count: count) else { return nil }
    let range = try memory.withMutableBytes { (bytes) throws(SystemError) -> Range<Int>? in
      guard try file.read(into: &bytes) == count,
        bytes.bytes.extracting(first: layout.prefixCount).hasSameBytes(
          as: prefix.extracting(first: layout.prefixCount))
      else { return nil }
      return Self.openValue(in: &bytes, layout, nonce, key)
    }
    guard let range, let start = unsafe memory.start else { return nil }
    return unsafe Data(
      bytesNoCopy: start + range.lowerBound, count: range.count,
      deallocator: .custom { _, _ in withExtendedLifetime(memory) {} })
  }
}

extension RawSpan {
  /// Whether both are the same bytes.
  func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return unsafe withUnsafeBytes { (one) in
      unsafe other.withUnsafeBytes { (two) in unsafe one.elementsEqual(two) }
    }
  }
}
