package import RitsurinCrypto
package import RitsurinFormat

/// Where the secrets of a new vault come from.
package enum SecretSource: Sendable {
  /// The system's random numbers; the only source for a vault that shall keep anything secret.
  case system
  /// A key, from which everything follows: the same key makes the same vault, byte for byte. For fixtures.
  case seed(SymmetricKey)

  /// A source for fixtures.
  ///
  /// - Parameter text: Any text; who knows it knows every key.
  /// - Throws: `.outOfMemory`, `.libraryUnavailable`.
  package static func seed(_ text: String) throws(CryptoError) -> SecretSource {
    let bytes = Array("ritsurin-fixture-v1\u{0}".utf8) + Array(text.utf8)
    let digest = KeyedHash.digest256(unsafe bytes.span.bytes)
    guard let key = SymmetricKey(try SecretBytes(copying: unsafe digest.bytes.span.bytes)) else {
      throw .libraryUnavailable
    }
    return .seed(key)
  }

  /// Makes bytes.
  ///
  /// - Parameters:
  ///   - count: 0...32.
  ///   - purpose: What they are for; no two uses share one.
  package func bytes(_ count: Int, _ purpose: String) throws(CryptoError) -> [UInt8] {
    switch self {
    case .system: return Random.bytes(count)
    case .seed:
      return try key(purpose).bytes.withBytes { bytes in
        unsafe bytes.withUnsafeBytes { unsafe Array($0.prefix(count)) }
      }
    }
  }

  /// Makes a key.
  ///
  /// - Parameter purpose: What it is for.
  package func key(_ purpose: String) throws(CryptoError) -> SymmetricKey {
    switch self {
    case .system: return try .random()
    case .seed(let seed):
      let message = Array(purpose.utf8)
      return try KeyedHash.key(unsafe message.span.bytes, key: seed)
    }
  }

  /// Makes a nonce.
  ///
  /// - Parameter purpose: What it is for.
  package func nonce(_ purpose: String) throws(CryptoError) -> Nonce {
    guard case .seed = self else { return .random() }
    let bytes = try bytes(Nonce.byteCount, purpose)
    return Nonce(unsafe bytes.span.bytes) ?? .random()
  }

  /// Makes the nonce of an item.
  ///
  /// Under a seed it follows from everything that is sealed, so that two different contents never share one, and an
  /// item that stays as it is keeps its bytes when the vault around it is made anew.
  package func nonce(
    of attributes: ItemAttributes, value: some Collection<UInt8>
  ) throws(CryptoError) -> Nonce {
    guard case .seed(let seed) = self else { return .random() }
    let encoded = attributes.encode()
    var message = Array("item nonce \(encoded.count)\u{0}".utf8)
    message += encoded
    message += value
    let key = try KeyedHash.key(unsafe message.span.bytes, key: seed)
    return key.bytes.withBytes { Nonce($0.extracting(first: Nonce.byteCount)) } ?? .random()
  }
}
