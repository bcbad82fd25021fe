import Foundation
import Testing

/// A child of this process that goes on from where it was made.
///
/// Only for a process that does nothing else: another thread may hold a lock that the child would wait for.
struct ForkedChild {
  let process: pid_t

  /// Runs `body` in a child, which then ends.
  init(_ body: () throws -> Void) throws {
    let symbol = unsafe dlsym(nil, "fork")
    let address = unsafe try #require(symbol)
    let fork = unsafe unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    process = fork()
    if process == 0 {
      do { try body() } catch { _exit(2) }
      _exit(0)
    }
    try #require(process > 0)
  }

  /// Waits for its end.
  ///
  /// - Returns: the status of `waitpid`.
  func wait() throws -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
    return status
  }

  /// Runs `body` in a child and waits for its end.
  static func run(_ body: () throws -> Void) throws -> Int32 { try ForkedChild(body).wait() }
}
