import Foundation
import RitsurinSystem
import RitsurinTestSupport

/// A disk that is full soon.
final class SmallDisk: SystemCallObserver {
  /// How a disk is made small.
  enum Kind: String, CaseIterable, Sendable {
    /// A real file system: `tmpfs` of 512 KiB.
    case mounted
    /// A count of the bytes that are written, where nothing may be mounted.
    case counted
  }

  static let size = 512 << 10

  let kind: Kind
  let path: String
  private let place: ScratchDirectory
  private let left = Locked(SmallDisk.size)

  init(_ kind: Kind) throws {
    self.kind = kind
    place = try ScratchDirectory(isInMemory: true)
    path = place.path("disk")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard kind == .mounted else { return }
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(Self.size),mode=0700", "tmpfs", path) else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }

  deinit { if kind == .mounted { _ = Self.run("umount", "-l", path) } }

  /// Whether this process may mount; where it may not, the tests on a real full disk do not run.
  static let canMount: Bool = (try? SmallDisk(.mounted)) != nil

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Leaves some room and no more.
  func fill(leaving room: Int) throws {
    guard kind == .mounted else { return left.withLock { $0 = room } }
    let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? NSNumber
    let count = max(0, (free?.intValue ?? 0) - room)
    try Data(count: count).write(to: URL(filePath: path + "/ballast"))
  }

  /// Gives the room back.
  func empty() {
    left.withLock { $0 = Self.size }
    try? FileManager.default.removeItem(atPath: path + "/ballast")
  }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    guard kind == .counted else { return }
    let wanted: Int
    switch event.call {
    case .write: wanted = event.bytes?.count ?? 0
    case .mkdirat: wanted = 4_096
    case .openat where event.flags & O_CREAT != 0: wanted = 1
    default: return
    }
    let isFull = left.withLock { left in
      left -= wanted
      return left < 0
    }
    if isFull { throw SystemError(call: event.call, errno: ENOSPC, path: event.path ?? "") }
  }

  func didCall(_ event: SystemCallEvent, result: Int) {}
}
