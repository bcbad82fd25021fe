/// A digest of 32 bytes, such as that of a whole file.
package struct Digest256: Hashable, Sendable {
  /// The length, in bytes.
  package static let byteCount = 32

  // In memory order, so that a C function can write into it.
  private var words: Words

  /// The bytes as numbers, in memory order.
  private struct Words: Hashable {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var fourth: UInt64 = 0
  }

  /// Takes 32 bytes; nil for any other length.
  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    unsafe self.init(filledBy: { (target) in
      unsafe bytes.withUnsafeBytes { (source) in unsafe target.copyMemory(from: source) }
    })
  }

  /// Makes a digest whose 32 bytes `body` writes.
  init(filledBy body: (UnsafeMutableRawBufferPointer) -> Void) {
    words = Words()
    unsafe withUnsafeMutableBytes(of: &words) { (buffer) in unsafe body(buffer) }
  }

  /// The 32 bytes, copied.
  package var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: words) { (buffer) in unsafe Array(buffer) }
  }

  /// The bytes as 64 digits of lower case hex.
  package var hex: String { LowerHex.string(bytes) }

  /// Lends the 32 bytes to `body` without allocating.
  ///
  /// - Throws: What `body` throws.
  package func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBytes(of: words) { (buffer) throws(E) in try body(unsafe buffer.bytes) }
  }
}
