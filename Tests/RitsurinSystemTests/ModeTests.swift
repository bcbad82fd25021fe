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
      let modes = Locked<Result<[UInt32], any Error>?>(nil)
      try OwnThread.run(umask: mask) {
        let result = Result { try Self.modes(path) }
        modes.withLock { $0 = result }
      }
      #expect(
        try modes.withLock { try $0?.get() } == [0o600, 0o600, 0o600, 0o700, 0o700, 0o700])
    }

    /// Makes one of each and says their modes.
    private static func modes(_ path: String) throws -> [UInt32] {
      let fileSystem = FileSystem()
      let root = try fileSystem.openDirectory(path)
      let (file, name) = try fileSystem.createTemporary(in: root)
      let mark = try fileSystem.openForUpdating(".lock", in: root, creating: true)
      _ = try fileSystem.makeDirectory("directory", in: root)
      try fileSystem.makeDirectories("\(path)/deep/down")
      try fileSystem.rename(name, to: "item", in: root)
      return [
        try fileSystem.status(of: file).mode, try fileSystem.status(of: mark).mode,
        try fileSystem.status("item", beneath: root).mode,
        try fileSystem.status("directory", beneath: root).mode,
        try fileSystem.status("deep", beneath: root).mode,
        try fileSystem.status("deep/down", beneath: root).mode,
      ]
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
  }
#endif
