/// A nonce of XChaCha20-Poly1305: 24 bytes, long enough to be drawn at random for every message.
package struct Nonce: Hashable, Sendable {
  /// The length, in bytes.
  package static let byteCount = 24

  // In memory order, so that a C function can write into it.
  private var words: Words

  /// The bytes as numbers, in memory order.
  private struct Words: Hashable {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
  }

  /// Takes 24 bytes; nil for any other length.
  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    words = Words()
    unsafe withUnsafeMutableBytes(of: &words) { (target) in
      unsafe bytes.withUnsafeBytes { (source) in unsafe target.copyMemory(from: source) }
    }
  }

  private init(randomly: Void) {
    words = Words()
    unsafe withUnsafeMutableBytes(of: &words) { (target) in
      var span = unsafe target.mutableBytes
      Random.fill(&span)
    }
  }

  /// Draws a new nonce (`randombytes_buf`).
  package static func random() -> Nonce {
    Nonce(randomly: ())
  }

  /// The 24 bytes, copied.
  package var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: words) { (buffer) in unsafe Array(buffer) }
  }

  /// Lends the 24 bytes to `body` without allocating.
  ///
  /// - Throws: What `body` throws.
  package func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBytes(of: words) { (buffer) throws(E) in try body(unsafe buffer.bytes) }
  }

  /// Lends the nonce to a C function.
  func withNonce<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withBytes { (bytes) in unsafe bytes.withPointer { (pointer, _) in unsafe body(pointer) } }
  }
}
