package import RitsurinSystem

/// The exclusive lock of one writer and the byte that tells the next one whether this one died.
///
/// The kernel holds the lock: it ends with the process. The byte decides nothing about who holds it.
/// Docs/Format.md#writing.
package final class WriteLock {
  private static let mark = ".lock"

  private let files: FileSystem
  /// The locked root directory.
  package let root: FileDescriptor
  /// Its status when it was opened.
  let rootStatus: FileStatus
  private let rootPath: String
  /// Held instead of the directory's lock where directories cannot be locked.
  private let substitute: FileDescriptor?
  private var markFile: FileDescriptor?
  private var isMarked = true
  private var keepsMark = false

  private init(
    files: FileSystem, root: FileDescriptor, rootStatus: FileStatus, rootPath: String,
    substitute: FileDescriptor?
  ) {
    self.files = files
    self.root = root
    self.rootStatus = rootStatus
    self.rootPath = rootPath
    self.substitute = substitute
  }

  /// Waits for the lock.
  ///
  /// - Throws: `.noSuchVault`, `.notAVault`, `.unsafePermissions`, `.lockingUnsupported`, `.cannotWrite`.
  package static func acquire(path: String, files: FileSystem) throws(VaultError) -> WriteLock {
    while true {
      let (root, status) = try Vault.openRoot(path, files: files)
      do throws(SystemError) {
        let substitute = try lock(root, files: files)
        let held = WriteLock(
          files: files, root: root, rootStatus: status, rootPath: path, substitute: substitute)
        // Whoever waited may hold the lock of a directory that the path no longer names.
        guard try files.status(path: path).isSameFile(as: status) else { continue }
        held.isMarked = try !held.readMark()
        return held
      } catch {
        if error.isAbsent { continue }
        if error.isLockingUnsupported { throw .lockingUnsupported(error) }
        throw .cannotWrite(error)
      }
    }
  }

  /// Locks the root directory, or where directories cannot be locked `.lock`.
  ///
  /// - Returns: `.lock`, if it is what was locked.
  private static func lock(_ root: FileDescriptor, files: FileSystem) throws(SystemError) -> FileDescriptor? {
    // Whoever asked to do without locks answers for it: Docs/Decisions/0019-writing-without-locks.md.
    guard files.locks != .none else { return nil }
    do throws(SystemError) {
      _ = try files.lock(root, .exclusive, wait: .forever)
      return nil
    } catch {
      // Whoever took the other lock for want of this one would write beside somebody who holds this one.
      guard error.isLockingUnsupported, !error.isOutOfLocks else { throw error }
    }
    return try lockMark(root: root, files: files)
  }

  // The root's descriptor may live on in the vault's handle, and the lock would with it.
  deinit { try? files.unlock(substitute ?? root) }

  /// Locks `.lock` itself, again where another file took its name meanwhile.
  private static func lockMark(root: FileDescriptor, files: FileSystem) throws(SystemError) -> FileDescriptor
  {
    while true {
      let file = try files.openForUpdating(mark, in: root, creating: true)
      _ = try files.lock(file, .exclusive, wait: .forever)
      if try files.status(mark, beneath: root).isSameFile(as: files.status(of: file)) { return file }
    }
  }

  /// Whether a writer before this one may have died, or the mark is not there: then recovery comes first.
  package var needsRecovery: Bool { isMarked }

  /// Whether the byte says that everything is durable.
  private func readMark() throws(SystemError) -> Bool {
    do {
      let file = try files.openForUpdating(Self.mark, in: root, creating: false)
      let bytes = try files.readAll(file, count: 2)
      // One byte is ours; what holds more is made anew, so that the byte can mean something again.
      if bytes.count > 1 { _ = try files.remove(Self.mark, in: root) } else { markFile = file }
      return bytes == [0]
    } catch {
      // Whatever stands there, it is not the byte that says "durable".
      if error.isAbsent || error.isNotRegular { return false }
      throw error
    }
  }

  /// Says that something is not yet durable, before the first change.
  ///
  /// - Throws: `.cannotWrite`.
  package func begin() throws(VaultError) {
    try confirm()
    guard !isMarked || markFile == nil else { return }
    do throws(SystemError) {
      let file: FileDescriptor
      if let markFile {
        file = markFile
      } else {
        file = try files.openForUpdating(Self.mark, in: root, creating: true)
      }
      markFile = file
      try files.write(unsafe ([1] as [UInt8]).span.bytes, to: file, at: 0)
      isMarked = true
    } catch {
      throw .cannotWrite(error)
    }
  }

  /// Says that everything is durable, after the last fsync.
  ///
  /// Failing to say so costs the next writer a recovery.
  package func end() {
    guard isMarked, !keepsMark, let markFile else { return }
    do {
      try files.write(unsafe ([0] as [UInt8]).span.bytes, to: markFile, at: 0)
      isMarked = false
    } catch {
      return
    }
  }

  /// Leaves the byte as it is to the next writer, since something of an earlier one was left undone.
  func keepMark() { keepsMark = true }

  /// Checks, where `.lock` stands in for the directory, that it still is the locked file.
  ///
  /// - Throws: `.interference`.
  package func confirm() throws(VaultError) {
    guard let substitute else { return }
    do {
      if try files.status(Self.mark, beneath: root).isSameFile(as: files.status(of: substitute)) { return }
    } catch {
      if !error.isAbsent { throw .cannotWrite(error) }
    }
    throw .interference(path: rootPath + "/" + Self.mark)
  }
}
