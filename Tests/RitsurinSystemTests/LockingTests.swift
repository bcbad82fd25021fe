import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct LockingTests {
  let place = TemporaryDirectory.current
  let fileSystem = FileSystem()

  @Test func excludesASecondOpenOfTheSameProcess() throws {
    let first = try place.open()
    let second = try place.open()
    #expect(try fileSystem.lock(first, .exclusive, wait: .no))
    #expect(try !fileSystem.lock(second, .exclusive, wait: .no))
    #expect(try !fileSystem.lock(second, .shared, wait: .no))
    #expect(try !fileSystem.lock(second, .shared, wait: .upTo(milliseconds: 20)))
    try fileSystem.unlock(first)
    #expect(try fileSystem.lock(second, .exclusive, wait: .no))
  }

  @Test func letsReadersShare() throws {
    let first = try place.open()
    let second = try place.open()
    let third = try place.open()
    #expect(try fileSystem.lock(first, .shared, wait: .no))
    #expect(try fileSystem.lock(second, .shared, wait: .forever))
    #expect(try !fileSystem.lock(third, .exclusive, wait: .no))
  }

  @Test func endsWithItsDescriptor() throws {
    let second = try place.open()
    do {
      let first = try place.open()
      #expect(try fileSystem.lock(first, .exclusive, wait: .no))
      #expect(try !fileSystem.lock(second, .exclusive, wait: .no))
      try first.close()
    }
    #expect(try fileSystem.lock(second, .exclusive, wait: .no))
  }

  @Test(arguments: [LockWait.forever, .upTo(milliseconds: 60_000)])
  func countsWithoutLossOverThreads(wait: LockWait) async throws {
    let path = place.path
    try place.write("0", to: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let fileSystem = FileSystem()
          for _ in 0..<50 {
            let directory = try fileSystem.openDirectory(path)
            guard try fileSystem.lock(directory, .exclusive, wait: wait) else { return }
            let bytes = try fileSystem.readFile("count", beneath: directory, limit: 10)
            let count = (Int(String(decoding: bytes, as: UTF8.self)) ?? -1000) + 1
            let (file, name) = try fileSystem.createTemporary(in: directory)
            try unsafe fileSystem.write(Array(String(count).utf8).span.bytes, to: file)
            try fileSystem.rename(name, to: "count", in: directory)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try place.text(of: "count") == "200")
  }

  @Test func excludesOtherProcessesUntilTheyDie() throws {
    let script = """
      import fcntl, os, time
      fd = os.open('\(place.path)', os.O_RDONLY)
      fcntl.flock(fd, fcntl.LOCK_EX)
      print('held', flush=True)
      time.sleep(60)
      """
    let child = try Child(["python3", "-c", script])
    #expect(child.read().hasPrefix("held"))
    let directory = try place.open()
    #expect(try !fileSystem.lock(directory, .exclusive, wait: .no))
    #expect(try !fileSystem.lock(directory, .shared, wait: .upTo(milliseconds: 30)))
    child.kill()
    #expect(try fileSystem.lock(directory, .exclusive, wait: .upTo(milliseconds: 1000)))
  }

  @Test func isSeenByOtherProcesses() throws {
    let directory = try place.open()
    #expect(try fileSystem.lock(directory, .exclusive, wait: .no))
    #expect(try Child(["flock", "-n", place.path, "echo", "got"]).finish() == "")
    try fileSystem.unlock(directory)
    #expect(try Child(["flock", "-n", place.path, "echo", "got"]).finish() == "got\n")
  }

  @Test func isNotInherited() throws {
    let child: Child
    do {
      let directory = try place.open()
      #expect(try fileSystem.lock(directory, .exclusive, wait: .no))
      child = try Child(["sleep", "60"])
      try directory.close()
    }
    // A child that another test forks at this moment holds the descriptor until it becomes its program.
    #expect(try fileSystem.lock(place.open(), .exclusive, wait: .upTo(milliseconds: 30_000)))
    child.kill()
  }

  @Test(arguments: [ENOLCK, ENOSYS, EOPNOTSUPP, EBADF])
  func tellsUnsupportedFromHeld(code: Int32) throws {
    let failing = FileSystem(observer: CallScript(failing: [.flock: code]))
    let error = #expect(throws: SystemError.self) {
      try failing.lock(place.open(), .exclusive, wait: .upTo(milliseconds: 10))
    }
    #expect(error?.isLockingUnsupported == true)
  }
}
