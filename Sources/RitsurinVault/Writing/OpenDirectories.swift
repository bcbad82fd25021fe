internal import RitsurinSystem

/// Directories that a batch writes into, kept open so that each is walked to once.
///
/// A vault may have more directories than a process may have descriptors, so only some are kept. Used by one
/// thread, under the write lock.
final class OpenDirectories {
  /// How many are kept open.
  static let limit = 64

  private var places: [Substring: ResolvedPlace] = [:]

  /// Finds where a path really ends, as `FileSystem.resolveParent` does.
  func resolve(
    _ path: String, beneath root: FileDescriptor, rootPath: String, creating: Bool, _ files: FileSystem
  ) throws(SystemError) -> ResolvedPlace {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return try files.resolveParent(
        of: path, beneath: root, rootPath: rootPath, followingLeaf: true, creatingDirectories: creating)
    }
    let name = String(path[path.utf8.index(after: slash)...])
    let directory: ResolvedPlace
    if let known = places[path[..<slash]] {
      directory = known
    } else {
      directory = try files.resolveParent(
        of: path, beneath: root, rootPath: rootPath, followingLeaf: false, creatingDirectories: creating)
      if places.count >= Self.limit { places.removeAll() }
      places[path[..<slash]] = directory
    }
    // A linked file is replaced where it really lies, which need not be here.
    guard try !files.isLink(name, in: directory.directory) else {
      return try files.resolveParent(
        of: path, beneath: root, rootPath: rootPath, followingLeaf: true, creatingDirectories: creating)
    }
    return ResolvedPlace(directory: directory.directory, name: name)
  }
}
