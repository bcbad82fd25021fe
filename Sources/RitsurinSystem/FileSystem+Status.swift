#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// The status of an open file (`fstat`).
  package func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try perform(SystemCallEvent(.fstat, descriptor: file.rawValue), at: file.path) {
      file.withRawValue { unsafe outcome(fstat($0, &status)) }
    }
    return FileStatus(status)
  }

  /// The status of what a path names, links followed (`stat`).
  package func status(path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try perform(SystemCallEvent(.stat, path: path), at: path) {
      unsafe withCPath(path) { unsafe outcome(stat($0, &status)) }
    }
    return FileStatus(status)
  }

  /// The status of what a path in bytes names, with a NUL behind it, links followed (`stat`).
  ///
  /// - Returns: nil where nothing is there, which costs no text.
  func statusIfPresent(path: [UInt8]) throws(SystemError) -> FileStatus? {
    var status = stat()
    let text = { String(decoding: path.dropLast(), as: UTF8.self) }
    let found = try performIfPresent(SystemCallEvent(.stat, path: text()), at: text()) {
      unsafe path.withUnsafeBytes { (bytes) in
        guard let start = bytes.baseAddress else { return -Int(EINVAL) }
        return unsafe outcome(stat(start.assumingMemoryBound(to: CChar.self), &status))
      }
    }
    return found == nil ? nil : FileStatus(status)
  }

  /// The status of what lies below a root, by the same rule for links as `openFile`.
  ///
  /// - Parameters:
  ///   - relative: The path below the root.
  ///   - root: The root.
  ///   - followingLeaf: Whether a link in the last place is followed; if not, its own status is given.
  /// - Throws: `ENOENT` where there is nothing; `EXDEV` where a link leaves the root.
  package func status(
    _ relative: String, beneath root: FileDescriptor, followingLeaf: Bool = true
  ) throws(SystemError) -> FileStatus {
    let place = try locate(relative, beneath: root, followingLeaf: followingLeaf)
    do throws(SystemError) {
      return try entryStatus(place.name, in: place.directory)
    } catch {
      throw place.isLinkTarget && error.isAbsent ? .dangling(path: joinedPath(root.path, relative)) : error
    }
  }

  /// The status of one entry of a directory, links not followed (`fstatat`).
  func entryStatus(_ name: String, in directory: FileDescriptor) throws(SystemError) -> FileStatus {
    guard let status = try entryStatusIfPresent(name, in: directory) else {
      throw SystemError(call: .fstatat, errno: ENOENT, path: joinedPath(directory.path, name))
    }
    return status
  }

  /// The same where nothing may be there.
  ///
  /// - Returns: nil where nothing has that name.
  package func entryStatusIfPresent(
    _ name: String, in directory: FileDescriptor
  ) throws(SystemError) -> FileStatus? {
    var status = stat()
    let flags = AT_SYMLINK_NOFOLLOW
    let found = try performIfPresent(
      SystemCallEvent(.fstatat, directory: directory.rawValue, path: name, flags: flags),
      at: joinedPath(directory.path, name)
    ) {
      directory.withRawValue { number in
        unsafe withCPath(name) { unsafe outcome(fstatat(number, $0, &status, flags)) }
      }
    }
    return found == nil ? nil : FileStatus(status)
  }
}
