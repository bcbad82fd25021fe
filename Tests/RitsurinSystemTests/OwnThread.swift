import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  /// A thread whose umask and file system user are its own, so that no other test sees them change.
  enum OwnThread {
    /// Runs `body` with another umask (`unshare(CLONE_FS)`).
    static func run(umask mask: mode_t, _ body: @escaping @Sendable () -> Void) throws {
      let unshare = try function("unshare")
      try run(body) {
        guard unshare(0x200) == 0 else { return false }
        umask(mask)
        return true
      }
    }

    /// Runs `body` as somebody whom permissions stop: root itself they do not (`setfsuid`).
    static func runUnprivileged(_ body: @escaping @Sendable () -> Void) throws {
      let setfsuid = try function("setfsuid")
      try run(body) {
        if geteuid() == 0 { _ = setfsuid(65534) }
        return true
      }
    }

    /// Functions that Swift does not see, with one integer each.
    private static func function(_ name: String) throws -> @convention(c) (Int32) -> Int32 {
      let symbol = unsafe dlsym(nil, name)
      let address = unsafe try #require(symbol)
      return unsafe unsafeBitCast(address, to: (@convention(c) (Int32) -> Int32).self)
    }

    private static func run(
      _ body: @escaping @Sendable () -> Void, preparing prepare: @escaping @Sendable () -> Bool
    ) throws {
      let isPrepared = Locked(false)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        if prepare() {
          isPrepared.withLock { $0 = true }
          body()
        }
        done.signal()
      }
      done.wait()
      try #require(isPrepared.withLock { $0 })
    }
  }
#endif
