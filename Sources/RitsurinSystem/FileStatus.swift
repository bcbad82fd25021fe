#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a directory entry is.
package enum FileKind: Sendable, Hashable {
  case regular
  case directory
  case link
  /// A pipe, a socket or a device.
  case other
  /// A listing that does not say; never the kind of a `FileStatus`.
  case unknown
}

/// A moment as the file system keeps it.
package struct FileTime: Sendable, Hashable {
  /// Seconds since 1970 UTC.
  package let seconds: Int64
  /// Nanoseconds after them, 0..<1,000,000,000.
  package let nanoseconds: Int32
}

/// What `fstat(2)` says about a file.
package struct FileStatus: Sendable, Hashable {
  /// The device the file lies on.
  package let device: UInt64
  /// The file's number on that device.
  package let inode: UInt64
  /// What the file is.
  package let kind: FileKind
  /// The size in bytes.
  package let size: Int
  /// The permission bits, 0...0o7777.
  package let mode: UInt32
  /// The owner's user id.
  package let owner: UInt32
  /// The number of names the file has.
  package let linkCount: UInt64
  /// When the contents changed.
  package let modificationTime: FileTime
  /// When contents or status changed.
  package let changeTime: FileTime

  /// What tells a file from all others, by whatever path it is reached.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// What tells the file from all others.
  package var identity: Identity { Identity(device: device, inode: inode) }

  /// Whether both are the same file, whatever happened to it in between.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    size = Int(clamping: status.st_size)
    mode = UInt32(truncatingIfNeeded: status.st_mode) & 0o7777
    owner = status.st_uid
    linkCount = UInt64(truncatingIfNeeded: status.st_nlink)
    #if canImport(Darwin)
      modificationTime = FileTime(status.st_mtimespec)
      changeTime = FileTime(status.st_ctimespec)
    #else
      modificationTime = FileTime(status.st_mtim)
      changeTime = FileTime(status.st_ctim)
    #endif
  }
}

extension FileTime {
  fileprivate init(_ time: timespec) {
    seconds = Int64(time.tv_sec)
    nanoseconds = Int32(truncatingIfNeeded: time.tv_nsec)
  }
}
