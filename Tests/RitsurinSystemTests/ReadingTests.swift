import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct ReadingTests {
  let place = TemporaryDirectory.current

  @Test func readsWithFourCalls() throws {
    let script = CallScript()
    let fileSystem = FileSystem(observer: script)
    let root = try place.open(fileSystem)
    try place.makeDirectory("items/s/g")
    try place.write("value", to: "items/s/g/i.sealed")
    let before = script.records.count
    do {
      let (file, status) = try fileSystem.openFile("items/s/g/i.sealed", beneath: root)
      var bytes = [UInt8](repeating: 0, count: status.size)
      var span = bytes.mutableSpan
      var buffer = unsafe span.mutableBytes
      #expect(try fileSystem.read(file, into: &buffer, offset: 0) == 5)
      #expect(bytes == Array("value".utf8))
    }
    #expect(script.calls.dropFirst(before) == [.openat2, .fstat, .pread, .close])
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func readsWholeFilesUpToTheLimit(count: Int) throws {
    let text = String(repeating: "x", count: count)
    try place.write(text, to: "file")
    let root = try place.open()
    let fileSystem = FileSystem()
    #expect(try fileSystem.readFile("file", beneath: root, limit: count) == Array(text.utf8))
    #expect(try fileSystem.readFile(path: "\(place.path)/file", limit: count) == Array(text.utf8))
    let error = #expect(throws: SystemError.self) {
      try fileSystem.readFile("file", beneath: root, limit: count - 1)
    }
    #expect(error?.errno == EFBIG)
  }

  @Test func readsAFileThatGrew() throws {
    try place.write("abc", to: "file")
    let root = try place.open()
    let growing = Growing(path: "\(place.path)/file")
    #expect(
      try FileSystem(observer: growing).readFile("file", beneath: root, limit: 10)
        == Array("abcdef".utf8))
    let error = #expect(throws: SystemError.self) {
      try FileSystem(observer: Growing(path: "\(place.path)/file")).readFile(
        "file", beneath: root, limit: 7)
    }
    #expect(error?.errno == EFBIG)
  }

  @Test func saysWhatIsNoRegularFile() throws {
    let root = try place.open()
    let fileSystem = FileSystem()
    try place.makeDirectory("directory")
    try place.makePipe("pipe")
    for name in ["directory", "pipe"] {
      let error = #expect(throws: SystemError.self) { try fileSystem.openFile(name, beneath: root) }
      #expect(error?.isNotRegular == true && error?.isAbsent == false)
      #expect(error?.path == "\(place.path)/\(name)")
      #expect(throws: SystemError.self) {
        try fileSystem.openForUpdating(name, in: root, creating: true)
      }
    }
    let devices = try fileSystem.openDirectory("/dev")
    let error = #expect(throws: SystemError.self) { try fileSystem.openFile("null", beneath: devices) }
    #expect(error?.errno == ENODEV)
  }

  @Test func saysThatASocketIsNoRegularFile() throws {
    let child = try Child([
      "python3", "-c", "import socket; socket.socket(socket.AF_UNIX).bind('\(place.path)/socket')",
    ])
    _ = child.finish()
    let root = try place.open()
    let error = #expect(throws: SystemError.self) { try FileSystem().openFile("socket", beneath: root) }
    #expect(error?.isNotRegular == true)
  }

  @Test func tellsAbsenceFromABrokenPath() throws {
    try place.write("x", to: "file")
    let root = try place.open()
    let absent = #expect(throws: SystemError.self) { try FileSystem().openFile("no/such", beneath: root) }
    #expect(absent?.isAbsent == true)
    let broken = #expect(throws: SystemError.self) { try FileSystem().openFile("file/x", beneath: root) }
    #expect(broken?.isAbsent == false && broken?.errno == ENOTDIR)
    #expect(broken?.message == "\(place.path)/file/x: Not a directory (openat2)")
  }

  @Test func refusesAPathThatCWouldCut() throws {
    try place.write("x", to: "file")
    let root = try place.open()
    let error = #expect(throws: SystemError.self) {
      try FileSystem().openFile("file\u{0}other", beneath: root)
    }
    #expect(error?.errno == EINVAL)
    #expect(throws: SystemError.self) { try FileSystem().openDirectory("\(place.path)\u{0}/x") }
  }

  @Test func closesOnceAndThenRefuses() throws {
    try place.write("x", to: "file")
    let script = CallScript()
    let fileSystem = FileSystem(observer: script)
    let (file, _) = try fileSystem.openFile("file", beneath: place.open())
    try file.close()
    try file.close()
    #expect(script.calls.count { $0 == .close } == 1)
    #expect(file.rawValue == -1)
    let error = #expect(throws: SystemError.self) { try fileSystem.status(of: file) }
    #expect(error?.errno == EBADF)
  }

  @Test func inheritsNothing() throws {
    try place.write("x", to: "file")
    let fileSystem = FileSystem()
    let root = try place.open()
    let files = [
      root, try fileSystem.openFile("file", beneath: root).0,
      try fileSystem.createTemporary(in: root).0,
      try fileSystem.openForUpdating("mark", in: root, creating: true),
      try fileSystem.openDirectory(".", beneath: root),
    ]
    #expect(files.allSatisfy { fcntl($0.rawValue, F_GETFD) & FD_CLOEXEC != 0 })
  }
}

/// Lets a file grow between the look at its size and the reading.
private final class Growing: SystemCallObserver {
  let path: String

  init(path: String) { self.path = path }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    guard event.call == .pread, event.offset == 0 else { return }
    let handle = FileHandle(forWritingAtPath: path)
    _ = try? handle?.seekToEnd()
    try? handle?.write(contentsOf: Data("def".utf8))
  }

  func didCall(_ event: SystemCallEvent, result: Int) {}
}
