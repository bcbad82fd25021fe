#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemError {
  /// Whether something that is no directory stands where one is needed.
  package var isNotDirectory: Bool { errno == ENOTDIR }

  /// Whether links lead round in a circle.
  package var isLoop: Bool { errno == ELOOP }

  /// Whether a file is larger than the limit it was read with.
  package var isTooLarge: Bool { errno == EFBIG }

  /// Whether something stands where a new file was to be placed.
  package var isOccupied: Bool { errno == EEXIST }

  /// Whether the disk or the quota is full.
  package var isDiskFull: Bool { errno == ENOSPC || errno == EDQUOT }

  /// Whether the medium failed.
  package var isInputOutput: Bool { errno == EIO }

  /// Whether the system has no memory for the call.
  package var isOutOfMemory: Bool { errno == ENOMEM }

  /// Whether the system or the process ran out of descriptors or memory, which says nothing about the path.
  package var isExhaustion: Bool { errno == EMFILE || errno == ENFILE || errno == ENOMEM }

  /// Whether the system has no lock to give at this moment, which says nothing about the file system.
  package var isOutOfLocks: Bool { errno == ENOLCK }

  /// A file that would be larger than what is read.
  package static func tooLarge(path: String) -> SystemError {
    SystemError(call: .write, errno: EFBIG, path: path)
  }

  /// A file that somebody else is at work with, longer than a reader waits.
  package static func busy(path: String) -> SystemError {
    SystemError(call: .stat, errno: EBUSY, path: path)
  }

  /// A directory that lies deeper than is gone into.
  package static func tooDeep(path: String) -> SystemError {
    SystemError(call: .openat, errno: ENAMETOOLONG, path: path)
  }

  /// A name that is not UTF-8.
  package static func notText(path: String) -> SystemError {
    SystemError(call: .openat, errno: EILSEQ, path: path)
  }

  /// A link that leads to nothing.
  package static func dangling(path: String) -> SystemError {
    SystemError(call: .readlinkat, errno: ENOENT, path: path)
  }
}

extension FileKind {
  /// Whether the entry is known to be a directory.
  package var isDirectory: Bool { self == .directory }

  /// Whether the entry is a directory, or a link to one, for all that a listing says.
  package var mayBeDirectory: Bool { self == .directory || self == .link || self == .unknown }
}

extension FileStatus {
  /// Whether group or others have rights.
  package var isOpenToOthers: Bool { PermissionCheck.others(self) != .private }
}
