import CSodium

/// Checking of Ed25519 signatures.
package enum Signature {
  /// The length of a signature, in bytes.
  package static let byteCount = 64

  /// The length of a public key, in bytes.
  package static let publicKeyByteCount = 32

  /// Whether `signature` is one of `message` by `publicKey` (`crypto_sign_verify_detached`); false also for
  /// wrong
  /// lengths and for points of small order.
  ///
  /// - Complexity: O(count of `message`).
  package static func verify(_ signature: RawSpan, message: RawSpan, publicKey: RawSpan) -> Bool {
    guard signature.byteCount == byteCount, publicKey.byteCount == publicKeyByteCount else { return false }
    _ = Sodium.isReady
    return unsafe signature.withPointer { (signature, _) in
      unsafe message.withPointer { (message, count) in
        unsafe publicKey.withPointer { (publicKey, _) in
          unsafe crypto_sign_verify_detached(signature, message, UInt64(count), publicKey) == 0
        }
      }
    }
  }
}
