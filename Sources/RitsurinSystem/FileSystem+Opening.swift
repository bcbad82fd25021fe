#if os(Linux)
  import CRitsurinSystem
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Flags of every open: never inherited, never waiting for a pipe's other end, never taking a terminal.
let commonOpenFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY

extension FileSystem {
  /// Opens a directory by its path, links followed.
  package func openDirectory(_ path: String) throws(SystemError) -> FileDescriptor {
    let flags = commonOpenFlags | O_RDONLY | O_DIRECTORY
    let number = try perform(SystemCallEvent(.open, path: path, flags: flags), at: path) {
      unsafe withCPath(path) { unsafe outcome(open($0, flags)) }
    }
    return adopt(number, base: path)
  }

  /// Opens a directory below a root; links are followed while they stay inside it.
  ///
  /// - Throws: `ENOENT`; `ENOTDIR`; `EXDEV` where a link leaves the root; `ELOOP` after 40 links.
  package func openDirectory(
    _ relative: String, beneath root: FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    try openBeneath(relative, root, flags: O_RDONLY | O_DIRECTORY)
  }

  /// Opens a regular file below a root for reading; links are followed while they stay inside it.
  ///
  /// Without links these are one `openat2` and one `fstat`, and one allocation.
  ///
  /// - Returns: The file and its status when it was opened.
  /// - Throws: `ENOENT`; `EXDEV` where a link leaves the root; `ELOOP` after 40 links; what stands there
  ///   and is
  ///   no regular file: `EISDIR` for a directory, `ENODEV` or `ENXIO` for the rest (`isNotRegular`).
  package func openFile(
    _ relative: String, beneath root: FileDescriptor
  ) throws(SystemError) -> (FileDescriptor, FileStatus) {
    let file = try openBeneath(relative, root, flags: O_RDONLY)
    return (file, try regularStatus(of: file))
  }

  /// Opens a regular file by its path, links followed, for reading.
  package func openFile(path: String) throws(SystemError) -> (FileDescriptor, FileStatus) {
    let flags = commonOpenFlags | O_RDONLY
    let number = try perform(SystemCallEvent(.open, path: path, flags: flags), at: path) {
      unsafe withCPath(path) { unsafe outcome(open($0, flags)) }
    }
    let file = adopt(number, base: path)
    return (file, try regularStatus(of: file))
  }

  /// Opens a file of a directory for reading and writing, and makes it (empty, 0600) where it is missing.
  ///
  /// For marks and lock files, which are written in place; a link is not followed.
  ///
  /// - Parameter creating: Whether to make it; without, `ENOENT` is thrown where it is missing.
  /// - Throws: `ELOOP` for a link; `isNotRegular` as in `openFile`.
  package func openForUpdating(
    _ name: String, in directory: FileDescriptor, creating: Bool
  ) throws(SystemError) -> FileDescriptor {
    try checkName(name, .openat, in: directory)
    while true {
      do throws(SystemError) {
        let file = try openEntry(name, in: directory, flags: O_RDWR)
        _ = try regularStatus(of: file)
        return file
      } catch {
        guard creating && error.isAbsent else { throw error }
      }
      do throws(SystemError) {
        return try createFile(name, in: directory)
      } catch {
        guard error.errno == EEXIST else { throw error }
      }
    }
  }

  /// Opens one entry of a directory, never through a link.
  func openEntry(
    _ name: String, in directory: FileDescriptor, flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> FileDescriptor {
    let all = commonOpenFlags | O_NOFOLLOW | flags
    let number = try perform(
      SystemCallEvent(
        .openat, directory: directory.rawValue, path: name, flags: all, mode: UInt32(mode)),
      at: joinedPath(directory.path, name)
    ) {
      directory.withRawValue { parent in
        unsafe withCPath(name) { unsafe outcome(openat(parent, $0, all, mode)) }
      }
    }
    return adopt(number, base: directory.path, relative: name)
  }

  /// Opens below a root: at once where no link stands in the way, else step by step.
  private func openBeneath(
    _ relative: String, _ root: FileDescriptor, flags: Int32
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try openWithoutLinks(relative, root, flags: commonOpenFlags | flags)
    } catch {
      guard Self.needsSteps(error.errno) else { throw error }
    }
    let place = try locate(relative, beneath: root, followingLeaf: true)
    do throws(SystemError) {
      return try openEntry(place.name, in: place.directory, flags: flags)
    } catch {
      throw place.isLinkTarget && error.isAbsent ? .dangling(path: joinedPath(root.path, relative)) : error
    }
  }

  /// Whether an error of the fast way says only that it cannot be had: a link in the way, a call that is
  /// unknown or filtered, a rename at the same time.
  static func needsSteps(_ code: Int32) -> Bool {
    switch code {
    case ELOOP, ENOSYS, EPERM, EXDEV, EINVAL, EAGAIN, E2BIG: true
    default: false
    }
  }

  /// Opens where no link stands in the way, the last place included; `ELOOP` where one does.
  ///
  /// Without `O_NOFOLLOW`, which together with `O_DIRECTORY` answers `ENOTDIR` for a link.
  func openWithoutLinks(
    _ relative: String, _ root: FileDescriptor, flags: Int32
  ) throws(SystemError) -> FileDescriptor {
    let number = try perform(
      SystemCallEvent(.openat2, directory: root.rawValue, path: relative, flags: flags),
      at: joinedPath(root.path, relative)
    ) {
      root.withRawValue { parent in
        #if os(Linux)
          unsafe withCPath(relative) { unsafe outcome(ritsurin_open_beneath(parent, $0, flags, 0)) }
        #elseif canImport(Darwin)
          // O_NOFOLLOW_ANY refuses links, but neither ".." nor an absolute path.
          if relative.utf8.first == UInt8(ascii: "/")
            || relative.utf8.split(separator: 0x2F).contains(where: { $0.elementsEqual("..".utf8) })
          {
            -Int(EXDEV)
          } else {
            unsafe withCPath(relative) {
              unsafe outcome(openat(parent, $0, flags | O_NOFOLLOW_ANY))
            }
          }
        #else
          -Int(ENOSYS)
        #endif
      }
    }
    return adopt(number, base: root.path, relative: relative)
  }

  private func regularStatus(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    let status = try status(of: file)
    switch status.kind {
    case .regular: return status
    case .directory: throw SystemError(call: .fstat, errno: EISDIR, path: file.path)
    default: throw SystemError(call: .fstat, errno: ENODEV, path: file.path)
    }
  }

  /// Refuses with `EINVAL` what is not the name of one entry of a directory.
  func checkName(_ name: String, _ call: SystemCall, in directory: FileDescriptor) throws(SystemError) {
    var name = name
    let isName = name.withUTF8 { (bytes) in
      let isDots = unsafe bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
      return unsafe !isDots && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
    }
    guard isName else {
      throw SystemError(call: call, errno: EINVAL, path: joinedPath(directory.path, name))
    }
  }
}
