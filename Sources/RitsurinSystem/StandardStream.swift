#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The three streams that a process is born with.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether a person sits at the other end (`isatty`).
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  private var name: String { "standard \(self)" }

  /// Reads everything until the end of the input, unchanged.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of bytes.
  ///   - fileSystem: Makes the calls.
  /// - Throws: `EFBIG` above the limit.
  package func readAll(
    limit: Int, _ fileSystem: FileSystem = FileSystem()
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try fileSystem.perform(SystemCallEvent(.read, descriptor: rawValue), at: name) {
        unsafe part.withUnsafeMutableBytes { unsafe outcome(read(rawValue, $0.baseAddress, $0.count)) }
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw SystemError(call: .read, errno: EFBIG, path: name) }
      bytes.append(contentsOf: part[..<count])
    }
  }

  /// Writes all bytes.
  package func write(
    _ bytes: RawSpan, _ fileSystem: FileSystem = FileSystem()
  ) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      let part = bytes.extracting(done...)
      done += unsafe try part.withUnsafeBytes { (source) throws(SystemError) in
        unsafe try fileSystem.perform(
          SystemCallEvent(.write, descriptor: rawValue, bytes: [UInt8](source)), at: name
        ) {
          unsafe outcome(systemWrite(rawValue, source))
        }
      }
    }
  }
}
