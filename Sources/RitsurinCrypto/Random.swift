import CSodium

/// Unpredictable bytes from the system (`randombytes_buf`); never fails, libsodium ends the process instead.
package enum Random {
  /// Makes `count` random bytes.
  ///
  /// - Parameter count: Bytes; none where it is 0 or less.
  /// - Complexity: O(`count`).
  package static func bytes(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: max(count, 0))
    var span = result.mutableSpan
    var bytes = unsafe span.mutableBytes
    fill(&bytes)
    return result
  }

  /// Overwrites all of `span` with random bytes.
  ///
  /// - Complexity: O(count of `span`).
  package static func fill(_ span: inout MutableRawSpan) {
    _ = Sodium.isReady
    unsafe span.withMutablePointer { (bytes, count) in unsafe randombytes_buf(bytes, count) }
  }
}
