#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// Whether a name in a directory is a link; nothing there is none.
  package func isLink(_ name: String, in directory: FileDescriptor) throws(SystemError) -> Bool {
    try linkTarget(name, in: directory) != nil
  }

  /// What a link of a directory says (`readlinkat`).
  ///
  /// - Returns: nil where there is no link of that name.
  func linkTarget(_ name: String, in directory: FileDescriptor) throws(SystemError) -> [UInt8]? {
    let room = Int(PATH_MAX) + 1
    var target: [UInt8] = []
    do throws(SystemError) {
      let count = try perform(
        SystemCallEvent(.readlinkat, directory: directory.rawValue, path: name),
        at: joinedPath(directory.path, name)
      ) {
        directory.withRawValue { number in
          unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { (buffer) in
            unsafe withCPath(name) { source in
              guard let pointer = buffer.baseAddress else { return -Int(EINVAL) }
              let count = unsafe outcome(readlinkat(number, source, pointer, room))
              if count > 0 {
                unsafe target = [UInt8](UnsafeRawBufferPointer(start: pointer, count: count))
              }
              return count
            }
          }
        }
      }
      guard count < room else {
        throw SystemError(
          call: .readlinkat, errno: ENAMETOOLONG, path: joinedPath(directory.path, name))
      }
      return target
    } catch {
      guard error.errno == EINVAL || error.errno == ENOENT else { throw error }
      return nil
    }
  }

  /// The absolute path without links, `.` and `..` of something that exists (`realpath`).
  ///
  /// - Throws: The call's error; `EILSEQ` where that path is not UTF-8.
  package func realPath(_ path: String) throws(SystemError) -> String {
    var bytes: [UInt8] = []
    _ = try perform(SystemCallEvent(.realpath, path: path), at: path) {
      unsafe withCPath(path) { pointer in
        guard let resolved = unsafe realpath(pointer, nil) else { return -Int(errno) }
        let count = unsafe strlen(resolved)
        unsafe bytes = [UInt8](UnsafeRawBufferPointer(start: resolved, count: count))
        unsafe free(resolved)
        return 0
      }
    }
    guard let text = validated(bytes) else {
      throw SystemError(call: .realpath, errno: EILSEQ, path: path)
    }
    return text
  }
}
