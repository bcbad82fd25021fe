import Foundation
import RitsurinSystem
import Testing

@Suite(.temporaryDirectory)
struct ResolutionTests {
  let place = TemporaryDirectory.current
  let rootPath: String

  init() throws {
    rootPath = "\(place.path)/vault"
    try place.makeDirectory("vault/items/s/g")
    try place.makeDirectory("vault/other")
    try place.makeDirectory("outside")
    try place.write("inside", to: "vault/items/s/g/i")
    try place.write("other", to: "vault/other/o")
    try place.write("outside", to: "outside/x")
  }

  /// Both ways: with the kernel's help, and with the call for it filtered away.
  static let ways: [Int32?] = [nil, ENOSYS, EPERM]

  private func open(_ way: Int32?) throws -> (FileSystem, FileDescriptor) {
    let script = CallScript(failing: way.map { [.openat2: $0] } ?? [:])
    let fileSystem = FileSystem(observer: script)
    return (fileSystem, try fileSystem.openDirectory(rootPath))
  }

  private func read(_ path: String, _ way: Int32?) throws -> String {
    let (fileSystem, root) = try open(way)
    return String(decoding: try fileSystem.readFile(path, beneath: root, limit: 100), as: UTF8.self)
  }

  @Test(arguments: ways) func findsWithoutLinks(way: Int32?) throws {
    #expect(try read("items/s/g/i", way) == "inside")
    #expect(try read("./items//s/../s/g/i", way) == "inside")
  }

  @Test(
    arguments: [
      ("items/s/g/l", "i"), ("items/s/g/l", "../../../other/../items/s/g/i"), ("l", "items/s/g/i"),
      ("l", "./items/./s/g/i"), ("l", "ABSOLUTE/items/s/g/i"), ("l", "ABSOLUTE//items/s/g/i"),
    ], ways)
  func followsALinkThatStaysInside(link: (name: String, target: String), way: Int32?) throws {
    let target = link.target.replacing("ABSOLUTE", with: rootPath)
    try place.link("vault/\(link.name)", to: target)
    #expect(try read(link.name, way) == "inside")
    let (fileSystem, root) = try open(way)
    #expect(try fileSystem.status(link.name, beneath: root).kind == .regular)
    #expect(try fileSystem.status(link.name, beneath: root, followingLeaf: false).kind == .link)
  }

  @Test(arguments: ["../items/s", "ABSOLUTE/items/s", "../other/../items/s/../s"], ways)
  func followsALinkedDirectory(target: String, way: Int32?) throws {
    try place.link("vault/other/d", to: target.replacing("ABSOLUTE", with: rootPath))
    #expect(try read("other/d/g/i", way) == "inside")
    let (fileSystem, root) = try open(way)
    let directory = try fileSystem.openDirectory("other/d", beneath: root)
    #expect(try fileSystem.list(directory).map(\.asciiName) == ["g"])
  }

  @Test(
    arguments: [
      "../../outside/x", "/etc/hostname", "../outside/x", "OUTSIDE/x", "../../vault/items/s/g/i",
      "ROOT-other/x", "ROOT/../outside/x", "/", "..", "../..",
    ], ways)
  func refusesALinkThatLeaves(target: String, way: Int32?) throws {
    let target = target.replacing("OUTSIDE", with: "\(place.path)/outside").replacing(
      "ROOT", with: rootPath)
    try place.link("vault/leaf", to: target)
    try place.link("vault/other/leaf", to: "../" + (target.hasPrefix("/") ? "leaf" : target))
    for name in ["leaf", "leaf/x", "other/leaf"] {
      let (fileSystem, root) = try open(way)
      let error = #expect(throws: SystemError.self) { try fileSystem.openFile(name, beneath: root) }
      #expect(error?.leavesRoot == true && error?.isAbsent == false)
      #expect(throws: SystemError.self) { try fileSystem.openDirectory(name, beneath: root) }
      #expect(throws: SystemError.self) { try fileSystem.status(name, beneath: root) }
      #expect(throws: SystemError.self) {
        try fileSystem.resolveParent(
          of: name, beneath: root, rootPath: rootPath, followingLeaf: true, creatingDirectories: true)
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/outside") == ["x"])
  }

  @Test(arguments: ["..", "../outside/x", "items/../../outside/x", "/etc/hostname", "//", "", "."], ways)
  func refusesAPathThatLeaves(path: String, way: Int32?) throws {
    let (fileSystem, root) = try open(way)
    #expect(throws: SystemError.self) { try fileSystem.openFile(path, beneath: root) }
    #expect(throws: SystemError.self) {
      try fileSystem.resolveParent(of: path, beneath: root, rootPath: rootPath, followingLeaf: true)
    }
  }

  @Test(arguments: ways) func endsALoop(way: Int32?) throws {
    try place.link("vault/a", to: "b")
    try place.link("vault/b", to: "a")
    try place.link("vault/self", to: "self/x")
    for name in ["a", "a/x", "self"] {
      let (fileSystem, root) = try open(way)
      let error = #expect(throws: SystemError.self) { try fileSystem.openFile(name, beneath: root) }
      #expect(error?.errno == ELOOP)
    }
  }

