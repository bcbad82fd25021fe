#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a lock excludes.
package enum LockMode: Sendable {
  /// Exclusive holders only.
  case shared
  /// Every other holder.
  case exclusive
}

/// Where locks come from.
package enum LockSource: Sendable {
  /// The kernel, by `flock`.
  case kernel
  /// Nowhere: asking for one fails as on a file system that has none, and writers do without.
  case none
  /// A file system that says yes to everybody, as some network mounts do; for tests.
  case pretended
}

/// How long a lock is waited for.
package enum LockWait: Sendable {
  case forever
  case no
  /// A time in milliseconds, by a clock that nobody can set.
  case upTo(milliseconds: Int)
}

extension FileSystem {
  /// Locks an open file or directory (`flock`).
  ///
  /// The lock belongs to the open file: two opens exclude each other, within a process and between processes.
  /// It ends with `unlock`, with the descriptor and with the process.
  ///
  /// - Returns: false where somebody else holds it and the wait is over.
  /// - Throws: `isLockingUnsupported` where the file system cannot lock.
  package func lock(
    _ file: FileDescriptor, _ mode: LockMode, wait: LockWait
  ) throws(SystemError) -> Bool {
    switch locks {
    case .kernel: break
    case .none: throw SystemError(call: .flock, errno: EOPNOTSUPP, path: file.path)
    case .pretended: return true
    }
    let operation = mode == .shared ? LOCK_SH : LOCK_EX
    switch wait {
    case .forever:
      return try flock(file, operation)
    case .no:
      return try flock(file, operation | LOCK_NB)
    case .upTo(let milliseconds):
      let end = ContinuousClock.now + .milliseconds(milliseconds)
      var pause: UInt32 = 500
      while true {
        if try flock(file, operation | LOCK_NB) { return true }
        guard ContinuousClock.now < end else { return false }
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
    }
  }

  /// Gives a lock back before its descriptor is closed.
  package func unlock(_ file: FileDescriptor) throws(SystemError) {
    guard locks == .kernel else { return }
    _ = try flock(file, LOCK_UN)
  }

  private func flock(_ file: FileDescriptor, _ operation: Int32) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try perform(
        SystemCallEvent(.flock, descriptor: file.rawValue, flags: operation), at: file.path
      ) {
        file.withRawValue { outcome(systemFlock($0, operation)) }
      }
      return true
    } catch {
      guard error.errno == EWOULDBLOCK else { throw error }
      return false
    }
  }
}

/// `flock(2)`, which the method of the same name hides.
private func systemFlock(_ number: Int32, _ operation: Int32) -> Int32 { flock(number, operation) }
