/// BOX(key, aad, message): a 24-byte nonce followed by the sealed message.
package enum Box {
  /// What a box is longer than its message by, in bytes: nonce and tag.
  package static let overhead = Nonce.byteCount + AEAD.tagByteCount

  /// Seals a secret.
  ///
  /// - Parameters:
  ///   - aad: Associated data, needed again to open.
  ///   - nonce: Random; given only by tests of known answers.
  /// - Complexity: O(count of `message` and `aad`).
  package static func seal(
    _ message: SecretBytes, aad: [UInt8], key: SymmetricKey, nonce: Nonce = .random()
  ) -> [UInt8] {
    let aad = unsafe aad.span.bytes
    return nonce.bytes
      + message.withBytes { (message) in AEAD.seal(message, aad: aad, nonce: nonce, key: key) }
  }

  /// Opens a box.
  ///
  /// - Returns: The secret; nil when the box is too short or does not open.
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  /// - Complexity: O(count of `box` and `aad`).
  package static func open(
    _ box: RawSpan, aad: [UInt8], key: SymmetricKey
  ) throws(CryptoError) -> SecretBytes? {
    guard box.byteCount >= overhead, let nonce = Nonce(box.extracting(first: Nonce.byteCount)) else {
      return nil
    }
    let sealed = box.extracting(droppingFirst: Nonce.byteCount)
    let aad = unsafe aad.span.bytes
    return try AEAD.openSecret(sealed, aad: aad, nonce: nonce, key: key)
  }
}
