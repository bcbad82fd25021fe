import CSodium

/// Padding to a multiple of a block: 0x80, then zeros (`sodium_pad`, ISO/IEC 7816-4).
package enum Padding {
  /// The length after padding: the next multiple of `block` above `count`, so that at least one byte is
  /// added.
  ///
  /// - Parameters:
  ///   - count: Bytes, 0 or more and far from `Int.max`.
  ///   - block: Bytes, at least 1.
  package static func paddedCount(_ count: Int, block: Int) -> Int {
    count - count % block + block
  }

  /// Writes the padding behind the first `count` bytes, up to `paddedCount`; constant time within the last
  /// block.
  ///
  /// - Parameters:
  ///   - buffer: At least `paddedCount` bytes: the caller laid it out, so a shorter one is a bug and
  ///     stops the
  ///     program.
  ///   - count: Bytes of the message.
  ///   - block: Bytes, at least 1.
  /// - Complexity: O(`block`).
  package static func pad(_ buffer: inout MutableRawSpan, count: Int, block: Int) {
    precondition(
      count >= 0 && block > 0 && paddedCount(count, block: block) <= buffer.byteCount,
      "no room for the padding")
    unsafe buffer.withMutablePointer { (buffer, room) in
      _ = unsafe sodium_pad(nil, buffer, count, block, room)
    }
  }

  /// The length of the message within padded bytes (`sodium_unpad`).
  ///
  /// - Parameter block: Bytes, at least 1.
  /// - Returns: Nil for bad padding, and for a length that is no multiple of `block` above 0.
  /// - Complexity: O(`block`), whatever the padding.
  package static func unpaddedCount(_ bytes: RawSpan, block: Int) -> Int? {
    guard block > 0, bytes.byteCount >= block, bytes.byteCount % block == 0 else { return nil }
    var count = 0
    let result = unsafe bytes.withPointer { (bytes, paddedCount) in
      unsafe sodium_unpad(&count, bytes, paddedCount, block)
    }
    return result == 0 ? count : nil
  }
}
