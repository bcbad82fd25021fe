#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of links that are followed on the way, as in the kernel.
private let greatestLinkCount = 40

extension FileSystem {
  /// Finds where a path below a root really ends, for a writer: a linked file is replaced at its target.
  ///
  /// - Parameters:
  ///   - relative: The path below the root; its last part need not exist.
  ///   - root: The root.
  ///   - rootPath: The path of the root, which absolute links must begin with.
  ///   - followingLeaf: Whether a link in the last place is followed.
  ///   - creatingDirectories: Whether missing directories on the way are made, and made durable.
  /// - Throws: `EXDEV` where a link or `..` leaves the root (`leavesRoot`); `ELOOP` after 40 links;
  ///   `ENOENT` where a
  ///   directory is missing (`isDangling` where a link names it); `EISDIR` where the path ends in a directory's own name; `EILSEQ` for a link
  ///   that is
  ///   not UTF-8.
  package func resolveParent(
    of relative: String, beneath root: FileDescriptor, rootPath: String, followingLeaf: Bool,
    creatingDirectories: Bool = false
  ) throws(SystemError) -> ResolvedPlace {
    let place = try locate(
      relative, beneath: root, rootPath: rootPath, followingLeaf: followingLeaf,
      creatingDirectories: creatingDirectories)
    guard place.name != "." else {
      throw SystemError(call: .openat, errno: EISDIR, path: joinedPath(rootPath, relative))
    }
    return place
  }

  /// Walks from the root to a path, one name at a time, never through a link that the kernel follows.
  func locate(
    _ relative: String, beneath root: FileDescriptor, rootPath: String? = nil, followingLeaf: Bool,
    creatingDirectories: Bool = false
  ) throws(SystemError) -> ResolvedPlace {
    var walk = Walk(fileSystem: self, root: root, rootPath: rootPath ?? root.path, path: relative)
    guard relative.utf8.first != UInt8(ascii: "/") else { throw walk.error(EXDEV) }
    guard !relative.utf8.contains(0), !relative.isEmpty else { throw walk.error(EINVAL) }
    walk.push(relative)
    while let name = walk.next() {
      if name == ".." {
        guard walk.passed.popLast() != nil else { throw walk.error(EXDEV) }
      } else if walk.pending.isEmpty {
        guard followingLeaf, try walk.expandLink(name) else { return walk.place(name) }
      } else {
        try walk.enter(name, creating: creatingDirectories)
      }
    }
    return walk.place(".")
  }
}

/// A walk below a root.
///
/// The directories passed stay open, so that `..` goes back to where the walk came from, whatever is renamed
/// meanwhile.
private struct Walk {
  let fileSystem: FileSystem
  let root: FileDescriptor
  let rootPath: String
  let path: String
  /// The names still to go, last first.
  var pending: [String] = []
  var passed: [(name: String, directory: FileDescriptor)] = []
  var linkCount = 0
  /// From this number of names still to go on, they are those of a link.
  private var linkFloor = Int.max

  init(fileSystem: FileSystem, root: FileDescriptor, rootPath: String, path: String) {
    self.fileSystem = fileSystem
    self.root = root
    self.rootPath = rootPath
    self.path = path
  }

  var directory: FileDescriptor { passed.last?.directory ?? root }

  func error(_ code: Int32) -> SystemError {
    SystemError(call: .readlinkat, errno: code, path: joinedPath(rootPath, path))
  }

  func place(_ name: String) -> ResolvedPlace {
    let names = passed.map(\.name).joined(separator: "/")
    return ResolvedPlace(
      directory: directory, name: name, directoryPath: joinedPath(rootPath, names),
      isLinkTarget: isLinkTarget)
  }

  /// Whether the name that is gone to is one that a link gave.
  private var isLinkTarget: Bool { pending.count >= linkFloor }

  /// Takes the next name.
  mutating func next() -> String? {
    guard let name = pending.popLast() else { return nil }
    if !isLinkTarget { linkFloor = .max }
    return name
  }

  /// Puts the names of a path before those still to go.
  mutating func push(_ path: String) {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    pending.append(contentsOf: names.reversed().filter { $0 != "." })
  }

  /// Goes into a directory, or follows the link that stands there.
  mutating func enter(_ name: String, creating: Bool) throws(SystemError) {
    let parent = directory
    do throws(SystemError) {
      let next = try fileSystem.openEntry(name, in: parent, flags: O_RDONLY | O_DIRECTORY)
      passed.append((name, next))
    } catch {
      switch error.errno {
      case ENOENT where creating:
        passed.append((name, try fileSystem.makeDurableDirectory(name, in: parent)))
      case ENOENT where isLinkTarget:
        throw self.error(ENOENT)
      case ELOOP, ENOTDIR, EMLINK:
        guard try expandLink(name) else { throw error }
      default:
        throw error
      }
    }
  }

  /// Replaces a link by the names it stands for.
  ///
  /// - Returns: false where there is no link of that name.
  mutating func expandLink(_ name: String) throws(SystemError) -> Bool {
    guard let target = try fileSystem.linkTarget(name, in: directory) else { return false }
    linkCount += 1
    guard linkCount <= greatestLinkCount else { throw error(ELOOP) }
    guard let target = validated(target), !target.isEmpty else { throw error(EILSEQ) }
    linkFloor = min(linkFloor, pending.count)
    guard target.utf8.first == UInt8(ascii: "/") else {
      push(target)
      return true
    }
    guard let inside = try insideRoot(target) else { throw error(EXDEV) }
    passed.removeAll()
    push(inside)
    return true
  }

  /// The rest of an absolute path that begins with the root's path, as it was given or as the system has it.
  private func insideRoot(_ target: String) throws(SystemError) -> String? {
    if let rest = Self.remainder(of: target, below: rootPath) { return rest }
    guard let real = try? fileSystem.realPath(rootPath) else { return nil }
    return Self.remainder(of: target, below: real)
  }

  private static func remainder(of target: String, below root: String) -> String? {
    let names = target.utf8.split(separator: UInt8(ascii: "/"))
    let prefix = root.utf8.split(separator: UInt8(ascii: "/"))
    guard root.utf8.first == UInt8(ascii: "/"), names.count >= prefix.count else { return nil }
    guard zip(names, prefix).allSatisfy({ $0.elementsEqual($1) }) else { return nil }
    return names[prefix.count...].map { String(Substring($0)) }.joined(separator: "/")
  }
}
