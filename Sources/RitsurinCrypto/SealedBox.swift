import CSodium

/// Anonymous sealing to an X25519 public key (`crypto_box_seal`): anyone can seal, so it proves no sender.
package enum SealedBox {
  /// The length of a public key, in bytes.
  package static let publicKeyByteCount = 32

  /// What a sealed box is longer than its message by, in bytes (`crypto_box_SEALBYTES`).
  package static let overhead = 48

  /// Seals a secret to a recipient.
  ///
  /// - Parameter recipient: The X25519 public key, 32 bytes.
  /// - Returns: 48 bytes more than the message; nil when `recipient` is of another length or a point of small
  ///   order, to which nothing can be sealed.
  /// - Complexity: O(count of `message`).
  package static func seal(_ message: SecretBytes, recipient: RawSpan) -> [UInt8]? {
    guard recipient.byteCount == publicKeyByteCount else { return nil }
    var sealed = [UInt8](repeating: 0, count: message.count + overhead)
    let result = message.withBytes { (message) in
      unsafe message.withPointer { (message, count) in
        unsafe recipient.withPointer { (recipient, _) in
          unsafe crypto_box_seal(&sealed, message, UInt64(count), recipient)
        }
      }
    }
    return result == 0 ? sealed : nil
  }

  /// Opens what was sealed to the public key of `secretKey` (`crypto_box_seal_open`).
  ///
  /// - Parameter secretKey: An X25519 secret key.
  /// - Returns: The secret; nil when it was sealed to another key or is damaged.
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  /// - Complexity: O(count of `sealed`).
  package static func open(
    _ sealed: RawSpan, secretKey: SymmetricKey
  ) throws(CryptoError) -> SecretBytes? {
    guard sealed.byteCount >= overhead else { return nil }
    let publicKey = publicKey(of: secretKey)
    return try SecretBytes.filled(count: sealed.byteCount - overhead) { (message) in
      unsafe message.withMutablePointer { (message, _) in
        unsafe sealed.withPointer { (sealed, count) in
          unsafe secretKey.withKey { (key) in
            unsafe crypto_box_seal_open(message, sealed, UInt64(count), publicKey, key) == 0
          }
        }
      }
    }
  }

  /// Derives the X25519 public key, 32 bytes (`crypto_scalarmult_base`).
  package static func publicKey(of secretKey: SymmetricKey) -> [UInt8] {
    var publicKey = [UInt8](repeating: 0, count: publicKeyByteCount)
    unsafe secretKey.withKey { (key) in _ = unsafe crypto_scalarmult_base(&publicKey, key) }
    return publicKey
  }
}
