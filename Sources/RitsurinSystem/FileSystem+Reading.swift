#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// Reads into a buffer until it is full or the file ends (`pread`).
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - buffer: Where the bytes go.
  ///   - offset: The place in the file, in bytes from its start, not negative.
  ///   - path: The path for errors; the file's own by default.
  /// - Returns: The number of bytes read; less than the buffer's size only at the end of the file.
  package func read(
    _ file: FileDescriptor, into buffer: inout MutableRawSpan, offset: Int, path: String? = nil
  ) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.byteCount {
      let taken = try readOnce(file, into: &buffer, from: done, offset: offset + done, path: path)
      if taken == 0 { break }
      done += taken
    }
    return done
  }

  /// Reads a whole regular file below a root, by the rules of `openFile`.
  ///
  /// - Parameters:
  ///   - relative: The path below the root.
  ///   - root: The root.
  ///   - limit: The greatest size in bytes that is read.
  /// - Throws: The errors of `openFile`; `EFBIG` where the file is, or grows, above the limit.
  package func readFile(
    _ relative: String, beneath root: FileDescriptor, limit: Int
  ) throws(SystemError) -> [UInt8] {
    let (file, status) = try openFile(relative, beneath: root)
    return try readWhole(file, size: status.size, limit: limit)
  }

  /// Reads a whole regular file by its path, links followed.
  ///
  /// - Throws: `EFBIG` where the file is, or grows, above the limit in bytes.
  package func readFile(path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let (file, status) = try openFile(path: path)
    return try readWhole(file, size: status.size, limit: limit)
  }

  /// Asks for one byte more than the file has, so that one call also finds its end.
  private func readWhole(
    _ file: FileDescriptor, size: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    guard size <= limit else { throw SystemError(call: .fstat, errno: EFBIG, path: file.path) }
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var done = 0
    while true {
      var span = bytes.mutableSpan
      var buffer = unsafe span.mutableBytes
      let taken = try readOnce(file, into: &buffer, from: done, offset: done, path: nil)
      done += taken
      if taken == 0 || done == size { break }
      guard done <= limit else { throw SystemError(call: .pread, errno: EFBIG, path: file.path) }
      if done == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: min(max(done, 4096), limit + 1 - done)))
      }
    }
    bytes.removeSubrange(done...)
    return bytes
  }

  private func readOnce(
    _ file: FileDescriptor, into buffer: inout MutableRawSpan, from start: Int, offset: Int, path: String?
  ) throws(SystemError) -> Int {
    let wanted = allowed(.pread, buffer.byteCount - start)
    return unsafe try buffer.withUnsafeMutableBytes { (target) throws(SystemError) in
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: target[start..<(start + wanted)])
      return try perform(
        SystemCallEvent(.pread, descriptor: file.rawValue, offset: offset), at: path ?? file.path
      ) {
        file.withRawValue { unsafe outcome(pread($0, target.baseAddress, target.count, off_t(offset))) }
      }
    }
  }
}
