#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What only the process itself can do.
package enum InheritedDescriptor {
  /// Reads a descriptor that the caller opened, until its end (`read`).
  ///
  /// - Parameters:
  ///   - descriptor: Its number.
  ///   - limit: Where reading stops, in bytes.
  /// - Returns: At most one byte more than the limit; an error number, or 0.
  @Sendable
  package static func readAll(_ descriptor: Int32, limit: Int) -> (bytes: [UInt8], errno: Int32) {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= limit {
      let wanted = min(part.count, limit + 1 - bytes.count)
      let count = unsafe part.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return ([], errno)
      }
      bytes.append(contentsOf: part[..<count])
    }
    return (bytes, 0)
  }

  /// Ends the process (`exit`).
  package static func exit(_ status: Int32) -> Never {
    leave(status)
  }
}

private func leave(_ status: Int32) -> Never { exit(status) }
