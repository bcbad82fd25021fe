import Foundation
import RitsurinCrypto
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("File systems without locks") struct WithoutLocksTests {
  let files: KeyedVault

  init() throws {
    files = try KeyedVault()
    try files.open().put(Names("k"), [1])
  }

  /// A disk on which asking for a lock fails.
  private static func script(_ code: Int32) -> FlocklessDisk { FlocklessDisk(code: code) }

  private func opened(_ system: FileSystem) throws -> Vault {
    let vault = try Vault(path: files.path, files: system, policy: .quick)
    try vault.unlock(with: .key(key(hex: Vectors.all.keys.keyFile)))
    return vault
  }

  @Test("are told from busy ones, and only writing minds", arguments: [ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL])
  func tell(code: Int32) throws {
    let vault = try opened(FileSystem(observer: FlocklessDisk(code: code)))
    let before = try files.lines()
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [2]) } == "lockingUnsupported")
    #expect(word { () throws(VaultError) in try vault.remove(Names("k")) } == "lockingUnsupported")
    #expect(word { () throws(VaultError) in _ = try vault.check(repairing: true) } == "lockingUnsupported")
    // A file that was not there may have been made to be locked; nothing else has changed.
    #expect(try files.lines() == before)
    #expect(try vault.value(Names("k")) == [1])
    #expect(try vault.value(Names("l")) == nil)
    #expect(try vault.listing().count == 1)
    #expect(try vault.check().itemCount == 1)
  }

  @Test("for directories alone have their writers lock a file") func lockFile() throws {
    let disk = FlocklessDisk(code: EOPNOTSUPP, directoriesOnly: true)
    let vault = try opened(FileSystem(observer: disk))
    try vault.put(Names("k"), [2])
    #expect(try vault.value(Names("k")) == [2])
    // Whoever holds the file keeps others out.
    let system = FileSystem()
    let root = try system.openDirectory(files.path)
    let mark = try system.openForUpdating(".lock", in: root, creating: true)
    let held = try opened(FileSystem(observer: disk))
    let transaction = try held.beginWrite()
    #expect(try !system.lock(mark, .exclusive, wait: .no))
    // A file that takes its place splits nothing: the writer notices before it publishes.
    _ = try transaction.put(Names("n").attributes(), value: [3], replacing: nil, over: [])
    try files.remove(".lock")
    try files.write([0], to: ".lock")
    #expect(word { () throws(VaultError) in try transaction.commit() } == "interference")
    #expect(try vault.value(Names("n")) == nil)
  }

  @Test(
    "notice before they keep or remove a copy that the locked file was replaced",
    arguments: [
      "keep", "keep again", "resolve",
    ])
  func noticeWithCopies(work: String) throws {
    let path = try #require(try files.open().find(Names("k").scope, values: false).items.first).address
      .sealedPath
    let older = try files.read(path)
    let revision = try files.open().put(Names("k"), [2])
    let digest = KeyedHash.digest256(unsafe older.span.bytes)
    try files.write(older, to: "older")
    if work == "keep again" {
      _ = try KeptCopy.keep(older, besides: path, root: files.path, files: FileSystem())
    }
    let before = files.names()
    let disk = FlocklessDisk(code: EOPNOTSUPP, directoriesOnly: true)
    // The last call before the work counts: of a new file, or of the directory.
    let swap = files
    disk.react { (event) in
      guard event.call == (work == "resolve" ? .unlinkat : .fsync) else { return }
      try? swap.remove(".lock")
      try? swap.write([0], to: ".lock")
    }
    let system = FileSystem(observer: disk)
    let answer = word { () throws(VaultError) in
      if work == "resolve" {
        let opened: Vault
        do { opened = try self.opened(system) } catch { return }
        try opened.resolveConflict("older", digest: digest, revision: revision, taking: false)
      } else {
        _ = try KeptCopy.keep(older, besides: path, root: files.path, files: system)
      }
    }
    #expect(answer == "interference")
    if work != "resolve" { #expect(files.names() == before) }
  }

  @Test("are written to where the caller asks for it") func optOut() throws {
    let disk = FlocklessDisk(code: ENOLCK)
    let vault = try opened(FileSystem(observer: disk, locks: .none))
    try vault.put(Names("k"), [2])
    try vault.put(Names("l", group: "g"), [3])
    let transaction = try vault.beginWrite()
    let old = try #require(try transaction.find(Names("k").scope, values: false).items.first)
    _ = try transaction.put(Names("m").attributes(), value: [4], replacing: old, over: [])
    try transaction.commit()
    #expect(try vault.remove(Names("l", group: "g")))
    #expect(disk.flockCount == 0)
    #expect(try files.open().value(Names("m")) == [4])
    #expect(try files.open().listing().count == 1)
    #expect(try files.read(".lock") == [0])
  }

  @Test("leave other writers' temporary files alone") func keepTemporaries() throws {
    let temporary = "items/.tmp-0123456789abcdef"
    try files.write([1], to: temporary)
    try files.write([1], to: ".lock")
    try opened(FileSystem(locks: .none)).put(Names("k"), [2])
    #expect(files.exists(temporary))
    // It left it to the next writer to look again.
    try files.open().put(Names("k"), [3])
    #expect(!files.exists(temporary))
  }

  @Test("remove temporary files where a repair is asked for") func mendTemporaries() throws {
    let temporary = "items/.tmp-0123456789abcdef"
    try files.write([1], to: temporary)
    _ = try opened(FileSystem(locks: .none)).check(repairing: true)
    #expect(!files.exists(temporary))
  }

  @Test("keep an item whole and notice another writer", arguments: [LockSource.none, .pretended])
  func noticeOthers(locks: LockSource) throws {
    let vault = try opened(FileSystem(locks: locks))
    let other = try opened(FileSystem(locks: locks))
    let first = try vault.beginWrite()
    let old = try #require(try first.find(Names("k").scope, values: false).items.first)
    _ = try first.put(Names("k").attributes(), value: [2], replacing: old, over: [])
    let second = try vault.beginWrite()
    _ = try second.put(Names("new").attributes(), value: [5], replacing: nil, over: [])
    // Both are under way when the other writes the same items.
    try other.put(Names("k"), [3])
    try other.put(Names("new"), [6])
    #expect(word { () throws(VaultError) in try first.commit() } == "interference")
    #expect(word { () throws(VaultError) in try second.commit() } == "interference")
    #expect(try files.open().value(Names("k")) == [3])
    #expect(try files.open().value(Names("new")) == [6])
    #expect(files.names().filter { $0.contains(".tmp-") } == [])
  }
}

