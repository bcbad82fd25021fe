import CSodium

/// XChaCha20-Poly1305 with the tag appended (`crypto_aead_xchacha20poly1305_ietf_*`).
package enum AEAD {
  /// The length of the tag, in bytes.
  package static let tagByteCount = 16

  /// Seals a part of a buffer in place, the tag going to the 16 bytes behind it.
  ///
  /// - Parameters:
  ///   - buffer: Everything before `message` is associated data.
  ///   - message: The part to seal. 16 bytes must follow it: the caller laid the buffer out, so anything
  ///     else is
  ///     a bug and stops the program, as a wrong index does.
  ///   - nonce: Never used before with this key for another message.
  /// - Complexity: O(`message.upperBound`), without allocation.
  package static func sealInPlace(
    _ buffer: inout MutableRawSpan, message: Range<Int>, nonce: Nonce, key: SymmetricKey
  ) {
    precondition(
      message.lowerBound >= 0 && message.upperBound <= buffer.byteCount - tagByteCount,
      "no room for the tag behind the message")
    unsafe buffer.withMutablePointer { (base, _) in
      let text = unsafe base + message.lowerBound
      unsafe nonce.withNonce { (nonce) in
        unsafe key.withKey { (key) in
          _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            text, nil, text, UInt64(message.count), base, UInt64(message.lowerBound), nil, nonce, key)
        }
      }
    }
  }

  /// Opens a part of a buffer in place; the message then stands at its start, 16 bytes shorter.
  ///
  /// - Parameters:
  ///   - buffer: Everything before `sealed` is associated data.
  ///   - sealed: Ciphertext and tag.
  /// - Returns: False when it does not open, is shorter than a tag, or reaches beyond the buffer; what
  ///   `buffer`
  ///   holds in `sealed` is then unspecified.
  /// - Complexity: O(`sealed.upperBound`), without allocation.
  package static func openInPlace(
    _ buffer: inout MutableRawSpan, sealed: Range<Int>, nonce: Nonce, key: SymmetricKey
  ) -> Bool {
    guard sealed.lowerBound >= 0, sealed.upperBound <= buffer.byteCount, sealed.count >= tagByteCount else {
      return false
    }
    return unsafe buffer.withMutablePointer { (base, _) in
      let text = unsafe base + sealed.lowerBound
      return unsafe nonce.withNonce { (nonce) in
        unsafe key.withKey { (key) in
          unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            text, nil, nil, text, UInt64(sealed.count), base, UInt64(sealed.lowerBound), nonce, key) == 0
        }
      }
    }
  }

  /// Opens bytes that are not secret, or that the caller wipes.
  ///
  /// - Returns: The message; nil when it does not open.
  /// - Complexity: O(count of `sealed` and `aad`).
  package static func open(_ sealed: RawSpan, aad: RawSpan, nonce: Nonce, key: SymmetricKey) -> [UInt8]? {
    guard sealed.byteCount >= tagByteCount else { return nil }
    var message = [UInt8](repeating: 0, count: sealed.byteCount - tagByteCount)
    var span = message.mutableSpan
    var bytes = unsafe span.mutableBytes
    guard open(sealed, aad: aad, nonce: nonce, key: key, into: &bytes) else { return nil }
    return message
  }

  /// Opens into secret memory; no copy of the message lies anywhere else.
  ///
  /// - Parameter placement: Guarded unless said otherwise.
  /// - Returns: The message; nil when it does not open.
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  /// - Complexity: O(count of `sealed` and `aad`), and an allocation of guarded memory.
  package static func openSecret(
    _ sealed: RawSpan, aad: RawSpan, nonce: Nonce, key: SymmetricKey,
    placement: SecretBytes.Placement = .guarded
  ) throws(CryptoError) -> SecretBytes? {
    guard sealed.byteCount >= tagByteCount else { return nil }
    return try SecretBytes.filled(count: sealed.byteCount - tagByteCount, placement: placement) { (message) in
      open(sealed, aad: aad, nonce: nonce, key: key, into: &message)
    }
  }

  /// Seals a message.
  ///
  /// - Parameter nonce: Never used before with this key for another message.
  /// - Returns: Ciphertext and tag, 16 bytes longer than the message.
  /// - Complexity: O(count of `message` and `aad`).
  package static func seal(_ message: RawSpan, aad: RawSpan, nonce: Nonce, key: SymmetricKey) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: message.byteCount + tagByteCount)
    var span = sealed.mutableSpan
    var bytes = unsafe span.mutableBytes
    seal(message, aad: aad, nonce: nonce, key: key, into: &bytes)
    return sealed
  }

  /// Opens into memory of the caller's.
  ///
  /// - Parameter message: At least as long as the message: 16 bytes less than `sealed`.
  /// - Returns: False when it does not open, or there is no room; `message` then holds anything.
  /// - Complexity: O(count of `sealed` and `aad`), without allocation.
  package static func open(
    _ sealed: RawSpan, aad: RawSpan, nonce: Nonce, key: SymmetricKey, into message: inout MutableRawSpan
  ) -> Bool {
    guard sealed.byteCount >= tagByteCount, message.byteCount >= sealed.byteCount - tagByteCount else {
      return false
    }
    return unsafe message.withMutablePointer { (message, _) in
      unsafe sealed.withPointer { (sealed, sealedCount) in
        unsafe aad.withPointer { (aad, aadCount) in
          unsafe nonce.withNonce { (nonce) in
            unsafe key.withKey { (key) in
              unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                message, nil, nil, sealed, UInt64(sealedCount), aad, UInt64(aadCount), nonce, key) == 0
            }
          }
        }
      }
    }
  }

  /// Seals into `sealed`, which has exactly the right length.
  private static func seal(
    _ message: RawSpan, aad: RawSpan, nonce: Nonce, key: SymmetricKey, into sealed: inout MutableRawSpan
  ) {
    unsafe sealed.withMutablePointer { (sealed, _) in
      unsafe message.withPointer { (message, messageCount) in
        unsafe aad.withPointer { (aad, aadCount) in
          unsafe nonce.withNonce { (nonce) in
            unsafe key.withKey { (key) in
              _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                sealed, nil, message, UInt64(messageCount), aad, UInt64(aadCount), nil, nonce, key)
            }
          }
        }
      }
    }
  }
}
