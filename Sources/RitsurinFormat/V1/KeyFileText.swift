/// The text of key, identity and device-key files: Docs/Format.md#key-files.
///
/// The key itself is never copied here: the caller decodes it into locked memory.
package struct KeyFileText: Hashable, Sendable {
  /// What the key in a file is for; the raw value begins its line.
  package enum Kind: String, Sendable, CaseIterable {
    /// Opens key-file slots.
    case key = "ritsurin-key-1"
    /// An X25519 secret key, which opens recipient slots.
    case identity = "ritsurin-identity-1"
    /// Seals items of one machine.
    case device = "ritsurin-device-1"
  }

  /// The number of characters that 32 bytes take in unpadded base64url.
  package static let encodedCount = 43

  /// Where in the file the key stands: 43 characters of canonical unpadded base64url.
  package let encodedRange: Range<Int>
  /// The first 4 bytes of the key's hash, still to be compared.
  package let check: [UInt8]

  /// The text of a file.
  ///
  /// - Parameters:
  ///   - kind: What the key is for.
  ///   - encoded: The key as 43 characters of unpadded base64url.
  ///   - check: The first 4 bytes of the key's hash.
  ///   - comments: Lines above it, without the `#`; control characters become spaces.
  /// - Returns: Secret text in an array of its own, which the caller wipes.
  package static func encode(kind: Kind, encoded: [UInt8], check: [UInt8], comments: [String]) -> [UInt8] {
    let head = comments.map { "# \(LineValue.printable($0))\n" }.joined() + kind.rawValue + ":"
    let tail = ":\(Hex.encode(check))\n"
    var text: [UInt8] = []
    // An array that grew would leave pieces of the secret behind.
    text.reserveCapacity(head.utf8.count + encoded.count + tail.utf8.count)
    text += head.utf8
    text += encoded
    text += tail.utf8
    return text
  }
}