  @Test(arguments: [(40, true), (41, false)]) func followsFortyLinks(count: Int, opens: Bool) throws {
    try place.link("vault/l1", to: "items/s/g/i")
    for number in 2...count { try place.link("vault/l\(number)", to: "l\(number - 1)") }
    #expect((try? read("l\(count)", nil)) == (opens ? "inside" : nil))
  }

  @Test func refusesALinkThatIsNotText() throws {
    try place.link("vault/fine", to: "bad\u{FFFD}")
    let child = try Child([
      "python3", "-c", "import os; os.symlink(b'bad\\xff', b'\(rootPath)/bad')",
    ])
    _ = child.finish()
    let (fileSystem, root) = try open(nil)
    let error = #expect(throws: SystemError.self) { try fileSystem.openFile("bad", beneath: root) }
    #expect(error?.errno == EILSEQ)
    let dangling = #expect(throws: SystemError.self) { try fileSystem.openFile("fine", beneath: root) }
    #expect(dangling?.isDangling == true)
  }

  @Test(arguments: ways) func tellsALinkToNothingFromNothing(way: Int32?) throws {
    try place.link("vault/file", to: "items/s/g/gone")
    try place.link("vault/chain", to: "other/../file")
    try place.link("vault/other/lost", to: "../gone/g")
    try place.link("vault/other/linked", to: "../items/s/g")
    let (fileSystem, root) = try open(way)
    func error(_ name: String) -> SystemError? {
      #expect(throws: SystemError.self) { try fileSystem.openFile(name, beneath: root) }
    }
    for name in ["file", "chain", "other/lost", "other/lost/i"] {
      #expect(error(name)?.isDangling == true && error(name)?.isAbsent == false, "\(name)")
      #expect(throws: SystemError.dangling(path: "\(rootPath)/\(name)")) {
        try fileSystem.status(name, beneath: root)
      }
    }
    // The links lead somewhere; it is what they lead to that holds nothing of the name.
    for name in ["other/linked/gone", "other/linked/gone/i", "gone", "gone/i"] {
      #expect(error(name)?.isAbsent == true && error(name)?.isDangling == false, "\(name)")
    }
  }

  @Test func knowsTheRootByItsRealPathToo() throws {
    try place.link("alias", to: "vault")
    try place.link("vault/l", to: "\(rootPath)/items/s/g/i")
    try place.link("vault/m", to: "\(place.path)/alias/items/s/g/i")
    let fileSystem = FileSystem()
    let root = try fileSystem.openDirectory("\(place.path)/alias")
    #expect(try fileSystem.readFile("l", beneath: root, limit: 100) == Array("inside".utf8))
    #expect(try fileSystem.readFile("m", beneath: root, limit: 100) == Array("inside".utf8))
  }

  @Test func tellsWritersWhereTheBytesGo() throws {
    try place.link("vault/leaf", to: "other/new")
    try place.link("vault/items/d", to: "../other")
    let (fileSystem, root) = try open(nil)
    func resolve(_ path: String, following: Bool = true) throws -> [String] {
      let place = try fileSystem.resolveParent(
        of: path, beneath: root, rootPath: rootPath, followingLeaf: following)
      let status = try fileSystem.status(of: place.directory)
      #expect(try status.isSameFile(as: fileSystem.status(path: place.directoryPath)))
      return [place.directoryPath, place.name]
    }
    #expect(try resolve("leaf") == ["\(rootPath)/other", "new"])
    #expect(try resolve("leaf", following: false) == [rootPath, "leaf"])
    #expect(try resolve("items/d/x") == ["\(rootPath)/other", "x"])
    #expect(try resolve("items/s/g/i") == ["\(rootPath)/items/s/g", "i"])
    #expect(throws: SystemError.self) { try resolve("items/none/x") }
  }

  @Test func makesMissingDirectoriesDurable() throws {
    try place.link("vault/l", to: "other/deep")
    let script = CallScript()
    let fileSystem = FileSystem(observer: script)
    let root = try fileSystem.openDirectory(rootPath)
    let found = try fileSystem.resolveParent(
      of: "l/a/b/item", beneath: root, rootPath: rootPath, followingLeaf: true,
      creatingDirectories: true)
    #expect(found.directoryPath == "\(rootPath)/other/deep/a/b")
    #expect(script.calls.count { $0 == .mkdirat } == 3)
    #expect(script.calls.count { $0 == .fsync } == 6)
    #expect(try fileSystem.status("other/deep/a/b", beneath: root).mode == 0o700)
  }

  @Test func goesBackToWhereItCameFrom() throws {
    // A directory that is moved out while the walk is below it does not take the walk along.
    let mover = Mover(from: "\(rootPath)/items/s", to: "\(place.path)/outside/s")
    let fileSystem = FileSystem(observer: mover)
    let root = try fileSystem.openDirectory(rootPath)
    try place.link("vault/l", to: "items/s/g/../../../other/o")
    #expect(try fileSystem.readFile("l", beneath: root, limit: 100) == Array("other".utf8))
    #expect(FileManager.default.fileExists(atPath: "\(place.path)/outside/s"))
  }
}

/// Moves a directory as soon as the walk asks for `g`.
private final class Mover: SystemCallObserver {
  let from: String
  let to: String

  init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {}

  func didCall(_ event: SystemCallEvent, result: Int) {
    if event.call == .openat, event.path == "g" {
      try? FileManager.default.moveItem(atPath: from, toPath: to)
    }
  }
}
