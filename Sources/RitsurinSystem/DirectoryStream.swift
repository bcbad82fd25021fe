#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A directory that is being listed (`fdopendir`, `readdir`, `closedir`), on a descriptor of its own.
@safe struct DirectoryStream: ~Copyable {
  #if canImport(Darwin)
    private typealias Handle = UnsafeMutablePointer<DIR>
  #else
    private typealias Handle = OpaquePointer
  #endif
  private let stream: Handle
  private let number: Int32
  private let path: String
  private let fileSystem: FileSystem

  init(of directory: FileDescriptor, path: String, _ fileSystem: FileSystem) throws(SystemError) {
    try self.init(on: Self.reopen(directory, path, fileSystem), path: path, fileSystem)
  }

  /// Lists a directory that is open for nothing else; the stream closes it.
  init(consuming directory: FileDescriptor, _ fileSystem: FileSystem) throws(SystemError) {
    try self.init(on: directory.take(), path: directory.path, fileSystem)
  }

  private init(on number: Int32, path: String, _ fileSystem: FileSystem) throws(SystemError) {
    unsafe stream = try Self.stream(on: number, path, fileSystem)
    self.number = number
    self.path = path
    self.fileSystem = fileSystem
  }

  private static func reopen(
    _ directory: FileDescriptor, _ path: String, _ fileSystem: FileSystem
  ) throws(SystemError) -> Int32 {
    let flags = commonOpenFlags | O_RDONLY | O_DIRECTORY
    let number = try fileSystem.perform(
      SystemCallEvent(.openat, directory: directory.rawValue, path: ".", flags: flags), at: path
    ) {
      directory.withRawValue { unsafe outcome(openat($0, ".", flags)) }
    }
    return Int32(truncatingIfNeeded: number)
  }

  private static func stream(
    on number: Int32, _ path: String, _ fileSystem: FileSystem
  ) throws(SystemError) -> Handle {
    var handle: Handle?
    do throws(SystemError) {
      _ = try fileSystem.perform(SystemCallEvent(.fdopendir, descriptor: number), at: path) {
        unsafe handle = fdopendir(number)
        return unsafe handle == nil ? -Int(errno) : 0
      }
    } catch {
      try? fileSystem.adopt(Int(number), base: path).close()
      throw error
    }
    guard let handle = unsafe handle else {
      throw SystemError(call: .fdopendir, errno: EIO, path: path)
    }
    return unsafe handle
  }

  /// Passes the next name to `body`, with a NUL behind it; it lies there only meanwhile.
  ///
  /// - Returns: What `body` returns; nil at the end.
  func visitNext<Result>(_ body: (RawSpan) -> Result) throws(SystemError) -> Result? {
    var result: Result?
    _ = try fileSystem.perform(SystemCallEvent(.readdir, descriptor: number), at: path) {
      errno = 0
      guard let raw = unsafe readdir(stream) else { return -Int(errno) }
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return -Int(EIO) }
      let start = unsafe UnsafeRawPointer(raw).advanced(by: offset)
      let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self)) + 1
      result = unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count)))
      return 1
    }
    return result
  }

  /// The next entry, or nil at the end.
  func next() throws(SystemError) -> DirectoryEntry? {
    var entry: DirectoryEntry?
    _ = try fileSystem.perform(SystemCallEvent(.readdir, descriptor: number), at: path) {
      errno = 0
      guard let raw = unsafe readdir(stream) else { return -Int(errno) }
      unsafe entry = Self.entry(raw)
      return 1
    }
    return entry
  }

  /// Closes stream and descriptor; nothing was written, so an error means nothing.
  func close() {
    _ = try? fileSystem.perform(
      SystemCallEvent(.closedir, descriptor: number), at: path, retrying: false
    ) {
      unsafe outcome(closedir(stream))
    }
  }

  /// Copies the name from where it lies: an entry is shorter than the type, so it must not be copied whole.
  private static func entry(_ raw: UnsafeMutablePointer<dirent>) -> DirectoryEntry {
    let kind: FileKind =
      switch Int(unsafe raw.pointee.d_type) {
      case Int(DT_REG): .regular
      case Int(DT_DIR): .directory
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): .unknown
      default: .other
      }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return DirectoryEntry(name: [], kind: kind)
    }
    let start = unsafe UnsafeRawPointer(raw).advanced(by: offset)
    let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    let name = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    return DirectoryEntry(name: name, kind: kind)
  }
}
