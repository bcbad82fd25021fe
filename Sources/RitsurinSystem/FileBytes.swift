#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory for a file's bytes that is not filled with zeros first, and that others may keep without a copy.
@safe package final class FileBytes: @unchecked Sendable {
  // Unchecked: whoever makes it fills it before anybody else sees it.
  private let memory: UnsafeMutableRawBufferPointer

  /// Memory for so many bytes, 1 or more, holding anything; nil where there is none.
  package init?(count: Int) {
    guard count > 0, let base = unsafe malloc(count) else { return nil }
    unsafe memory = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { unsafe free(memory.baseAddress) }

  /// Lends the bytes for writing.
  package func withMutableBytes<R, E: Error>(_ body: (inout MutableRawSpan) throws(E) -> R) throws(E) -> R {
    var span = unsafe memory.mutableBytes
    return try body(&span)
  }

  /// Where the bytes lie, for as long as this object lives.
  package var start: UnsafeMutableRawPointer? { unsafe memory.baseAddress }
}
