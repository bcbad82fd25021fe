// The same functions for bytes that lie in arrays. `Span.bytes` counts as unsafe, since elements of other
// types
// have padding; with these, no other module has to write `unsafe` to hash or open an array.

extension SecretBytes {
  /// Copies an array; see `init(copying:placement:)` for spans.
  package convenience init(copying bytes: [UInt8], placement: Placement = .guarded) throws(CryptoError) {
    try self.init(copying: unsafe bytes.span.bytes, placement: placement)
  }
}

extension KeyID {
  /// Takes an array of 4 bytes; nil for any other length.
  package init?(_ bytes: [UInt8]) { self.init(unsafe bytes.span.bytes) }
}

extension Digest128 {
  /// Takes an array of 16 bytes; nil for any other length.
  package init?(_ bytes: [UInt8]) { self.init(unsafe bytes.span.bytes) }
}

extension Digest256 {
  /// Takes an array of 32 bytes; nil for any other length.
  package init?(_ bytes: [UInt8]) { self.init(unsafe bytes.span.bytes) }
}

extension Nonce {
  /// Takes an array of 24 bytes; nil for any other length.
  package init?(_ bytes: [UInt8]) { self.init(unsafe bytes.span.bytes) }
}

extension KeyedHash {
  /// H(`key`, 16, `message`); see `digest128(_:key:)` for spans.
  package static func digest128(_ message: [UInt8], key: SymmetricKey) -> Digest128 {
    digest128(unsafe message.span.bytes, key: key)
  }

  /// H(`key`, 32, `message`); see `key(_:key:)` for spans.
  package static func key(_ message: [UInt8], key: SymmetricKey) throws(CryptoError) -> SymmetricKey {
    try self.key(unsafe message.span.bytes, key: key)
  }

  /// The unkeyed digest of 32 bytes; see `digest256(_:)` for spans.
  package static func digest256(_ message: [UInt8]) -> Digest256 {
    digest256(unsafe message.span.bytes)
  }

  /// Four bytes against typing errors; see `check4(_:)` for spans.
  package static func check4(_ message: [UInt8]) -> [UInt8] {
    check4(unsafe message.span.bytes)
  }
}

extension AEAD {
  /// Seals an array; see `seal(_:aad:nonce:key:)` for spans.
  package static func seal(_ message: [UInt8], aad: [UInt8], nonce: Nonce, key: SymmetricKey) -> [UInt8] {
    seal(unsafe message.span.bytes, aad: unsafe aad.span.bytes, nonce: nonce, key: key)
  }

  /// Opens an array; see `open(_:aad:nonce:key:)` for spans.
  package static func open(_ sealed: [UInt8], aad: [UInt8], nonce: Nonce, key: SymmetricKey) -> [UInt8]? {
    open(unsafe sealed.span.bytes, aad: unsafe aad.span.bytes, nonce: nonce, key: key)
  }

  /// Opens an array into secret memory; see `openSecret(_:aad:nonce:key:placement:)` for spans.
  package static func openSecret(
    _ sealed: [UInt8], aad: [UInt8], nonce: Nonce, key: SymmetricKey,
    placement: SecretBytes.Placement = .guarded
  ) throws(CryptoError) -> SecretBytes? {
    try openSecret(
      unsafe sealed.span.bytes, aad: unsafe aad.span.bytes, nonce: nonce, key: key, placement: placement)
  }
}

extension Box {
  /// Opens a box that is an array; see `open(_:aad:key:)` for spans.
  package static func open(
    _ box: [UInt8], aad: [UInt8], key: SymmetricKey
  ) throws(CryptoError) -> SecretBytes? {
    try open(unsafe box.span.bytes, aad: aad, key: key)
  }
}

extension SealedBox {
  /// Seals to a public key that is an array; see `seal(_:recipient:)` for spans.
  package static func seal(_ message: SecretBytes, recipient: [UInt8]) -> [UInt8]? {
    seal(message, recipient: unsafe recipient.span.bytes)
  }

  /// Opens an array; see `open(_:secretKey:)` for spans.
  package static func open(
    _ sealed: [UInt8], secretKey: SymmetricKey
  ) throws(CryptoError) -> SecretBytes? {
    try open(unsafe sealed.span.bytes, secretKey: secretKey)
  }
}

extension SigningKey {
  /// Signs an array; see `sign(_:)` for spans.
  package func sign(_ message: [UInt8]) -> [UInt8] {
    sign(unsafe message.span.bytes)
  }
}

extension Signature {
  /// Checks arrays; see `verify(_:message:publicKey:)` for spans.
  package static func verify(_ signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool {
    verify(
      unsafe signature.span.bytes, message: unsafe message.span.bytes,
      publicKey: unsafe publicKey.span.bytes)
  }
}

extension PasswordHash {
  /// Derives a key from arrays; see `key(passphrase:salt:cost:)` for spans.
  ///
  /// The array with the passphrase stays in ordinary memory: wiping it is the caller's matter.
  package static func key(
    passphrase: [UInt8], salt: [UInt8], cost: PasswordHashCost
  ) throws(CryptoError) -> SymmetricKey {
    try key(passphrase: unsafe passphrase.span.bytes, salt: unsafe salt.span.bytes, cost: cost)
  }
}

extension Padding {
  /// The length of the message within a padded array; see `unpaddedCount(_:block:)` for spans.
  package static func unpaddedCount(_ bytes: [UInt8], block: Int) -> Int? {
    unpaddedCount(unsafe bytes.span.bytes, block: block)
  }
}

extension StrictBase64 {
  /// Decodes an array; see `decode(_:alphabet:)` for spans.
  package static func decode(_ text: [UInt8], alphabet: Alphabet) -> [UInt8]? {
    decode(unsafe text.span.bytes, alphabet: alphabet)
  }

  /// Decodes an array into secret memory; see `decodeSecret(_:alphabet:)` for spans.
  package static func decodeSecret(_ text: [UInt8], alphabet: Alphabet) throws(CryptoError) -> SecretBytes? {
    try decodeSecret(unsafe text.span.bytes, alphabet: alphabet)
  }

  /// Encodes an array; see `encode(_:alphabet:)` for spans.
  package static func encode(_ bytes: [UInt8], alphabet: Alphabet) -> [UInt8] {
    encode(unsafe bytes.span.bytes, alphabet: alphabet)
  }
}
