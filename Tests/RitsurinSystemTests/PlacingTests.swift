import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct PlacingTests {
  let place = TemporaryDirectory.current

  private func temporary(
    _ text: String, in directory: FileDescriptor, _ fileSystem: FileSystem
  ) throws -> String {
    let (file, name) = try fileSystem.createTemporary(in: directory)
    try unsafe fileSystem.write(Array(text.utf8).span.bytes, to: file)
    try fileSystem.synchronize(file)
    try file.close()
    return name
  }

  @Test func namesTemporariesByChance() throws {
    let directory = try place.open()
    let names = try (0..<20).map { _ in try FileSystem().createTemporary(in: directory).name }
    #expect(Set(names).count == 20)
    #expect(names.allSatisfy { $0.wholeMatch(of: /\.tmp-[0-9a-f]{16}/) != nil })
  }

  @Test func placesANewFile() throws {
    let fileSystem = FileSystem()
    let directory = try place.open()
    let name = try temporary("new", in: directory, fileSystem)
    #expect(try fileSystem.place(name, as: "item", in: directory))
    #expect(try place.names() == ["item"])
    #expect(try place.text(of: "item") == "new")
  }

  @Test(arguments: [nil, ENOSYS, EINVAL, EPERM, ENOTSUP] as [Int32?])
  func neverReplacesWhenPlacing(code: Int32?) throws {
    let script = CallScript(failing: code.map { [.renameat2: $0] } ?? [:])
    let fileSystem = FileSystem(observer: script)
    let directory = try place.open(fileSystem)
    try place.write("old", to: "item")
    let name = try temporary("new", in: directory, fileSystem)
    #expect(try !fileSystem.place(name, as: "item", in: directory))
    #expect(try place.text(of: "item") == "old")
    #expect(try place.text(of: name) == "new")
  }

  @Test(arguments: [ENOSYS, EINVAL, EPERM, ENOTSUP])
  func placesByLinkWhereRenamingCannot(code: Int32) throws {
    let script = CallScript(failing: [.renameat2: code])
    let fileSystem = FileSystem(observer: script)
    let directory = try place.open(fileSystem)
    let name = try temporary("new", in: directory, fileSystem)
    #expect(try fileSystem.place(name, as: "item", in: directory))
    #expect(script.calls.suffix(2) == [.linkat, .unlinkat])
    #expect(try place.names() == ["item"])
  }

  @Test func countsAsPlacedWhenOnlyTheTemporaryNameStays() throws {
    let script = CallScript(failing: [.renameat2: ENOSYS, .unlinkat: EIO])
    let fileSystem = FileSystem(observer: script)
    let directory = try place.open(fileSystem)
    let name = try temporary("new", in: directory, fileSystem)
    #expect(try fileSystem.place(name, as: "item", in: directory))
    #expect(try place.names() == [name, "item"])
  }

  @Test func replacesAtOnce() throws {
    let fileSystem = FileSystem()
    let directory = try place.open()
    try place.write("the old text", to: "item")
    let (reader, status) = try fileSystem.openFile("item", beneath: directory)
    try fileSystem.rename(temporary("new", in: directory, fileSystem), to: "item", in: directory)
    #expect(try place.text(of: "item") == "new")
    #expect(try place.names() == ["item"])
    var bytes = [UInt8](repeating: 0, count: 12)
    var span = bytes.mutableSpan
    var buffer = unsafe span.mutableBytes
    #expect(try fileSystem.read(reader, into: &buffer, offset: 0) == status.size)
    #expect(bytes == Array("the old text".utf8))
  }

  @Test func removesOnceAndThenSaysSo() throws {
    let directory = try place.open()
    try place.write("x", to: "item")
    #expect(try FileSystem().remove("item", in: directory))
    #expect(try !FileSystem().remove("item", in: directory))
  }

  @Test(arguments: ["", ".", "..", "a/b", "/etc", "a\u{0}b"])
  func refusesWhatIsNoName(name: String) throws {
    let fileSystem = FileSystem()
    let directory = try place.open()
    try place.write("x", to: "a")
    #expect(throws: SystemError.self) { try fileSystem.rename("a", to: name, in: directory) }
    #expect(throws: SystemError.self) { try fileSystem.rename(name, to: "b", in: directory) }
    #expect(throws: SystemError.self) { try fileSystem.place("a", as: name, in: directory) }
    #expect(throws: SystemError.self) { try fileSystem.remove(name, in: directory) }
    #expect(throws: SystemError.self) { try fileSystem.makeDirectory(name, in: directory) }
    #expect(throws: SystemError.self) {
      try fileSystem.openForUpdating(name, in: directory, creating: true)
    }
    #expect(try place.names() == ["a"])
  }

  @Test func writesAndReadsInPieces() throws {
    let script = CallScript(countLimit: 7)
    let fileSystem = FileSystem(observer: script)
    let directory = try place.open(fileSystem)
    let text = String(repeating: "0123456789", count: 10)
    let name = try temporary(text, in: directory, fileSystem)
    #expect(script.calls.count { $0 == .write } == 15)
    let written = script.records.filter { $0.event.call == .write }
    #expect(written.flatMap { $0.event.bytes?.prefix($0.result) ?? [] } == Array(text.utf8))
    #expect(try fileSystem.readFile(name, beneath: directory, limit: 100) == Array(text.utf8))
  }

  @Test func updatesAMarkInPlace() throws {
    let fileSystem = FileSystem()
    let directory = try place.open()
    #expect(throws: SystemError.self) {
      try fileSystem.openForUpdating(".lock", in: directory, creating: false)
    }
    let mark = try fileSystem.openForUpdating(".lock", in: directory, creating: true)
    try unsafe fileSystem.write([UInt8(49)].span.bytes, to: mark, at: 0)
    try unsafe fileSystem.write([UInt8(48)].span.bytes, to: mark, at: 0)
    let again = try fileSystem.openForUpdating(".lock", in: directory, creating: true)
    #expect(try fileSystem.status(of: again).isSameFile(as: fileSystem.status(of: mark)))
    #expect(try place.text(of: ".lock") == "0")
  }
}
