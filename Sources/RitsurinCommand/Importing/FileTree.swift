import RitsurinExchange
import RitsurinSystem

/// The files below a directory, sorted by the bytes of their paths; names that begin with a point, and what
/// lies below them, are passed over.
struct FileTree {
  /// How deep directories may lie.
  private static let depthLimit = 64
  /// How many files are listed.
  private static let countLimit = 1_000_000

  /// A file.
  struct File {
    /// Its path below the root.
    let path: String
    /// When it was last written, in seconds since 1970.
    let seconds: Int64
  }

  private(set) var files: [File] = []
  /// What is left out and why.
  private(set) var leftOut: [RKeychainImportRemark] = []

  /// Lists what lies below a directory.
  static func list(_ path: String, _ invocation: Invocation) throws(ToolFailure) -> FileTree {
    var tree = FileTree()
    let files = invocation.environment.files
    try invocation.system { () throws(SystemError) in
      let root = try files.openDirectory(path)
      try tree.add("", root: root, depth: 0, files)
    }
    tree.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return tree
  }

  private mutating func add(
    _ directory: String, root: FileDescriptor, depth: Int, _ files: FileSystem
  ) throws(SystemError) {
    guard depth < Self.depthLimit else { return leaveOut(directory, "it lies too deep") }
    let opened = directory.isEmpty ? root : try files.openDirectory(directory, beneath: root)
    for entry in try files.list(opened) where entry.name.first != UInt8(ascii: ".") {
      let name = String(decoding: entry.name, as: UTF8.self)
      let path = directory.isEmpty ? name : directory + "/" + name
      guard name.utf8.elementsEqual(entry.name) else {
        leaveOut(path, "its name is not UTF-8")
        continue
      }
      let status: FileStatus
      do throws(SystemError) {
        status = try files.status(path, beneath: root)
      } catch {
        leaveOut(path, error.leavesRoot ? "it is a link that leads out of the directory" : error.reason)
        continue
      }
      switch status.kind {
      case .regular:
        guard self.files.count < Self.countLimit else { return leaveOut(path, "there are too many files") }
        self.files.append(File(path: path, seconds: Int64(status.modificationTime.seconds)))
      case .directory where entry.kind == .link: leaveOut(path, "it is a link to a directory")
      case .directory: try add(path, root: root, depth: depth + 1, files)
      default: leaveOut(path, "it is neither file nor directory")
      }
    }
  }

  private mutating func leaveOut(_ path: String, _ why: String) {
    leftOut.append(RKeychainImportRemark(line: nil, message: "\(path): \(why)"))
  }
}
