import CSodium

/// Argon2id 1.3 with one lane (`crypto_pwhash`), which makes a key of a passphrase.
package enum PasswordHash {
  /// The length of a salt, in bytes.
  package static let saltByteCount = 16

  /// Derives a key; slow by purpose, so never on a thread that someone waits for.
  ///
  /// - Parameters:
  ///   - passphrase: Its bytes as given, possibly none (whether that is allowed is the caller's matter).
  ///   - salt: 16 bytes. The caller's parser checked that, so another length is a bug and stops the program.
  ///   - cost: Passes and memory.
  /// - Throws: `CryptoError.outOfMemory` when the memory of `cost` is not to be had; `.libraryUnavailable`.
  /// - Complexity: O(`cost.opsLimit` × `cost.memLimit`).
  package static func key(
    passphrase: RawSpan, salt: RawSpan, cost: PasswordHashCost
  ) throws(CryptoError) -> SymmetricKey {
    precondition(salt.byteCount == saltByteCount, "a salt has 16 bytes")
    var isDone = false
    let key = try unsafe SymmetricKey(filledBy: { (key) in
      unsafe salt.withPointer { (salt, _) in
        unsafe passphrase.withPointer { (passphrase, count) in
          // The same bytes under C's other name for them.
          let passphrase = unsafe UnsafeRawPointer(passphrase).assumingMemoryBound(to: CChar.self)
          isDone =
            unsafe crypto_pwhash(
              key, UInt64(SymmetricKey.byteCount), passphrase, UInt64(count), salt, cost.opsLimit,
              cost.memLimit,
              crypto_pwhash_ALG_ARGON2ID13) == 0
        }
      }
    })
    // The limits are valid, so memory is what was missing.
    guard isDone else { throw .outOfMemory(needed: cost.memLimit) }
    return key
  }
}
