import Foundation
import RitsurinSystem
import Testing

/// Each call of each operation fails in turn.
@Suite(.temporaryDirectory)
struct FaultTests {
  let place = TemporaryDirectory.current

  /// A prepared directory, opened unobserved, and what stands in it.
  private func prepare(_ number: Int) throws -> FileDescriptor {
    let name = "root\(number)"
    try place.makeDirectory("\(name)/items/s")
    try place.write("old", to: "\(name)/items/s/i")
    try place.write("file", to: "\(name)/file")
    try place.link("\(name)/link", to: "items/s/i")
    try place.link("\(name)/absolute", to: "\(place.path)/\(name)/items")
    return try FileSystem().openDirectory("\(place.path)/\(name)")
  }

  private func calls(of operation: Operation) throws -> [SystemCall] {
    let script = CallScript()
    try operation.run(FileSystem(observer: script), prepare(-1))
    return script.calls
  }

  @Test(arguments: Operation.all) func reportsEveryFailure(operation: Operation) throws {
    let calls = try calls(of: operation)
    try #require(!calls.isEmpty)
    for (index, call) in calls.enumerated() {
      let root = try prepare(index)
      let script = CallScript(failAt: [index: EIO])
      do throws(SystemError) {
        try operation.run(FileSystem(observer: script), root)
        // Closing what was only read, or in deinit, has nobody to tell.
        #expect(call == .close || operation.bears.contains(call), "\(call) failed unnoticed")
      } catch {
        #expect(error.errno == EIO && error.call == call)
      }
      #expect(script.openDescriptors.isEmpty, "after \(call) failed")
      let item = try place.text(of: "root\(index)/items/s/i")
      #expect(item == "old" || item == "new text")
      #expect((try? place.text(of: "root\(index)/new")) ?? "new text" == "new text")
    }
  }

  @Test(arguments: Operation.all) func goesOnAfterInterruptions(operation: Operation) throws {
    let calls = try calls(of: operation)
    for index in calls.indices {
      let root = try prepare(index)
      let script = CallScript(failAt: [index: EINTR])
      try operation.run(FileSystem(observer: script), root)
      #expect(script.openDescriptors.isEmpty)
    }
  }

  @Test func reportsAFailedCloseOfWrittenData() throws {
    let script = CallScript(failing: [.close: EDQUOT])
    let fileSystem = FileSystem(observer: script)
    let (file, _) = try fileSystem.createTemporary(in: prepare(0))
    let number = file.rawValue
    let error = #expect(throws: SystemError.self) { try file.close() }
    #expect(error?.errno == EDQUOT)
    #expect(throws: Never.self) { try file.close() }
    #expect(file.rawValue == -1 && number >= 0)
  }

  @Test func reportsAFullDevice() throws {
    let full = FileDescriptor(adopting: unsafe open("/dev/full", O_WRONLY), base: "/dev/full")
    let error = #expect(throws: SystemError.self) {
      try unsafe FileSystem().write([UInt8(1)].span.bytes, to: full)
    }
    #expect(error?.errno == ENOSPC)
    #expect(error?.message == "/dev/full: No space left on device (write)")
  }

  @Test func showsWhatASimulatorNeeds() throws {
    let script = CallScript()
    let fileSystem = FileSystem(observer: script)
    let root = try fileSystem.openDirectory(prepare(0).path)
    let (file, name) = try fileSystem.createTemporary(in: root)
    try unsafe fileSystem.write(Array("text".utf8).span.bytes, to: file)
    try unsafe fileSystem.write(Array("T".utf8).span.bytes, to: file, at: 0)
    try fileSystem.rename(name, to: "file", in: root)
    let events = script.records
    let create = try #require(events.first { $0.event.path == name })
    #expect(create.event.directory == root.rawValue && create.event.flags & O_CREAT != 0)
    #expect(create.event.mode == 0o600 && create.result == Int(file.rawValue))
    let write = try #require(events.first { $0.event.call == .write })
    #expect(write.event.bytes == Array("text".utf8) && write.event.descriptor == file.rawValue)
    #expect(write.event.offset == nil && write.result == 4)
    let update = try #require(events.first { $0.event.call == .pwrite })
    #expect(update.event.bytes == Array("T".utf8) && update.event.offset == 0)
    let rename = try #require(events.last)
    #expect(rename.event.call == .renameat && rename.event.directory == root.rawValue)
    #expect(rename.event.path == name && rename.event.newPath == "file" && rename.result == 0)
  }
}
