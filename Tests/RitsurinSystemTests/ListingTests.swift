import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct ListingTests {
  let place = TemporaryDirectory.current

  @Test func listsEveryKindButNotTheDirectoryItself() throws {
    try place.write("x", to: "file")
    try place.makeDirectory("directory")
    try place.link("link", to: "file")
    try place.makePipe("pipe")
    let entries = try FileSystem().list(place.open())
    let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.asciiName ?? "", $0.kind) })
    #expect(kinds == ["file": .regular, "directory": .directory, "link": .link, "pipe": .other])
  }

  @Test func listsNamesOfAnyBytes() throws {
    let script = """
      import os
      os.chdir(b'\(place.path)')
      for name in [b'\\xff\\xfe', b'caf\\xc3\\xa9', b'cafe\\xcc\\x81', b'new\\nline', b'\\x01', b'x' * 255]:
          open(name, 'w').close()
      """
    _ = try Child(["python3", "-c", script]).finish()
    let entries = try FileSystem().list(place.open())
    let expected: Set<[UInt8]> = [
      [0xFF, 0xFE], Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8), Array("new\nline".utf8), [1],
      [UInt8](repeating: 0x78, count: 255),
    ]
    #expect(Set(entries.map(\.name)) == expected)
    #expect(entries.compactMap(\.asciiName) == [String(repeating: "x", count: 255)])
  }

  @Test func listsAgainAndAgainFromTheStart() throws {
    for number in 0..<500 { try place.write("", to: "file\(number)") }
    let directory = try place.open()
    #expect(try FileSystem().list(directory).count == 500)
    #expect(try FileSystem().list(directory).count == 500)
  }

  @Test func failsRatherThanListingLess() throws {
    try place.write("x", to: "a")
    try place.write("x", to: "b")
    let counter = CallScript()
    _ = try FileSystem(observer: counter).list(place.open())
    let last = try #require(counter.calls.lastIndex(of: .readdir))
    let script = CallScript(failAt: [last: EIO])
    let error = #expect(throws: SystemError.self) {
      try FileSystem(observer: script).list(place.open())
    }
    #expect(error?.call == .readdir && error?.errno == EIO)
    #expect(script.openDescriptors.isEmpty)
  }

  @Test func failsForWhatIsNoDirectory() throws {
    try place.write("x", to: "file")
    let file = try FileSystem().openFile("file", beneath: place.open()).0
    let error = #expect(throws: SystemError.self) { try FileSystem().list(file) }
    #expect(error?.errno == ENOTDIR)
  }
}
