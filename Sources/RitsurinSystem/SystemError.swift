#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A system call that failed: which, why and where.
package struct SystemError: Error, Equatable, Sendable {
  /// The call that failed.
  package let call: SystemCall
  /// The error number of the call, as in `errno(3)`.
  package let errno: Int32
  /// The path the call was about, as far as it is known; for people.
  package let path: String

  /// Describes a failed call.
  package init(call: SystemCall, errno: Int32, path: String) {
    self.call = call
    self.errno = errno
    self.path = path
  }

  /// The text of the error number (`strerror_r`), with the call and the path.
  package var message: String {
    "\(path): \(Self.text(of: errno)) (\(call.rawValue))"
  }

  /// The text of the error number and the call, without the path.
  package var reason: String { "\(Self.text(of: errno)) (\(call.rawValue))" }

  /// Whether the path does not exist: the only error that may ever be read as absence.
  ///
  /// A link that leads nowhere is not absence: somebody meant something to be there.
  package var isAbsent: Bool { errno == ENOENT && !isDangling }

  /// Whether a link at the path, or on the way to it, leads to nothing.
  package var isDangling: Bool { errno == ENOENT && call == .readlinkat }

  /// Whether something other than a regular file stands at the path: a directory (`EISDIR`), or a pipe, a
  /// socket or a device (`ENODEV`, `ENXIO`).
  package var isNotRegular: Bool { errno == EISDIR || errno == ENODEV || errno == ENXIO }

  /// Whether a link at the path, or on the way to it, leaves the root.
  package var leavesRoot: Bool { errno == EXDEV && (call == .readlinkat || call == .openat2) }

  /// Whether the file system cannot lock, as opposed to a lock that somebody holds.
  package var isLockingUnsupported: Bool {
    call == .flock
      && (errno == ENOLCK || errno == ENOSYS || errno == ENOTSUP || errno == EOPNOTSUPP || errno == EINVAL
        || errno == EBADF)
  }

  private static func text(of code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let base = buffer.baseAddress else { return "error \(code)" }
      guard unsafe strerror_r(code, base, buffer.count) == 0 else { return "error \(code)" }
      return unsafe String(cString: base)
    }
  }
}

extension SystemError: CustomStringConvertible {
  /// The same as `message`.
  package var description: String { message }
}
