#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The mode of every directory that is made.
let directoryMode: mode_t = 0o700

extension FileSystem {
  /// Makes a directory of mode 0700, whatever the umask (`mkdirat`).
  ///
  /// It is not yet durable.
  ///
  /// - Returns: false where something of that name was there: a directory or not.
  package func makeDirectory(
    _ name: String, in parent: FileDescriptor
  ) throws(SystemError) -> Bool {
    try checkName(name, .mkdirat, in: parent)
    do throws(SystemError) {
      _ = try perform(
        SystemCallEvent(
          .mkdirat, directory: parent.rawValue, path: name, mode: UInt32(directoryMode)),
        at: joinedPath(parent.path, name)
      ) {
        parent.withRawValue { number in
          unsafe withCPath(name) { unsafe outcome(mkdirat(number, $0, directoryMode)) }
        }
      }
    } catch {
      guard error.errno == EEXIST else { throw error }
      return false
    }
    // A umask can only have taken bits away. Bits that were added are the mount's, and chmod cannot help.
    if try entryStatus(name, in: parent).mode & 0o700 != 0o700 {
      _ = try perform(
        SystemCallEvent(
          .fchmodat, directory: parent.rawValue, path: name, mode: UInt32(directoryMode)),
        at: joinedPath(parent.path, name)
      ) {
        parent.withRawValue { number in
          unsafe withCPath(name) { unsafe outcome(fchmodat(number, $0, directoryMode, 0)) }
        }
      }
    }
    return true
  }

  /// Makes a directory below an open one and makes it durable: it and its entry in the parent are
  /// synchronized.
  ///
  /// - Returns: The directory, also where it was there.
  package func makeDurableDirectory(
    _ name: String, in parent: FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    let isNew = try makeDirectory(name, in: parent)
    let directory = try openEntry(name, in: parent, flags: O_RDONLY | O_DIRECTORY)
    if isNew {
      try synchronize(directory)
      try synchronize(parent)
    }
    return directory
  }

  /// Makes a directory and those above it that are missing, each of mode 0700 and durable.
  ///
  /// - Parameter path: An absolute path; another is refused with `EINVAL`.
  /// - Throws: The error of the directory that cannot be made or reached, with its path.
  package func makeDirectories(_ path: String) throws(SystemError) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw SystemError(call: .mkdirat, errno: EINVAL, path: path)
    }
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var existing = names.count
    var base = path
    while existing > 0 {
      base = "/" + names[..<existing].joined(separator: "/")
      do throws(SystemError) {
        _ = try status(path: base)
        break
      } catch {
        guard error.isAbsent else { throw error }
        existing -= 1
        base = "/"
      }
    }
    var directory = try openDirectory(base)
    for name in names[existing...] where name != "." {
      directory = try makeDurableDirectory(name, in: directory)
    }
  }
}
