/// A digest of 16 bytes, such as the name of a path component; ordered as its bytes are.
package struct Digest128: Hashable, Comparable, Sendable {
  /// The length, in bytes.
  package static let byteCount = 16

  // In memory order, so that a C function can write into it; numbers rather than an array, so that
  // dictionaries
  // of digests allocate nothing.
  private var words: Words

  /// The bytes as numbers, in memory order.
  private struct Words: Hashable {
    var first: UInt64 = 0
    var second: UInt64 = 0
  }

  /// Takes 16 bytes; nil for any other length.
  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    unsafe self.init(filledBy: { (target) in
      unsafe bytes.withUnsafeBytes { (source) in unsafe target.copyMemory(from: source) }
    })
  }

  /// Makes a digest whose 16 bytes `body` writes.
  init(filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
    words = Words()
    unsafe withUnsafeMutableBytes(of: &words) { (buffer) in unsafe body(buffer) }
  }

  /// The 16 bytes, copied.
  package var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: words) { (buffer) in unsafe Array(buffer) }
  }

  /// Lends the 16 bytes to `body` without allocating.
  ///
  /// - Throws: What `body` throws.
  package func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBytes(of: words) { (buffer) throws(E) in try body(unsafe buffer.bytes) }
  }

  /// Whether `left` comes first byte by byte (the order of `memcmp`).
  package static func < (left: Digest128, right: Digest128) -> Bool {
    let (leftWords, rightWords) = (left.words, right.words)
    if leftWords.first != rightWords.first {
      return leftWords.first.bigEndian < rightWords.first.bigEndian
    }
    return leftWords.second.bigEndian < rightWords.second.bigEndian
  }
}
