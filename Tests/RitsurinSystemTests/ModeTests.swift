import Foundation
import RitsurinSystem
import Testing

#if os(Linux)
  @Suite(.temporaryDirectory)
  struct ModeTests {
    let place = TemporaryDirectory.current

    @Test(arguments: [0o000, 0o022, 0o077, 0o777] as [mode_t])
    func makesPrivateFilesWhateverTheUmask(mask: mode_t) throws {
      let path = place.path
      let modes = try withUmask(mask) { () throws(SystemError) in
        let fileSystem = FileSystem()
        let root = try fileSystem.openDirectory(path)
        let (file, name) = try fileSystem.createTemporary(in: root)
        let mark = try fileSystem.openForUpdating(".lock", in: root, creating: true)
        let isNew = try fileSystem.makeDirectory("directory", in: root)
        try fileSystem.makeDirectories("\(path)/deep/down")
        try fileSystem.rename(name, to: "item", in: root)
        return [
          try fileSystem.status(of: file).mode, try fileSystem.status(of: mark).mode,
          try fileSystem.status("item", beneath: root).mode, isNew ? 1 : 0,
          try fileSystem.status("directory", beneath: root).mode,
          try fileSystem.status("deep", beneath: root).mode,
          try fileSystem.status("deep/down", beneath: root).mode,
        ]
      }
      #expect(modes == [0o600, 0o600, 0o600, 1, 0o700, 0o700, 0o700])
    }

    @Test func changesModesOnlyWhereTheUmaskTookBits() throws {
      let script = CallScript()
      let fileSystem = FileSystem(observer: script)
      let root = try place.open(fileSystem)
      _ = try fileSystem.createTemporary(in: root)
      _ = try fileSystem.makeDirectory("directory", in: root)
      #expect(script.calls.allSatisfy { $0 != .fchmod && $0 != .fchmodat })
    }

    @Test func leavesADirectoryThatWasThere() throws {
      try place.makeDirectory("directory")
      try place.write("x", to: "file")
      let root = try place.open()
      #expect(try !FileSystem().makeDirectory("directory", in: root))
      #expect(try !FileSystem().makeDirectory("file", in: root))
      try FileSystem().makeDirectories("\(place.path)/directory")
      #expect(throws: SystemError.self) { try FileSystem().makeDirectories("\(place.path)/file/x") }
      #expect(throws: SystemError.self) { try FileSystem().makeDirectories("relative/x") }
    }

    @Test func synchronizesEveryNewDirectoryIntoItsParent() throws {
      let script = CallScript()
      try FileSystem(observer: script).makeDirectories("\(place.path)/a/b/c")
      #expect(script.calls.count { $0 == .mkdirat } == 3)
      #expect(script.calls.count { $0 == .fsync } == 6)
      #expect(script.openDescriptors.isEmpty)
    }

    /// Runs `body` on a thread with a umask of its own (`CLONE_FS`), so that no other test sees it.
    private func withUmask(
      _ mask: mode_t, _ body: @escaping @Sendable () throws(SystemError) -> [UInt32]
    ) throws -> [UInt32] {
      typealias Unshare = @convention(c) (Int32) -> Int32
      let symbol = unsafe try #require(dlsym(nil, "unshare"))
      let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
      let result = Locked<Result<[UInt32], SystemError>?>(nil)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        if unshare(0x200) == 0 {
          umask(mask)
          let outcome = Result { () throws(SystemError) in try body() }
          result.withLock { $0 = outcome }
        }
        done.signal()
      }
      done.wait()
      return try #require(result.withLock { $0 }).get()
    }
  }
#endif
