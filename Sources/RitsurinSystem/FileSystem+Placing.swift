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

extension FileSystem {
  /// Gives a file of a directory another name in it, replacing what had that name (`renameat`).
  package func rename(
    _ from: String, to: String, in directory: FileDescriptor
  ) throws(SystemError) {
    try checkName(from, .renameat, in: directory)
    try checkName(to, .renameat, in: directory)
    unsafe try callWithNames(.renameat, from, to, directory) { unsafe renameat($0, $1, $0, $2) }
  }

  /// Gives a file of a directory another name in it, unless something has that name.
  ///
  /// `renameat2` with `RENAME_NOREPLACE` (`RENAME_EXCL`), or a second name and the removal of the first
  /// where the
  /// file system cannot. If only that removal fails, the file is placed and the temporary name stays:
  /// harmless.
  ///
  /// - Returns: false where the name was taken; then nothing has changed.
  package func place(
    _ from: String, as to: String, in directory: FileDescriptor
  ) throws(SystemError) -> Bool {
    try checkName(from, .renameat2, in: directory)
    try checkName(to, .renameat2, in: directory)
    do throws(SystemError) {
      try renameWithoutReplacing(from, to, directory)
      return true
    } catch {
      switch error.errno {
      case EEXIST: return false
      case EINVAL, ENOSYS, ENOTSUP, EPERM: break
      default: throw error
      }
    }
    do throws(SystemError) {
      unsafe try callWithNames(.linkat, from, to, directory) { unsafe linkat($0, $1, $0, $2, 0) }
    } catch {
      guard error.errno == EEXIST else { throw error }
      return false
    }
    _ = try? remove(from, in: directory)
    return true
  }

  /// Removes a name that is no directory's (`unlinkat`).
  ///
  /// - Returns: false where it was not there.
  package func remove(
    _ name: String, in directory: FileDescriptor
  ) throws(SystemError) -> Bool {
    try checkName(name, .unlinkat, in: directory)
    do throws(SystemError) {
      _ = try perform(
        SystemCallEvent(.unlinkat, directory: directory.rawValue, path: name),
        at: joinedPath(directory.path, name)
      ) {
        directory.withRawValue { number in
          unsafe withCPath(name) { unsafe outcome(unlinkat(number, $0, 0)) }
        }
      }
      return true
    } catch {
      guard error.isAbsent else { throw error }
      return false
    }
  }

  private func renameWithoutReplacing(
    _ from: String, _ to: String, _ directory: FileDescriptor
  ) throws(SystemError) {
    #if canImport(Darwin)
      let flags = Int32(RENAME_EXCL)
      unsafe try callWithNames(.renameat2, from, to, directory, flags: flags) {
        unsafe renameatx_np($0, $1, $0, $2, UInt32(flags))
      }
    #else
      unsafe try callWithNames(.renameat2, from, to, directory, flags: 1) {
        unsafe ritsurin_rename_without_replacing($0, $1, $2)
      }
    #endif
  }

  private func callWithNames(
    _ call: SystemCall, _ from: String, _ to: String, _ directory: FileDescriptor, flags: Int32 = 0,
    _ body: (Int32, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(SystemError) {
    _ = try perform(
      SystemCallEvent(
        call, directory: directory.rawValue, path: from, newPath: to, flags: flags),
      at: joinedPath(directory.path, to)
    ) {
      directory.withRawValue { number in
        unsafe withCPath(from) { source in
          unsafe withCPath(to) { target in unsafe outcome(body(number, source, target)) }
        }
      }
    }
  }
}
