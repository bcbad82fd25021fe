import CSodium

/// An Ed25519 key pair made from a seed (`crypto_sign_seed_keypair`).
package struct SigningKey: Sendable, Redacted {
  /// The 32 secret bytes that everything follows from.
  package let seed: SymmetricKey

  /// The public key, 32 bytes.
  package let publicKey: [UInt8]

  // Seed and public key in libsodium's form, 64 bytes.
  private let secretKey: SecretBytes

  /// Derives the key pair of a seed.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package init(seed: SymmetricKey) throws(CryptoError) {
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    secretKey = try SecretBytes(count: Int(crypto_sign_SECRETKEYBYTES)) { (secretKey) in
      unsafe secretKey.withMutablePointer { (secretKey, _) in
        unsafe seed.withKey { (seed) in _ = unsafe crypto_sign_seed_keypair(&publicKey, secretKey, seed) }
      }
    }
    self.publicKey = publicKey
    self.seed = seed
  }

  /// Derives the key pair of a seed; nil when it is not 32 bytes.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package init?(seed: SecretBytes) throws(CryptoError) {
    guard let seed = SymmetricKey(seed) else { return nil }
    try self.init(seed: seed)
  }

  /// Makes a new key pair.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package static func random() throws(CryptoError) -> SigningKey {
    try SigningKey(seed: .random())
  }

  /// Signs a message (`crypto_sign_detached`).
  ///
  /// - Returns: The signature, 64 bytes; always the same one for the same message.
  /// - Complexity: O(count of `message`).
  package func sign(_ message: RawSpan) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Signature.byteCount)
    unsafe message.withPointer { (message, count) in
      secretKey.withBytes { (key) in
        unsafe key.withPointer { (key, _) in
          _ = unsafe crypto_sign_detached(&signature, nil, message, UInt64(count), key)
        }
      }
    }
    return signature
  }
}
