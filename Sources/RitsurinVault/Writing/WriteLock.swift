package import RitsurinSystem

/// The exclusive lock of one writer and the byte that tells the next one whether this one died.
///
/// The kernel holds the lock: it ends with the process. The byte decides nothing about who holds it.
/// Docs/Format.md, "Writing".
package final class WriteLock {
  private static let mark = ".lock"

  private let files: FileSystem
  /// The locked root directory.
  package let root: FileDescriptor
  private let rootPath: String
  /// Held instead of the directory's lock where directories cannot be locked.
  private let substitute: FileDescriptor?
  private var markFile: FileDescriptor?
  private var isMarked: Bool

  /// Waits for the lock.
  ///
  /// - Throws: `.noSuchVault`, `.notAVault`, `.unsafePermissions`, `.lockingUnsupported`, `.cannotWrite`.
  package init(path: String, files: FileSystem) throws(VaultError) {
    self.files = files
    rootPath = path
    while true {
      let root = try Vault.openRoot(path, files: files)
      do {
        var substitute: FileDescriptor?
        do {
          _ = try files.lock(root, .exclusive, wait: .forever)
        } catch {
          guard error.isLockingUnsupported else { throw error }
          substitute = try Self.lockMark(root: root, files: files)
        }
        // Whoever waited may hold the lock of a directory that the path no longer names.
        guard try files.status(path: path).isSameFile(as: files.status(of: root)) else { continue }
        self.root = root
        self.substitute = substitute
        break
      } catch {
        if error.isAbsent { continue }
        if error.isLockingUnsupported { throw .lockingUnsupported(error) }
        throw .cannotWrite(error)
      }
    }
    markFile = nil
    isMarked = true
    do { isMarked = try !readMark() } catch { throw .cannotWrite(error) }
  }

  // The root's descriptor may live on in the vault's handle, and the lock would with it.
  deinit { try? files.unlock(substitute ?? root) }

  /// Locks `.lock` itself, again where another file took its name meanwhile.
  private static func lockMark(root: FileDescriptor, files: FileSystem) throws(SystemError) -> FileDescriptor {
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
      markFile = file
      let bytes = try files.readAll(file, count: 2)
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
    do {
      let file = try markFile ?? files.openForUpdating(Self.mark, in: root, creating: true)
      markFile = file
      try files.write([1].span.bytes, to: file, at: 0)
      isMarked = true
    } catch {
      throw .cannotWrite(error)
    }
  }

  /// Says that everything is durable, after the last fsync. Failing to say so costs the next writer a recovery.
  package func end() {
    guard isMarked, let markFile else { return }
    do {
      try files.truncate(markFile, count: 1)
      try files.write([0].span.bytes, to: markFile, at: 0)
      isMarked = false
    } catch {
      return
    }
  }

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
