import RitsurinCrypto
import Testing

/// Bytes written as hex.
func bytes(hex: String) throws -> [UInt8] {
  let digits = Array(hex.utf8)
  try #require(digits.count.isMultiple(of: 2))
  return try stride(from: 0, to: digits.count, by: 2).map { index in
    try #require(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
  }
}

/// A key written as hex.
func key(hex: String) throws -> SymmetricKey {
  let bytes = try bytes(hex: hex)
  return try #require(try SymmetricKey(secret(bytes)))
}

/// A secret with the given bytes.
func secret(_ bytes: [UInt8]) throws(CryptoError) -> SecretBytes {
  try SecretBytes(copying: bytes)
}

/// The bytes of a secret, for comparing.
func revealed(_ secret: SecretBytes?) -> [UInt8]? {
  secret?.withBytes { (span) in unsafe span.withUnsafeBytes { (buffer) in unsafe Array(buffer) } }
}

/// The bytes of a key, for comparing.
func revealed(_ key: SymmetricKey) -> [UInt8] {
  revealed(key.bytes) ?? []
}

/// `bytes` with one bit changed.
func flipped(_ bytes: [UInt8], bit: Int) -> [UInt8] {
  var result = bytes
  result[bit / 8] ^= 1 << UInt8(bit % 8)
  return result
}
