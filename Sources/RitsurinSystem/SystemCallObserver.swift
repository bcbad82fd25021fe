/// One call, as an observer sees it: enough to make it fail, and enough to make it again elsewhere.
///
/// Only built where an observer exists.
package struct SystemCallEvent: Sendable {
  /// The call.
  package let call: SystemCall
  /// The descriptor that `path` and `newPath` are relative to; nil where they are absolute or there are none.
  package let directory: Int32?
  /// The path or name handed to the call.
  package let path: String?
  /// The second name of `renameat`, `renameat2` and `linkat`, in the same directory.
  package let newPath: String?
  /// The descriptor the call works on.
  package let descriptor: Int32?
  /// The bytes handed to `write` and `pwrite`; the call's result says how many of them were taken.
  package let bytes: [UInt8]?
  /// The offset in bytes of `pread` and `pwrite`.
  package let offset: Int?
  /// The flags of `open` and its like, of `flock`, `renameat2` and `unlinkat`.
  package let flags: Int32
  /// The permission bits of a call that creates or changes them.
  package let mode: UInt32

  /// Describes a call.
  package init(
    _ call: SystemCall, directory: Int32? = nil, path: String? = nil, newPath: String? = nil,
    descriptor: Int32? = nil, bytes: [UInt8]? = nil, offset: Int? = nil, flags: Int32 = 0, mode: UInt32 = 0
  ) {
    self.call = call
    self.directory = directory
    self.path = path
    self.newPath = newPath
    self.descriptor = descriptor
    self.bytes = bytes
    self.offset = offset
    self.flags = flags
    self.mode = mode
  }
}

/// Sees every call before and after it is made, and may make it fail.
///
/// For fault injection and for recording what a crash could leave. In production there is none, which costs
/// one comparison with nil for each call.
package protocol SystemCallObserver: AnyObject, Sendable {
  /// Sees a call that is about to be made. Throwing makes it fail with that error without being made; `EINTR`
  /// is retried like a real one, so it comes here again. A failed `close` still gives up the descriptor, as
  /// the real one does.
  func willCall(_ event: SystemCallEvent) throws(SystemError)

  /// Sees a call that was made: its result, or the negative error number.
  func didCall(_ event: SystemCallEvent, result: Int)

  /// The number of bytes a read or write may move at once, out of `count`: for short reads and writes.
  func allowedCount(for call: SystemCall, of count: Int) -> Int
}

extension SystemCallObserver {
  package func allowedCount(for call: SystemCall, of count: Int) -> Int { count }
}
