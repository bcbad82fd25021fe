#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Whole trees, as tests and fixtures need them. Nothing here touches a vault in use.
extension FileSystem {
  /// A path that does not depend on the working directory.
  package static func absolutePath(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : joinedPath(FileManager.default.currentDirectoryPath, path)
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

  /// Removes a tree, also where a test took the rights to it away.
  ///
  /// - Throws: What still is in the way then.
  package func removeTree(_ path: String) throws(SystemError) {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    do { _ = try status(path: path) } catch {
      if error.isAbsent { return }
      throw error
    }
    makeAccessible(path)
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw SystemError(call: .unlinkat, errno: EACCES, path: path)
    }
  }

  private func makeAccessible(_ path: String) {
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    guard let directory = try? openDirectory(path), let entries = try? list(directory) else { return }
    for entry in entries where entry.kind == .directory {
      if let name = validated(entry.name) { makeAccessible(joinedPath(path, name)) }
    }
  }

  /// Moves a directory to another place of the same file system, which must be free.
  package func moveDirectory(_ path: String, to target: String) throws(SystemError) {
    do { _ = try status(path: target) } catch {
      guard error.isAbsent else { throw error }
      do { try FileManager.default.moveItem(atPath: path, toPath: target) } catch {
        throw SystemError(call: .renameat, errno: EACCES, path: target)
      }
      return
    }
    throw SystemError(call: .renameat, errno: EEXIST, path: target)
  }
}
