import CSodium

/// A secret key of 32 bytes: a master key, a subkey, or any other secret of that length.
package struct SymmetricKey: Sendable, Equatable, Redacted {
  /// The length of every key, in bytes.
  package static let byteCount = 32

  /// The key itself, always `byteCount` bytes.
  package let bytes: SecretBytes

  /// Takes over bytes as a key; nil when they are not `byteCount` bytes.
  package init?(_ bytes: SecretBytes) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes a key whose 32 bytes `body` writes.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  init(filledBy body: (UnsafeMutablePointer<UInt8>) -> Void) throws(CryptoError) {
    bytes = try SecretBytes(count: Self.byteCount) { (span) in
      unsafe span.withMutablePointer { (pointer, _) in unsafe body(pointer) }
    }
  }

  /// Makes a new random key (`randombytes_buf`).
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package static func random() throws(CryptoError) -> SymmetricKey {
    try unsafe SymmetricKey(filledBy: { (key) in unsafe randombytes_buf(key, byteCount) })
  }

  /// Derives KDF(`id`) of this key (`crypto_kdf_derive_from_key`, context "ritsurin").
  ///
  /// - Parameter id: The number of the subkey, any value.
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package func subkey(_ id: UInt64) throws(CryptoError) -> SymmetricKey {
    try unsafe SymmetricKey(filledBy: { (subkey) in
      unsafe withKey { (key) in
        // Fails only for lengths other than 16...64.
        _ = unsafe crypto_kdf_derive_from_key(subkey, Self.byteCount, id, "ritsurin", key)
      }
    })
  }

  /// Names this master key in public: the first 4 bytes of KDF(6).
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  package func keyID() throws(CryptoError) -> KeyID {
    try Sodium.require()
    // Guarded memory is for keys that stay; this one is gone with the next line.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.byteCount) { (subkey) in
      guard let target = subkey.baseAddress else { return KeyID(prefix: RawSpan()) }
      unsafe withKey { (key) in
        _ = unsafe crypto_kdf_derive_from_key(target, Self.byteCount, 6, "ritsurin", key)
      }
      defer { unsafe sodium_memzero(target, Self.byteCount) }
      return KeyID(prefix: unsafe UnsafeRawBufferPointer(subkey).bytes)
    }
  }

  /// Lends the key to a C function.
  func withKey<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    bytes.withBytes { (span) in unsafe span.withPointer { (pointer, _) in unsafe body(pointer) } }
  }
}
