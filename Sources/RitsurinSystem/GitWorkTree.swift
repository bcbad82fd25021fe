#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The git work tree around a directory: git rewrites files in place while its index is locked.
package struct GitWorkTree: Sendable {
  /// The directory that holds `.git`.
  package let root: String
  /// Git's own directory of this work tree: `.git`, or what the file `.git` names.
  package let gitDirectory: String
  private let fileSystem: FileSystem

  /// The file that git holds while it changes the work tree.
  package var indexLockPath: String { joinedPath(gitDirectory, "index.lock") }

  /// Looks for the innermost work tree around a path, as git does: upwards from its real path.
  ///
  /// A `.git` without `HEAD` is no repository, and the search goes on.
  ///
  /// - Parameters:
  ///   - path: A directory that exists.
  ///   - fileSystem: Makes the calls.
  /// - Returns: nil where there is none.
  /// - Throws: The error of a call that leaves the answer open; nothing missing is one.
  package static func find(
    from path: String, _ fileSystem: FileSystem = FileSystem()
  ) throws(SystemError) -> GitWorkTree? {
    let real = try fileSystem.realPath(path)
    // Every write looks here: the candidates are made in one buffer, and texts only for what is there.
    var candidate = Array(real == "/" ? "".utf8 : real.utf8)
    var end = candidate.count
    while true {
      candidate.replaceSubrange(end..., with: "/.git\0".utf8)
      if let status = try status(candidate, fileSystem) {
        let directory = end == 0 ? "/" : String(decoding: candidate[..<end], as: UTF8.self)
        if let git = try gitDirectory(status, in: directory, fileSystem) {
          return GitWorkTree(root: directory, gitDirectory: git, fileSystem: fileSystem)
        }
      }
      guard end > 0, let slash = candidate[..<end].lastIndex(of: UInt8(ascii: "/")) else { return nil }
      end = slash
    }
  }

  /// Whether git is changing the work tree, and how old its lock is, in whole seconds by the wall clock.
  ///
  /// A lock dated in the future has age 0.
  package func isLocked() throws(SystemError) -> (present: Bool, ageSeconds: Int) {
    guard let status = try Self.status(indexLockPath, fileSystem) else { return (false, 0) }
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return (true, max(0, Int(now.tv_sec) - Int(status.modificationTime.seconds)))
  }

  private static func gitDirectory(
    _ status: FileStatus, in directory: String, _ fileSystem: FileSystem
  ) throws(SystemError) -> String? {
    let candidate = joinedPath(directory, ".git")
    let git: String
    switch status.kind {
    case .directory:
      git = candidate
    case .regular:
      guard let target = try target(ofFile: candidate, fileSystem) else { return nil }
      git = target.utf8.first == UInt8(ascii: "/") ? target : joinedPath(directory, target)
    default:
      return nil
    }
    return try Self.status(joinedPath(git, "HEAD"), fileSystem) == nil ? nil : git
  }

  /// The path in a file `gitdir: path`, line ends trimmed; nil for any other file.
  private static func target(
    ofFile path: String, _ fileSystem: FileSystem
  ) throws(SystemError) -> String? {
    let bytes = try fileSystem.readFile(path: path, limit: 1 << 20)
    let prefix = "gitdir: ".utf8
    guard bytes.starts(with: prefix) else { return nil }
    var rest = bytes.dropFirst(prefix.count)
    while let last = rest.last, last == 0x0A || last == 0x0D { rest.removeLast() }
    guard let text = validated([UInt8](rest)), !text.isEmpty else { return nil }
    return text
  }

  private static func status(
    _ path: String, _ fileSystem: FileSystem
  ) throws(SystemError) -> FileStatus? {
    try status(Array(path.utf8) + [0], fileSystem)
  }

  private static func status(
    _ path: [UInt8], _ fileSystem: FileSystem
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try fileSystem.statusIfPresent(path: path)
    } catch {
      guard error.errno == ENOTDIR else { throw error }
      return nil
    }
  }
}
