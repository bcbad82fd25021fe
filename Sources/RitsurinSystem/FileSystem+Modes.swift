#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// Gives a file or directory below a root the mode that it would have been made with: 0600 or 0700 (`fchmodat`).
  ///
  /// - Parameters:
  ///   - relative: Its path; empty for the root itself.
  ///   - root: The root.
  package func makePrivate(_ relative: String, beneath root: FileDescriptor) throws(SystemError) {
    guard !relative.isEmpty else {
      _ = try perform(
        SystemCallEvent(.fchmod, descriptor: root.rawValue, mode: UInt32(directoryMode)), at: root.path
      ) {
        root.withRawValue { outcome(fchmod($0, directoryMode)) }
      }
      return
    }
    let place = try locate(relative, beneath: root, followingLeaf: true)
    let isDirectory = try entryStatus(place.name, in: place.directory).kind == .directory
    let mode = isDirectory ? directoryMode : fileMode
    _ = try perform(
      SystemCallEvent(
        .fchmodat, directory: place.directory.rawValue, path: place.name, mode: UInt32(mode)),
      at: joinedPath(root.path, relative)
    ) {
      place.directory.withRawValue { number in
        unsafe withCPath(place.name) { unsafe outcome(fchmodat(number, $0, mode, 0)) }
      }
    }
  }
}
