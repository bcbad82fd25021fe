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
    let answer = unsafe one.utf8.withContiguousStorageIfAvailable { (one) in
      unsafe other.utf8.withContiguousStorageIfAvailable { (other) in
        unsafe order(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other))
      }
    }
    if let answer, let answer { return answer }
    // Text of another system's, which is not kept as UTF-8.
    var (one, other) = (one, other)
    return one.withUTF8 { (one) in
      other.withUTF8 { (other) in
        unsafe order(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other))
      }
    }
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
