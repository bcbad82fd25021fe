import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  /// A thread whose umask is its own, so that no other test sees it change.
  enum OwnThread {
    /// Runs `body` with another umask (`unshare(CLONE_FS)`).
    static func run(umask mask: mode_t, _ body: @escaping @Sendable () throws -> Void) throws {
      let symbol = unsafe dlsym(nil, "unshare")
      let address = unsafe try #require(symbol)
      let unshare = unsafe unsafeBitCast(address, to: (@convention(c) (Int32) -> Int32).self)
      let outcome = Locked<Result<Void, any Error>?>(nil)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        if unshare(0x200) == 0 {
          umask(mask)
          let result = Result { try body() }
          outcome.withLock { $0 = result }
        }
        done.signal()
      }
      done.wait()
      try #require(outcome.withLock { $0 }).get()
    }
  }
#endif
