#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// Reads a file's first bytes.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - count: How many bytes are wanted, 0 or more; the caller has bounded it.
  /// - Returns: Fewer only where the file ends before.
  package func readAll(_ file: FileDescriptor, count: Int) throws(SystemError) -> [UInt8] {
    try [UInt8].read(count) { (buffer) throws(SystemError) in try read(file, into: &buffer, offset: 0) }
  }

  /// Reads a file below a root, or as much of it as the limit allows.
  package func readPrefix(
    _ relative: String, beneath root: FileDescriptor, limit: Int
  ) throws(SystemError) -> [UInt8] {
    let (file, status) = try openFile(relative, beneath: root)
    return try readAll(file, count: min(status.size, limit))
  }

  /// Writes a file that was not there, mode 0600, and makes it and its name durable.
  ///
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - path: Its path.
  ///   - isUsedAtOnce: Whether others may rely on the file as soon as it has its name, so that it stays
  ///     even where that could not be made durable.
  /// - Throws: `EEXIST` where something has the path; nothing else is left behind on failure.
  package func writeNewPrivateFile(
    _ bytes: RawSpan, path: String, isUsedAtOnce: Bool = false
  ) throws(SystemError) {
    let (parent, name) = Self.split(path)
    let directory = try openDirectory(parent)
    let (file, temporary) = try createTemporary(in: directory)
    do throws(SystemError) {
      try write(bytes, to: file)
      try synchronize(file)
      try file.close()
      guard try place(temporary, as: name, in: directory) else {
        throw SystemError(call: .renameat2, errno: EEXIST, path: path)
      }
    } catch {
      _ = try? remove(temporary, in: directory)
      throw error
    }
    do throws(SystemError) { try synchronize(directory) } catch {
      if !isUsedAtOnce { _ = try? remove(name, in: directory) }
      throw error
    }
  }

  /// Removes a file by its path.
  package func removeFile(path: String) throws(SystemError) {
    let (parent, name) = Self.split(path)
    _ = try remove(name, in: openDirectory(parent))
  }

  /// Makes the name of a directory or file durable in its parent.
  package func synchronizeParent(of path: String) throws(SystemError) {
    try synchronize(openDirectory(Self.split(path).parent))
  }

  /// Makes every name on the way to a path durable that this user can have made: those in directories of the
  /// user, up to the first of somebody else.
  ///
  /// - Throws: The error of a directory that cannot be synchronized, or of the first that cannot be opened.
  /// - Complexity: An fsync for each level.
  package func synchronizeWay(to path: String) throws(SystemError) {
    var parent = Self.split(path).parent
    var directory = try openDirectory(parent)
    while true {
      try synchronize(directory)
      guard try status(of: directory).owner == geteuid(), parent != "/", parent != "."
      else { return }
      parent = Self.split(parent).parent
      // What this user may not open, this user made nothing in.
      guard let next = try? openDirectory(parent) else { return }
      directory = next
    }
  }

  /// Lets time pass, in milliseconds.
  package func pause(milliseconds: Int) {
    guard milliseconds > 0 else { return }
    usleep(UInt32(clamping: milliseconds * 1_000))
  }

  /// The directory and the name that a path ends in.
  static func split(_ path: String) -> (parent: String, name: String) {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return (".", String(decoding: bytes, as: UTF8.self))
    }
    let parent = slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    return (parent, String(decoding: bytes[(slash + 1)...], as: UTF8.self))
  }
}

extension [UInt8] {
  /// Bytes that `body` reads; the memory is not filled with zeros first.
  ///
  /// - Parameter body: Fills the buffer, or as much of it as it says.
  /// - Throws: What `body` throws.
  static func read(
    _ count: Int, _ body: (inout MutableRawSpan) throws(SystemError) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) in
      var span = unsafe UnsafeMutableRawBufferPointer(buffer).mutableBytes
      do throws(SystemError) { filled = try body(&span) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}
