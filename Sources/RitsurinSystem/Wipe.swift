#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Overwrites memory in a way that the compiler keeps (`explicit_bzero`, `memset_s`).
func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
  guard let base = buffer.baseAddress else { return }
  #if canImport(Darwin)
    _ = unsafe memset_s(base, buffer.count, 0, buffer.count)
  #else
    unsafe explicit_bzero(base, buffer.count)
  #endif
}
