/// Where a path below a root really ends, links followed.
package struct ResolvedPlace: Sendable {
  /// The directory, open for reading, so that it can be synchronized and locked.
  package let directory: FileDescriptor
  /// The name in that directory; `.` where the path is a directory's own (the root, or a link that ends in
  /// `..`).
  package let name: String
  /// The path of the directory: the root's path and the names of the directories passed.
  package let directoryPath: String
  /// Whether a link led to the name.
  let isLinkTarget: Bool

  /// A name in an open directory.
  package init(directory: FileDescriptor, name: String, directoryPath: String) {
    self.init(directory: directory, name: name, directoryPath: directoryPath, isLinkTarget: false)
  }

  init(directory: FileDescriptor, name: String, directoryPath: String, isLinkTarget: Bool) {
    self.isLinkTarget = isLinkTarget
    self.directory = directory
    self.name = name
    self.directoryPath = directoryPath
  }
}
