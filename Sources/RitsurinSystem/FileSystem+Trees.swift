#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Whole trees, as tests and fixtures need them. Nothing here touches a vault in use.
extension FileSystem {
  /// A path that does not depend on the working directory.
  ///
  /// - Throws: What `getcwd` says; `EILSEQ` where the working directory's path is not UTF-8.
  package static func absolutePath(_ path: String) throws(SystemError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let current = unsafe getcwd(nil, 0) else { throw SystemError(call: .open, errno: errno, path: ".") }
    defer { unsafe free(current) }
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: current, count: strlen(current)))
    guard let directory = validated(bytes) else { throw SystemError(call: .open, errno: EILSEQ, path: ".") }
    return joinedPath(directory, path)
  }

  /// Makes an empty directory of a random name, mode 0700, under `TMPDIR` or else `/tmp`.
  ///
  /// - Parameter prefix: What its name begins with.
  /// - Returns: Its absolute path.
  package func makeTemporaryDirectory(prefix: String) throws(SystemError) -> String {
    let named = EnvironmentVariable.value(of: "TMPDIR") ?? ""
    return try makeRandomDirectory(in: named.utf8.first == UInt8(ascii: "/") ? named : "/tmp", prefix: prefix)
  }

  /// Makes an empty directory of a random name, mode 0700.
  ///
  /// - Parameters:
  ///   - parent: The directory to make it in.
  ///   - prefix: What its name begins with.
  /// - Returns: Its path.
  package func makeRandomDirectory(in parent: String, prefix: String) throws(SystemError) -> String {
    let directory = try openDirectory(parent)
    while true {
      let name = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      if try makeDirectory(name, in: directory) { return joinedPath(parent, name) }
    }
  }

  /// Copies a tree of files and directories; copies are private (0600, 0700), whatever the modes of the originals.
  ///
  /// - Parameters:
  ///   - source: The directory to copy; links in it are followed. It is only read.
  ///   - target: The new directory, whose parent exists.
  ///   - isWanted: Whether an entry of this name is copied.
  /// - Throws: `EEXIST` where the target is there; what reading and writing throws.
  package func copyTree(
    from source: String, to target: String, where isWanted: (String) -> Bool = { _ in true }
  ) throws(SystemError) {
    let (parent, name) = Self.split(target)
    guard try makeDirectory(name, in: openDirectory(parent)) else {
      throw SystemError(call: .mkdirat, errno: EEXIST, path: target)
    }
    let directory = try openDirectory(target)
    for entry in try list(openDirectory(source)) {
      guard let name = validated(entry.name), isWanted(name) else { continue }
      let path = joinedPath(source, name)
      if try status(path: path).kind == .directory {
        try copyTree(from: path, to: joinedPath(target, name), where: isWanted)
      } else {
        let (file, status) = try openFile(path: path)
        let bytes = try readAll(file, count: status.size)
        let copy = try createFile(name, in: directory)
        try write(unsafe bytes.span.bytes, to: copy)
        try copy.close()
      }
    }
  }

  /// The files of a tree and their bytes, by their paths below it, in byte order of these.
  ///
  /// - Parameter isWanted: Whether an entry of this name counts.
  package func readTree(
    _ path: String, where isWanted: (String) -> Bool = { _ in true }
  ) throws(SystemError) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    for entry in try list(openDirectory(path)) {
      guard let name = validated(entry.name), isWanted(name) else { continue }
      let below = joinedPath(path, name)
      if try status(path: below).kind == .directory {
        files += try readTree(below, where: isWanted).map { (joinedPath(name, $0.path), $0.bytes) }
      } else {
        let (file, status) = try openFile(path: below)
        files.append((name, try readAll(file, count: status.size)))
      }
    }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Removes a tree, also where a test took the rights to it away; links are removed, not followed.
  ///
  /// Nothing happens where it is not there.
  ///
  /// - Throws: The error of the first thing that cannot be removed.
  package func removeTree(_ path: String) throws(SystemError) {
    let (parent, name) = Self.split(path)
    do { try removeTree(name, in: openDirectory(parent)) } catch {
      guard error.isAbsent else { throw error }
    }
  }

  private func removeTree(_ name: String, in parent: FileDescriptor) throws(SystemError) {
    let status = try entryStatus(name, in: parent)
    guard status.kind == .directory else {
      _ = try remove(name, in: parent)
      return
    }
    if status.mode & 0o700 != 0o700 {
      _ = try perform(
        SystemCallEvent(.fchmodat, directory: parent.rawValue, path: name, mode: UInt32(directoryMode)),
        at: joinedPath(parent.path, name)
      ) {
        parent.withRawValue { number in
          unsafe withCPath(name) { unsafe outcome(fchmodat(number, $0, directoryMode, 0)) }
        }
      }
    }
    let directory = try openEntry(name, in: parent, flags: O_RDONLY | O_DIRECTORY)
    for entry in try list(directory) {
      guard let below = validated(entry.name) else {
        throw SystemError(call: .unlinkat, errno: EILSEQ, path: directory.path)
      }
      try removeTree(below, in: directory)
    }
    _ = try perform(
      SystemCallEvent(.unlinkat, directory: parent.rawValue, path: name, flags: AT_REMOVEDIR),
      at: joinedPath(parent.path, name)
    ) {
      parent.withRawValue { number in
        unsafe withCPath(name) { unsafe outcome(unlinkat(number, $0, AT_REMOVEDIR)) }
      }
    }
  }

  /// Moves a directory to another place of the same file system (`renameat`).
  ///
  /// - Throws: `EEXIST` where something is there already.
  package func moveDirectory(_ path: String, to target: String) throws(SystemError) {
    do { _ = try status(path: target) } catch {
      guard error.isAbsent else { throw error }
      _ = try perform(SystemCallEvent(.renameat, path: path, newPath: target), at: target) {
        unsafe withCPath(path) { source in
          unsafe withCPath(target) { unsafe outcome(renameat(AT_FDCWD, source, AT_FDCWD, $0)) }
        }
      }
      return
    }
    throw SystemError(call: .renameat, errno: EEXIST, path: target)
  }
}
