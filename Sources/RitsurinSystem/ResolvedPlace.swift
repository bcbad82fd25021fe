/// Where a path below a root really ends, links followed.
package struct ResolvedPlace: Sendable {
  /// The directory, open for reading, so that it can be synchronized and locked.
  package let directory: FileDescriptor
  /// The name in that directory; `.` where the path is a directory's own (the root, or a link that ends in
  /// `..`).
  package let name: String
  /// Whether a link led to the name.
  let isLinkTarget: Bool

  /// The path of the directory: the root's path and the names of the directories passed.
  package var directoryPath: String { directory.path }

  /// A name in an open directory.
  package init(directory: FileDescriptor, name: String) {
    self.init(directory: directory, name: name, isLinkTarget: false)
  }

  init(directory: FileDescriptor, name: String, isLinkTarget: Bool) {
    self.directory = directory
    self.name = name
    self.isLinkTarget = isLinkTarget
  }
}
