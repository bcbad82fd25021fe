import Foundation

/// What stands below a directory: paths relative to it, and what is there.
struct DiskTree: Hashable, Sendable {
  enum Entry: Hashable, Sendable {
    case directory
    /// Names with one inode are one file.
    case file(inode: Int, bytes: [UInt8], mode: UInt32)
  }

  var entries: [String: Entry] = [:]

  init() {}

  /// Reads a real directory.
  init(at root: String) throws {
    for name in FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [] {
      let path = root + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        entries[name] = .directory
      } else {
        entries[name] = .file(
          inode: (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0,
          bytes: [UInt8](try Data(contentsOf: URL(filePath: path))),
          mode: (attributes[.posixPermissions] as? NSNumber)?.uint32Value ?? 0)
      }
    }
  }

  /// The bytes of a file.
  func bytes(_ path: String) -> [UInt8]? {
    guard case .file(_, let bytes, _)? = entries[path] else { return nil }
    return bytes
  }

  /// Puts everything into a new directory.
  func write(to root: String) throws {
    guard unsafe mkdir(root, 0o700) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var first: [Int: String] = [:]
    // Parents sort before what they hold.
    for path in entries.keys.sorted() {
      let full = root + "/" + path
      var result: Int32 = 0
      switch entries[path] {
      case .directory: result = unsafe mkdir(full, 0o700)
      case .file(let inode, let bytes, let mode):
        if let other = first[inode] {
          result = unsafe link(other, full)
        } else {
          first[inode] = full
          let file = unsafe open(full, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
          if file < 0 {
            result = -1
          } else {
            if writeAtOnce(bytes, to: file) != bytes.count { result = -1 }
            if fchmod(file, mode_t(mode)) != 0 { result = -1 }
            close(file)
          }
        }
      case nil: break
      }
      guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
  }
}

/// `write(2)`, which the method of the same name hides.
private func writeAtOnce(_ bytes: [UInt8], to file: Int32) -> Int { unsafe write(file, bytes, bytes.count) }