/// A disk whose `flock` fails.
private final class FlocklessDisk: SystemCallObserver {
  private let code: Int32
  private let directoriesOnly: Bool
  private let reaction = Locked<(@Sendable (SystemCallEvent) -> Void)?>(nil)
  private let state = Locked((count: 0, marks: Set<Int32>()))

  init(code: Int32, directoriesOnly: Bool = false) {
    self.code = code
    self.directoriesOnly = directoriesOnly
  }

  /// Has something done before each call.
  func react(_ reaction: @escaping @Sendable (SystemCallEvent) -> Void) {
    self.reaction.withLock { $0 = reaction }
  }

  var flockCount: Int { state.withLock { $0.count } }

  func willCall(_ event: SystemCallEvent) throws(SystemError) {
    reaction.withLock { $0 }?(event)
    guard event.call == .flock else { return }
    let isMark = state.withLock { state in
      state.count += 1
      return state.marks.contains(event.descriptor ?? -1)
    }
    if directoriesOnly, isMark { return }
    throw SystemError(call: .flock, errno: code, path: "")
  }

  func didCall(_ event: SystemCallEvent, result: Int) {
    state.withLock { state in
      switch event.call {
      case .open, .openat, .openat2:
        guard result >= 0 else { return }
        if event.path == ".lock" {
          state.marks.insert(Int32(truncatingIfNeeded: result))
        } else {
          state.marks.remove(Int32(truncatingIfNeeded: result))
        }
      default: break
      }
    }
  }
}
