import CSodium

/// Base64 of which every value has exactly one text: no ignored characters, no stray bits, exact padding.
///
/// `sodium_base642bin` without ignored characters and with a nil end pointer, and a check of its own for
/// ASCII. It
/// works without table look-ups, so that secrets do not leak through the cache.
package enum StrictBase64 {
  /// Which 64 characters, and whether `=` fills the last group.
  package enum Alphabet: Sendable {
    /// RFC 4648, section 4: `+`, `/` and padding.
    case standardPadded
    /// RFC 4648, section 5: `-`, `_` and no padding.
    case urlUnpadded

    /// libsodium's number for it.
    var variant: Int32 {
      switch self {
      case .standardPadded: sodium_base64_VARIANT_ORIGINAL
      case .urlUnpadded: sodium_base64_VARIANT_URLSAFE_NO_PADDING
      }
    }
  }

  /// Decodes a text; nil unless it is the one text of its value.
  ///
  /// - Complexity: O(count of `text`).
  package static func decode(_ text: RawSpan, alphabet: Alphabet) -> [UInt8]? {
    guard let count = decodedCount(text, alphabet) else { return nil }
    var result = [UInt8](repeating: 0, count: count)
    var span = result.mutableSpan
    var bytes = unsafe span.mutableBytes
    guard decode(text, alphabet, into: &bytes) else { return nil }
    return result
  }

  /// Decodes a text into secret memory; nil unless it is the one text of its value.
  ///
  /// - Throws: `CryptoError.libraryUnavailable`, `.outOfMemory`.
  /// - Complexity: O(count of `text`), and an allocation of guarded memory.
  package static func decodeSecret(
    _ text: RawSpan, alphabet: Alphabet
  ) throws(CryptoError) -> SecretBytes? {
    guard let count = decodedCount(text, alphabet) else { return nil }
    return try SecretBytes.filled(count: count) { (bytes) in decode(text, alphabet, into: &bytes) }
  }

  /// Encodes bytes as ASCII (`sodium_bin2base64`).
  ///
  /// - Complexity: O(count of `bytes`).
  package static func encode(_ bytes: RawSpan, alphabet: Alphabet) -> [UInt8] {
    // The C function adds a NUL, which is cut off again.
    let count = sodium_base64_encoded_len(bytes.byteCount, alphabet.variant)
    var text = [CChar](repeating: 0, count: count)
    unsafe bytes.withPointer { (bytes, byteCount) in
      _ = unsafe sodium_bin2base64(&text, count, bytes, byteCount, alphabet.variant)
    }
    return text.dropLast().map { (character) in UInt8(bitPattern: character) }
  }

  /// The number of bytes that a text of this length and padding stands for; nil when there is none.
  private static func decodedCount(_ text: RawSpan, _ alphabet: Alphabet) -> Int? {
    let count = text.byteCount
    switch alphabet {
    case .urlUnpadded:
      return count % 4 == 1 ? nil : count / 4 * 3 + count % 4 * 3 / 4
    case .standardPadded:
      guard count % 4 == 0 else { return nil }
      var padding = 0
      while padding < min(2, count) {
        let byte = unsafe text.unsafeLoad(fromByteOffset: count - 1 - padding, as: UInt8.self)
        guard byte == UInt8(ascii: "=") else { break }
        padding += 1
      }
      return count / 4 * 3 - padding
    }
  }

  /// Decodes into exactly the bytes of `output`; false unless all of the text is read and all of it is
  /// filled.
  private static func decode(_ text: RawSpan, _ alphabet: Alphabet, into output: inout MutableRawSpan) -> Bool
  {
    _ = Sodium.isReady
    guard text.byteCount > 0 else { return true }
    guard isASCII(text) else { return false }
    return unsafe output.withMutablePointer { (output, room) in
      unsafe text.withPointer { (text, textCount) in
        // The same bytes under C's other name for them.
        let text = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
        var count = 0
        let result = unsafe sodium_base642bin(
          output, room, text, textCount, nil, &count, nil, alphabet.variant)
        return result == 0 && count == room
      }
    }
  }

  /// Whether no byte has its high bit set, in time that depends on the length alone.
  ///
  /// `sodium_base642bin` of 1.0.18 passes bytes as signed characters and takes every byte from 0x80 on for
  /// the
  /// character of 63, so that many texts would have one value.
  private static func isASCII(_ text: RawSpan) -> Bool {
    var seen: UInt8 = 0
    for offset in 0..<text.byteCount {
      seen |= unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
    return seen < 0x80
  }
}
