import RitsurinSystem
import Testing

/// An operation on a prepared directory (`root`), for making each of its calls fail in turn.
struct Operation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Calls whose failure the operation bears.
  let bears: Set<SystemCall>
  let run: @Sendable (FileSystem, FileDescriptor) throws(SystemError) -> Void

  init(
    _ name: String, bears: Set<SystemCall> = [],
    _ run: @escaping @Sendable (FileSystem, FileDescriptor) throws(SystemError) -> Void
  ) {
    testDescription = name
    self.bears = bears
    self.run = run
  }

  static let all: [Operation] = [
    Operation("open a directory") { (fileSystem, root) throws(SystemError) in
      _ = try fileSystem.openDirectory(root.path)
    },
    Operation("open a directory below", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      _ = try fileSystem.openDirectory("items/s", beneath: root)
    },
    Operation("list", bears: [.closedir]) { (fileSystem, root) throws(SystemError) in
      guard try fileSystem.list(root).count == 4 else { throw unexpected }
    },
    Operation("make a directory") { (fileSystem, root) throws(SystemError) in
      guard try fileSystem.makeDirectory("new", in: root) else { throw unexpected }
    },
    Operation("make directories", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      try fileSystem.makeDirectories("\(root.path)/a/b")
    },
    Operation("read a file", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      let bytes = try fileSystem.readFile("items/s/i", beneath: root, limit: 100)
      guard bytes == Array("old".utf8) else { throw unexpected }
    },
    Operation("read a linked file", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      let bytes = try fileSystem.readFile("absolute/s/i", beneath: root, limit: 100)
      guard bytes == Array("old".utf8) else { throw unexpected }
    },
    Operation("look at a file", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      guard try fileSystem.status("link", beneath: root).size == 3 else { throw unexpected }
    },
    Operation("replace a file", bears: []) { (fileSystem, root) throws(SystemError) in
      let place = try fileSystem.resolveParent(
        of: "link", beneath: root, rootPath: root.path, followingLeaf: true)
      let name = try write(fileSystem, place.directory)
      try fileSystem.rename(name, to: place.name, in: place.directory)
      try fileSystem.synchronize(place.directory)
    },
    Operation("place a file", bears: []) { (fileSystem, root) throws(SystemError) in
      let name = try write(fileSystem, root)
      guard try fileSystem.place(name, as: "new", in: root) else { throw unexpected }
      try fileSystem.synchronize(root)
    },
    Operation("place a file in a new directory") { (fileSystem, root) throws(SystemError) in
      let place = try fileSystem.resolveParent(
        of: "new/g/i", beneath: root, rootPath: root.path, followingLeaf: true,
        creatingDirectories: true)
      let name = try write(fileSystem, place.directory)
      guard try fileSystem.place(name, as: place.name, in: place.directory) else { throw unexpected }
    },
    Operation("remove a file") { (fileSystem, root) throws(SystemError) in
      guard try fileSystem.remove("file", in: root) else { throw unexpected }
    },
    Operation("update a mark", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      let mark = try fileSystem.openForUpdating(".mark", in: root, creating: true)
      try unsafe fileSystem.write([UInt8(1)].span.bytes, to: mark, at: 0)
    },
    Operation("lock") { (fileSystem, root) throws(SystemError) in
      guard try fileSystem.lock(root, .exclusive, wait: .upTo(milliseconds: 1)) else { throw unexpected }
      try fileSystem.unlock(root)
    },
    Operation("synchronize everything") { (fileSystem, root) throws(SystemError) in
      try fileSystem.synchronizeFileSystem(of: root)
    },
    Operation("ask whether modes mean anything") { (fileSystem, root) throws(SystemError) in
      _ = try PermissionCheck.modesMeanNothing(on: root, fileSystem)
    },
    Operation("find the git work tree", bears: [.close]) { (fileSystem, root) throws(SystemError) in
      _ = try GitWorkTree.find(from: root.path, fileSystem)?.isLocked()
    },
  ]

  private static let unexpected = SystemError(call: .poll, errno: 0, path: "unexpected result")

  private static func write(
    _ fileSystem: FileSystem, _ directory: FileDescriptor
  ) throws(SystemError) -> String {
    let (file, name) = try fileSystem.createTemporary(in: directory)
    try unsafe fileSystem.write(Array("new text".utf8).span.bytes, to: file)
    try fileSystem.synchronize(file)
    try file.close()
    return name
  }
}
