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

  /// Finds where a path ends: at once where no link stands in the way, else by a walk.
  func locate(
    _ relative: String, beneath root: FileDescriptor, rootPath: String? = nil, followingLeaf: Bool,
    creatingDirectories: Bool = false
  ) throws(SystemError) -> ResolvedPlace {
    if let place = try locateAtOnce(relative, beneath: root, followingLeaf: followingLeaf) { return place }
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

  /// The place, where a plain path leads to it without a link and all of its directories are there.
  ///
  /// - Returns: nil where only a walk can tell.
  private func locateAtOnce(
    _ relative: String, beneath root: FileDescriptor, followingLeaf: Bool
  ) throws(SystemError) -> ResolvedPlace? {
    guard let parts = PlainPath(relative) else { return nil }
    var directory = root
    if let parent = parts.parent {
      do throws(SystemError) {
        directory = try openWithoutLinks(parent, root, flags: commonOpenFlags | O_RDONLY | O_DIRECTORY)
      } catch {
        guard Self.needsSteps(error.errno) || error.isAbsent || error.errno == ENOTDIR else { throw error }
        return nil
      }
    }
    if followingLeaf, try isLink(parts.name, in: directory) { return nil }
    return ResolvedPlace(directory: directory, name: parts.name)
  }
}

/// A path without `.`, `..` and empty names, cut before its last name.
private struct PlainPath {
  /// nil where the path is one name.
  let parent: String?
  let name: String

  init?(_ path: String) {
    var path = path
    guard let cut = path.withUTF8({ unsafe Self.cut($0) }) else { return nil }
    guard cut > 0 else {
      parent = nil
      name = path
      return
    }
    let slash = path.utf8.index(path.startIndex, offsetBy: cut - 1)
    parent = String(path[..<slash])
    name = String(path[path.utf8.index(after: slash)...])
  }

  /// Where the last name begins; nil for a path that is not plain.
  private static func cut(_ path: UnsafeBufferPointer<UInt8>) -> Int? {
    var start = 0
    for index in path.indices {
      switch unsafe path[index] {
      case 0: return nil
      case UInt8(ascii: "/"):
        // A name with a dot in front is one of the two, or no directory's of a vault.
        guard start < index, unsafe path[start] != UInt8(ascii: ".") else { return nil }
        start = index + 1
      default: break
      }
    }
    let rest = unsafe path[start...]
    guard let first = unsafe rest.first else { return nil }
    let areDots = unsafe rest.count <= 2 && first == UInt8(ascii: ".") && rest.last == UInt8(ascii: ".")
    return areDots ? nil : start
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
  var passed: [FileDescriptor] = []
  var linkCount = 0
  /// From this number of names still to go on, they are those of a link.
  private var linkFloor = Int.max

  init(fileSystem: FileSystem, root: FileDescriptor, rootPath: String, path: String) {
    self.fileSystem = fileSystem
    self.root = root
    self.rootPath = rootPath
    self.path = path
  }

  var directory: FileDescriptor { passed.last ?? root }

  func error(_ code: Int32) -> SystemError {
    SystemError(call: .readlinkat, errno: code, path: joinedPath(rootPath, path))
  }

  func place(_ name: String) -> ResolvedPlace {
    ResolvedPlace(directory: directory, name: name, isLinkTarget: isLinkTarget)
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
      passed.append(try fileSystem.openEntry(name, in: parent, flags: O_RDONLY | O_DIRECTORY))
    } catch {
      switch error.errno {
      case ENOENT where creating:
        passed.append(try fileSystem.makeDurableDirectory(name, in: parent))
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
