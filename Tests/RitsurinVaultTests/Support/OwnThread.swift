import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  /// A thread whose umask, file system user and mounts are its own, so that no other test sees them change.
  enum OwnThread {
    /// Runs `body` with another umask (`unshare(CLONE_FS)`).
    static func run(umask mask: mode_t, _ body: @escaping @Sendable () throws -> Void) throws {
      let unshare = try function("unshare")
      let isPrepared = try run(body) {
        guard unshare(0x200) == 0 else { return false }
        umask(mask)
        return true
      }
      try #require(isPrepared)
    }

    /// Runs `body` as somebody whom permissions stop: root itself they do not (`setfsuid`).
    static func runUnprivileged(_ body: @escaping @Sendable () throws -> Void) throws {
      let setfsuid = try function("setfsuid")
      let isPrepared = try run(body) {
        if geteuid() == 0 { _ = setfsuid(65534) }
        return true
      }
      try #require(isPrepared)
    }

    /// Runs `body` where a directory is mounted for reading only, which nobody else sees (`unshare(CLONE_NEWNS)`).
    ///
    /// - Returns: false where this process may not mount, and `body` was not run.
    static func runReadOnly(_ path: String, _ body: @escaping @Sendable () throws -> Void) throws -> Bool {
      let unshare = try function("unshare")
      let mount = try address("mount")
      return try run(body) {
        typealias Mount =
          @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UnsafeRawPointer?
          ) -> Int32
        guard unshare(0x0002_0000) == 0 else { return false }
        let mount = unsafe unsafeBitCast(mount, to: Mount.self)
        // MS_REC and MS_PRIVATE; MS_BIND; MS_REMOUNT, MS_BIND and MS_RDONLY.
        let calls: [(source: String, target: String, flags: UInt)] = [
          ("none", "/", 0x4000 | 0x4_0000), (path, path, 0x1000), (path, path, 0x20 | 0x1000 | 1),
        ]
        return calls.allSatisfy { call in unsafe mount(call.source, call.target, nil, call.flags, nil) == 0 }
      }
    }

    private static func address(_ name: String) throws -> Int {
      let symbol = unsafe dlsym(nil, name)
      let found = unsafe try #require(symbol)
      return Int(bitPattern: found)
    }

    private static func function(_ name: String) throws -> @convention(c) (Int32) -> Int32 {
      unsafe unsafeBitCast(try address(name), to: (@convention(c) (Int32) -> Int32).self)
    }

    /// - Returns: Whether `prepare` could do its part; only then `body` was run.
    private static func run(
      _ body: @escaping @Sendable () throws -> Void, preparing prepare: @escaping @Sendable () -> Bool
    ) throws -> Bool {
      let outcome = Locked<Result<Void, any Error>?>(nil)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        if prepare() {
          let result = Result { try body() }
          outcome.withLock { $0 = result }
        }
        done.signal()
      }
      done.wait()
      guard let outcome = outcome.withLock({ $0 }) else { return false }
      try outcome.get()
      return true
    }
  }
#endif
