#if os(Linux)
  import CRitsurinSystem
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is read once and closed: a `FileDescriptor` without an object, and without paths.
///
/// For the shortest way to an item, where an allocation counts.
package struct OpenFile: ~Copyable, Sendable {
  private let number: Int32
  private let fileSystem: FileSystem

  fileprivate init(adopting number: Int, _ fileSystem: FileSystem) {
    self.number = Int32(truncatingIfNeeded: number)
    self.fileSystem = fileSystem
  }

  deinit {
    // Nothing was written, so an error means nothing.
    _ = try? fileSystem.perform(SystemCallEvent(.close, descriptor: number), at: "", retrying: false) {
      outcome(systemClose(number))
    }
  }

  /// Reads into a buffer until it is full or the file ends (`pread`).
  ///
  /// - Parameters:
  ///   - offset: The place in the file, in bytes from its start, not negative.
  ///   - untilEnd: Whether only an empty answer is the end. Without it a short answer is, which saves a call; some
  ///     network file systems answer short before the end, so the caller must have another way then.
  /// - Returns: The number of bytes read; less than the buffer's size only at the end of the file.
  /// - Throws: The call's error, without a path.
  package func read(
    into buffer: inout MutableRawSpan, offset: Int = 0, untilEnd: Bool = false
  ) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.byteCount {
      let wanted = fileSystem.allowed(.pread, buffer.byteCount - done)
      let taken = unsafe try buffer.withUnsafeMutableBytes { (target) throws(SystemError) in
        let start = unsafe target.baseAddress.map { unsafe $0 + done }
        return try fileSystem.perform(
          SystemCallEvent(.pread, descriptor: number, offset: offset + done), at: ""
        ) {
          unsafe outcome(pread(number, start, wanted, off_t(offset + done)))
        }
      }
      done += taken
      // A short answer is the end, but for an observer that cuts answers short.
      if taken == 0 || (!untilEnd && taken < wanted && fileSystem.observer == nil) { break }
    }
    return done
  }

  /// Reads the file's first bytes.
  ///
  /// - Parameter count: How many are wanted, 0 or more; the caller has bounded it.
  /// - Returns: Fewer only where the file ends before.
  /// - Throws: The call's error, without a path.
  package func readAll(count: Int) throws(SystemError) -> [UInt8] {
    try [UInt8].read(count) { (buffer) throws(SystemError) in try read(into: &buffer, untilEnd: true) }
  }

  /// The status of the file (`fstat`).
  ///
  /// - Throws: The call's error, without a path.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try fileSystem.perform(SystemCallEvent(.fstat, descriptor: number), at: "") {
      unsafe outcome(fstat(number, &status))
    }
    return FileStatus(status)
  }
}

/// `close(2)`, which methods of the same name hide.
private func systemClose(_ number: Int32) -> Int32 { close(number) }

extension FileSystem {
  /// Opens what lies below a root, no link in the way, for reading; nothing is allocated.
  ///
  /// - Parameters:
  ///   - path: The path below the root, and a NUL behind it.
  ///   - root: The root.
  /// - Returns: nil where nothing is there (`ENOENT`).
  /// - Throws: Any other error, without a path; `ENOSYS` also where only steps lead there.
  package func openIfPresent(
    path: RawSpan, beneath root: FileDescriptor
  ) throws(SystemError) -> OpenFile? {
    let number = unsafe try path.withUnsafeBytes { (bytes) throws(SystemError) in
      unsafe try openNumber(
        bytes.last == 0 ? bytes.baseAddress?.assumingMemoryBound(to: CChar.self) : nil, root)
    }
    guard let number else { return nil }
    return OpenFile(adopting: number, self)
  }

  /// The same for a path as text.
  package func openIfPresent(
    _ path: String, beneath root: FileDescriptor
  ) throws(SystemError) -> OpenFile? {
    // withCString knows no typed errors.
    let answer = unsafe path.withCString { (text) in
      Result { () throws(SystemError) in
        unsafe try openNumber(strlen(text) == path.utf8.count ? text : nil, root)
      }
    }
    let number = try answer.get()
    guard let number else { return nil }
    return OpenFile(adopting: number, self)
  }

  private func openNumber(
    _ path: UnsafePointer<CChar>?, _ root: FileDescriptor
  ) throws(SystemError) -> Int? {
    let flags = commonOpenFlags | O_RDONLY
    let body = {
      guard let path = unsafe path else { return -Int(EINVAL) }
      #if os(Linux)
        return root.withRawValue { unsafe outcome(ritsurin_open_beneath($0, path, flags, 0)) }
      #else
        return unsafe path.pointee == 0 ? -Int(EINVAL) : -Int(ENOSYS)
      #endif
    }
    return try performIfPresent(
      SystemCallEvent(
        .openat2, directory: root.rawValue, path: unsafe path.map { unsafe String(cString: $0) },
        flags: flags), at: "", body)
  }
}
