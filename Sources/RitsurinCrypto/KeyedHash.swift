import CSodium

/// BLAKE2b, keyed and unkeyed (`crypto_generichash`); digests allocate nothing.
package enum KeyedHash {
  /// H(`key`, 16, `message`).
  ///
  /// - Complexity: O(count of `message`).
  package static func digest128(_ message: RawSpan, key: SymmetricKey) -> Digest128 {
    unsafe Digest128(filledBy: { (output) in
      unsafe key.withKey { (key) in unsafe hash(message, key: key, into: output) }
    })
  }

  /// H(`key`, 32, `message`), itself a secret.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  /// - Complexity: O(count of `message`), and an allocation of guarded memory.
  package static func key(_ message: RawSpan, key: SymmetricKey) throws(CryptoError) -> SymmetricKey {
    try unsafe SymmetricKey(filledBy: { (output) in
      let output = unsafe UnsafeMutableRawBufferPointer(start: output, count: SymmetricKey.byteCount)
      unsafe key.withKey { (key) in unsafe hash(message, key: key, into: output) }
    })
  }

  /// The unkeyed digest of 32 bytes.
  ///
  /// - Complexity: O(count of `message`).
  package static func digest256(_ message: RawSpan) -> Digest256 {
    unsafe Digest256(filledBy: { (output) in unsafe hash(message, key: nil, into: output) })
  }

  /// Four bytes against typing errors: the first of the unkeyed digest of 16 bytes.
  ///
  /// An output of 4 bytes would be outside the function's contract (and another value).
  ///
  /// - Complexity: O(count of `message`).
  package static func check4(_ message: RawSpan) -> [UInt8] {
    let digest = unsafe Digest128(filledBy: { (output) in unsafe hash(message, key: nil, into: output) })
    return Array(digest.bytes.prefix(4))
  }

  /// The one call: `output` is 16 or 32 bytes, so it cannot fail.
  private static func hash(
    _ message: RawSpan, key: UnsafePointer<UInt8>?, into output: UnsafeMutableRawBufferPointer
  ) {
    _ = Sodium.isReady
    let keyCount = unsafe key == nil ? 0 : SymmetricKey.byteCount
    guard let target = output.baseAddress else { return }
    unsafe message.withPointer { (message, count) in
      _ = unsafe crypto_generichash(target, output.count, message, UInt64(count), key, keyCount)
    }
  }
}
