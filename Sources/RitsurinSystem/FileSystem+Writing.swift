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

/// The mode of every file that is made.
let fileMode: mode_t = 0o600

/// What the names of temporary files begin with; 16 lower-case hexadecimal digits follow.
package let temporaryNamePrefix = ".tmp-"

extension FileSystem {
  /// Makes an empty file of a new random name in a directory, mode 0600 whatever the umask, for writing.
  ///
  /// - Returns: The file and its name, `.tmp-` and 16 hexadecimal digits.
  package func createTemporary(
    in directory: FileDescriptor
  ) throws(SystemError) -> (FileDescriptor, name: String) {
    while true {
      let name = temporaryNamePrefix + Self.hexadecimal(.random(in: .min ... .max))
      do throws(SystemError) {
        return (try createFile(name, in: directory), name)
      } catch {
        guard error.errno == EEXIST else { throw error }
      }
    }
  }

  /// 16 lower-case digits.
  private static func hexadecimal(_ number: UInt64) -> String {
    unsafe String(unsafeUninitializedCapacity: 16) { (text) in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * index)) & 15
        unsafe text.initializeElement(
          at: index, to: digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
      return 16
    }
  }

  /// Makes a file that was not there (`O_EXCL`), mode 0600 whatever the umask.
  func createFile(_ name: String, in directory: FileDescriptor) throws(SystemError) -> FileDescriptor {
    let file = try openEntry(name, in: directory, flags: O_RDWR | O_CREAT | O_EXCL, mode: fileMode)
    do throws(SystemError) {
      if try status(of: file).mode & UInt32(fileMode) != UInt32(fileMode) {
        _ = try perform(
          SystemCallEvent(.fchmod, descriptor: file.rawValue, mode: UInt32(fileMode)), at: file.path
        ) {
          file.withRawValue { outcome(fchmod($0, fileMode)) }
        }
      }
    } catch {
      // Whoever asked for it does not know its name.
      _ = try? remove(name, in: directory)
      throw error
    }
    return file
  }

  /// Writes all bytes at the file's position (`write`).
  package func write(
    _ bytes: RawSpan, to file: FileDescriptor, path: String? = nil
  ) throws(SystemError) {
    try writeAll(bytes, .write, file, offset: nil, path)
  }

  /// Writes all bytes at an offset in bytes from the file's start (`pwrite`).
  package func write(
    _ bytes: RawSpan, to file: FileDescriptor, at offset: Int, path: String? = nil
  ) throws(SystemError) {
    try writeAll(bytes, .pwrite, file, offset: offset, path)
  }

  private func writeAll(
    _ bytes: RawSpan, _ call: SystemCall, _ file: FileDescriptor, offset: Int?, _ path: String?
  ) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      let wanted = allowed(call, bytes.byteCount - done)
      let part = bytes.extracting(done..<(done + wanted))
      let place = offset.map { $0 + done }
      let taken = unsafe try part.withUnsafeBytes { (source) throws(SystemError) in
        unsafe try perform(
          SystemCallEvent(
            call, descriptor: file.rawValue, bytes: [UInt8](source), offset: place),
          at: path ?? file.path
        ) {
          file.withRawValue { number in
            if let place {
              unsafe outcome(pwrite(number, source.baseAddress, source.count, off_t(place)))
            } else {
              unsafe outcome(systemWrite(number, source))
            }
          }
        }
      }
      // POSIX allows 0 only for 0 bytes; a file system that says it anyway would hold us here for ever.
      guard taken > 0 else { throw SystemError(call: call, errno: EIO, path: path ?? file.path) }
      done += taken
    }
  }

  /// Waits until a file's bytes, or a directory's entries, are on the medium (`fsync`, `F_FULLFSYNC`).
  ///
  /// A file system that has no such operation for the kind of file (`EINVAL`, `ENOTSUP`) offers nothing to
  /// wait
  /// for: no error.
  package func synchronize(_ file: FileDescriptor, path: String? = nil) throws(SystemError) {
    guard isDurable else { return }
    do throws(SystemError) {
      _ = try perform(SystemCallEvent(.fsync, descriptor: file.rawValue), at: path ?? file.path) {
        file.withRawValue { number in
          #if canImport(Darwin)
            let full = outcome(fcntl(number, F_FULLFSYNC))
            return full == -Int(ENOTSUP) || full == -Int(EINVAL) ? outcome(fsync(number)) : full
          #else
            return outcome(fsync(number))
          #endif
        }
      }
    } catch {
      guard error.errno == EINVAL || error.errno == ENOTSUP else { throw error }
    }
  }

  /// Waits until everything on a file's file system is on the medium (`syncfs`; `sync` on Apple systems).
  package func synchronizeFileSystem(
    of file: FileDescriptor, path: String? = nil
  ) throws(SystemError) {
    _ = try perform(SystemCallEvent(.syncfs, descriptor: file.rawValue), at: path ?? file.path) {
      file.withRawValue { number in
        #if canImport(Darwin)
          sync()
          return 0
        #else
          return outcome(ritsurin_syncfs(number))
        #endif
      }
    }
  }
}

/// `write(2)`, which the method of the same name hides.
func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(number, bytes.baseAddress, bytes.count)
}
