internal import CSodium

extension [UInt8] {
  /// Overwrites the bytes with zeros in a way that the compiler keeps (`sodium_memzero`).
  ///
  /// For bytes that pass through an array on their way to or from a file; keys live in `SecretBytes`.
  package mutating func wipe() {
    unsafe withUnsafeMutableBytes { unsafe sodium_memzero($0.baseAddress, $0.count) }
  }
}
