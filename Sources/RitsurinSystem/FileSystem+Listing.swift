#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// The names in a directory, `.` and `..` left out, in no order.
  ///
  /// Names may hold any bytes. A listing that breaks off half-way is an error, never a shorter list.
  ///
  /// - Parameters:
  ///   - directory: The directory; its own position is not moved.
  ///   - path: The path for errors; the directory's own by default.
  /// - Complexity: O(*n*) in the number of names.
  package func list(_ directory: FileDescriptor, path: String? = nil) throws(SystemError) -> [DirectoryEntry]
  {
    try Self.entries(of: DirectoryStream(of: directory, path: path ?? directory.path, self))
  }

  /// The same for a directory below a root, which `openDirectory` would open.
  package func list(_ relative: String, beneath root: FileDescriptor) throws(SystemError) -> [DirectoryEntry]
  {
    try Self.entries(of: DirectoryStream(consuming: try openDirectory(relative, beneath: root), self))
  }

  private static func entries(
    of stream: consuming DirectoryStream
  ) throws(SystemError) -> [DirectoryEntry] {
    defer { stream.close() }
    var entries: [DirectoryEntry] = []
    while let entry = try stream.next() {
      if entry.name.elementsEqual(".".utf8) || entry.name.elementsEqual("..".utf8) { continue }
      entries.append(entry)
    }
    return entries
  }

  /// Passes the names in a directory to `body` one after the other, keeping none of them.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - body: Gets each name with a NUL behind it, `.` and `..` among them; false ends the listing.
  /// - Returns: Whether the end was reached.
  package func visitNames(
    in directory: FileDescriptor, _ body: (RawSpan) -> Bool
  ) throws(SystemError) -> Bool {
    let stream = try DirectoryStream(of: directory, path: directory.path, self)
    defer { stream.close() }
    while let goesOn = try stream.visitNext(body) {
      if !goesOn { return false }
    }
    return true
  }
}
