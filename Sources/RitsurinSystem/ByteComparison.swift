#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Compares memory, and text by its UTF-8 bytes (`memcmp`): Swift's own comparison of text takes composed and decomposed
/// forms for the same, and its generic one of bytes goes byte by byte.
package enum ByteComparison {
  /// Whether both are the same bytes.
  ///
  /// - Complexity: linear.
  package static func areSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    unsafe one.count == other.count && order(one, other) == 0
  }

  /// Whether two texts have the same bytes.
  ///
  /// - Complexity: linear.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && order(one, other) == 0
  }

  /// Below zero where the first text comes before the second one by bytes, zero where they are the same.
  ///
  /// - Complexity: linear in the shorter text.
  package static func order(_ one: String, _ other: String) -> Int {
    unsafe withBytes(of: one) { (one) in
      unsafe withBytes(of: other) { (other) in unsafe order(one, other) }
    }
  }

  /// How many bytes two texts begin with in common, of so many at most.
  ///
  /// - Complexity: linear in the answer.
  package static func commonCount(_ one: String, _ other: String, limit: Int) -> Int {
    unsafe withBytes(of: one) { (one) in
      unsafe withBytes(of: other) { (other) in
        let end = min(one.count, other.count, limit)
        return (0..<end).first { unsafe one[$0] != other[$0] } ?? end
      }
    }
  }

  /// The eight bytes behind the first so many of a text as a number, which is in the order of the bytes; zeros stand for
  /// those it lacks.
  package static func head(of text: String, after count: Int) -> UInt64 {
    unsafe withBytes(of: text) { (bytes) in
      var head: UInt64 = 0
      for index in count..<count + 8 {
        unsafe head = head << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
      }
      return head
    }
  }

  private static func withBytes<Result>(
    of text: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let result = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe body(UnsafeRawBufferPointer($0))
    }
    if let result { return result }
    // Text of another system's, which is not kept as UTF-8.
    var text = text
    return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
  }

  private static func order(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    let count = min(one.count, other.count)
    if count > 0, let first = one.baseAddress, let second = other.baseAddress {
      let order = unsafe memcmp(first, second, count)
      if order != 0 { return Int(order) }
    }
    return one.count - other.count
  }
}
