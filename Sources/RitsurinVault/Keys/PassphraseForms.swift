internal import RitsurinCrypto

#if canImport(Darwin)
  internal import Foundation
#else
  // The standard library normalizes as Unicode says, also Hangul, where Foundation on Linux does not.
  @_spi(_Unicode) internal import Swift
#endif

/// The other Unicode forms under which a passphrase may have been typed.
///
/// They are tried only after the form as given: they may help, and never decide alone whether a vault opens.
enum PassphraseForms {
  /// The composed and the decomposed form where they differ from the text and from each other.
  ///
  /// - Returns: nothing for ASCII and for bytes that are not UTF-8.
  static func others(of passphrase: SecretBytes) throws(CryptoError) -> [SecretBytes] {
    var given = passphrase.withBytes { bytes in
      (0..<bytes.byteCount).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
    defer { given.wipe() }
    guard given.contains(where: { $0 >= 0x80 }), let text = String(validating: given, as: UTF8.self) else {
      return []
    }
    var forms: [SecretBytes] = []
    var seen = [given]
    defer { for index in seen.indices { seen[index].wipe() } }
    for form in [composed(text), decomposed(text)] where !seen.contains(form) {
      seen.append(form)
      forms.append(try SecretBytes(copying: unsafe form.span.bytes))
    }
    return forms
  }

  #if canImport(Darwin)
    private static func composed(_ text: String) -> [UInt8] {
      Array(text.precomposedStringWithCanonicalMapping.utf8)
    }
    private static func decomposed(_ text: String) -> [UInt8] {
      Array(text.decomposedStringWithCanonicalMapping.utf8)
    }
  #else
    private static func composed(_ text: String) -> [UInt8] { utf8(text._nfc) }
    private static func decomposed(_ text: String) -> [UInt8] { utf8(text._nfd) }

    private static func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return Array(String(text).utf8)
    }
  #endif
}
