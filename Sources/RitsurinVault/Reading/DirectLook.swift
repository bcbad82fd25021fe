internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Opens one file for `DirectReader`.
struct DirectLook {
  let files: FileSystem
  let root: FileDescriptor
  let opening: DirectOpening
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
    unsafe withUnsafeTemporaryAllocation(byteCount: DirectOpening.firstRead, alignment: 16) { (buffer) in
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
    try unsafe withUnsafeTemporaryAllocation(byteCount: DirectOpening.firstRead, alignment: 16) {
      (buffer) throws(SystemError) -> DirectReader.Found? in
      var bytes = unsafe buffer.mutableBytes
      guard
        let head = try opening.open(
          file, in: tree.tree, group: place.groupDigest, key: tree.keys.attributes, reading: &bytes,
          into: &text),
        let opened = check(
          text.bytes.extracting(first: head.attributesCount), head, place, tree, account, synchronizable)
      else { return nil }
      guard wanted == .value else { return opened.found }
      guard let key = opened.valueKey else { return nil }
      var found = opened.found
      if head.fileCount > DirectOpening.firstRead {
        found.value = try largeValue(file, head, prefix: bytes.bytes, key)
      } else if let range = Self.openValue(in: &bytes, head, key) {
        found.value = unsafe bytes.bytes.extracting(range).withUnsafeBytes { unsafe Data($0) }
      }
      return found.value == nil ? nil : found
    }
  }

  /// What `check` gives.
  private struct Checked {
    var found: DirectReader.Found
    /// nil where the value is locked, or not to be opened by this version.
    let valueKey: SymmetricKey?
  }

  /// Compares opened attributes with the names that led here.
  private func check(
    _ opened: RawSpan, _ head: DirectOpening.Opened, _ place: DirectPlace, _ tree: DirectPlace.TreePlace,
    _ account: RawSpan, _ synchronizable: Bool
  ) -> Checked? {
    guard
      let fields = try? AttributeFields(parsing: opened), !fields.hasUnknownCode, !head.layout.hasUnknownKind,
      let names = try? fields.names(in: opened), names.synchronizable == synchronizable,
      names.accessibility.isDeviceOnly == (tree.tree == .device),
      opened.extracting(names.account).hasSameBytes(as: account),
      place.isService(at: names.service, in: opened),
      place.isGroup(at: names.group, in: opened)
    else { return nil }
    var found = DirectReader.Found()
    if wanted == .attributes {
      guard let attributes = try? fields.attributes(in: opened, service: place.service) else { return nil }
      found.attributes = DirectReader.FoundAttributes(attributes: attributes, revision: head.nonce)
    }
    return Checked(found: found, valueKey: tree.keys.value(names.accessibility))
  }

  /// Opens the value in place.
  ///
  /// - Returns: Where it stands.
  private static func openValue(
    in bytes: inout MutableRawSpan, _ head: DirectOpening.Opened, _ key: SymmetricKey
  ) -> Range<Int>? {
    let sealed = head.layout.valueRange
    guard AEAD.openInPlace(&bytes, sealed: sealed, nonce: head.nonce, key: key) else { return nil }
    let padded = sealed.lowerBound..<sealed.lowerBound + head.layout.valueCount
    guard let count = Padding.unpaddedCount(bytes.bytes.extracting(padded), block: ItemEnvelope.valueBlock)
    else { return nil }
    return sealed.lowerBound..<sealed.lowerBound + count
  }

  /// Reads the whole of a larger file into memory that becomes the result's.
  ///
  /// - Parameter prefix: The part of the file that was checked; it must still be the same.
  private func largeValue(
    _ file: borrowing OpenFile, _ head: DirectOpening.Opened, prefix: RawSpan, _ key: SymmetricKey
  ) throws(SystemError) -> Data? {
    guard let memory = FileBytes(count: head.fileCount) else { return nil }
    let range = try memory.withMutableBytes { (bytes) throws(SystemError) -> Range<Int>? in
      guard try file.read(into: &bytes) == head.fileCount,
        bytes.bytes.extracting(first: head.layout.prefixCount).hasSameBytes(
          as: prefix.extracting(first: head.layout.prefixCount))
      else { return nil }
      return Self.openValue(in: &bytes, head, key)
    }
    guard let range, let start = unsafe memory.start else { return nil }
    return unsafe Data(
      bytesNoCopy: start + range.lowerBound, count: range.count,
      deallocator: .custom { _, _ in withExtendedLifetime(memory) {} })
  }
}
