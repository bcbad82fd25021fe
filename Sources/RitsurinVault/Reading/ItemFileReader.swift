internal import RitsurinCrypto
internal import RitsurinFormat
package import RitsurinSystem

/// Reads single sealed files.
package struct ItemFileReader: Sendable {
  /// How much of a file the first read takes, in bytes: all of most items.
  private static let firstRead = 4096

  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  let opener: ItemOpener
  let policy: ReadPolicy

  /// Reads and opens the file of an item.
  ///
  /// A file that looks damaged is read again, since somebody without the lock may be writing it in place.
  /// - Parameters:
  ///   - address: Where the file lies.
  ///   - expectation: What is known about it.
  ///   - values: Whether the value is wanted.
  ///   - directory: The open directory of the file, where the caller has it: a shorter way for the kernel.
  /// - Returns: nil where nothing is at the path.
  /// - Throws: `.item`, `.locked`, `.cannotRead`, `.linkLeavesVault`, `.outOfMemory`.
  package func read(
    _ address: ItemAddress, expecting expectation: ItemOpener.Expectation, values: Bool,
    in directory: FileDescriptor? = nil
  ) throws(VaultError) -> OpenedItem? {
    var readings = 0
    while true {
      do {
        return try readOnce(address, expecting: expectation, values: values, in: directory)
      } catch {
        guard case .item(let problem, _) = error, problem.isDamage, readings < policy.rereads else {
          throw error
        }
        readings += 1
        files.pause(milliseconds: policy.rereadPause)
      }
    }
  }

  private func readOnce(
    _ address: ItemAddress, expecting expectation: ItemOpener.Expectation, values: Bool,
    in directory: FileDescriptor?
  ) throws(VaultError) -> OpenedItem? {
    do {
      guard var contents = try contents(of: address, values: values, in: directory) else { return nil }
      return try open(
        &contents.bytes, fileCount: contents.fileCount, at: address, expecting: expectation, values: values)
    } catch let error as SystemError {
      if error.isAbsent { return nil }
      throw VaultError(reading: error, path: rootPath + "/" + address.sealedPath)
    } catch let error as VaultError {
      throw error
    } catch {
      throw .item(.damaged("it cannot be read"), path: address.sealedPath)
    }
  }

  /// As much of a file as is wanted, and the file's length; nil where there is none.
  private func contents(
    of address: ItemAddress, values: Bool, in directory: FileDescriptor?
  ) throws -> (bytes: [UInt8], fileCount: Int)? {
    let name = directory == nil ? address.sealedPath : address.itemComponent + ".sealed"
    var needsSteps = true
    do {
      // The usual file needs no object for its descriptor. A link or what is no file shows in full below.
      guard let file = try files.openIfPresent(name, beneath: directory ?? root) else { return nil }
      let status = try file.status()
      if status.kind == .regular {
        needsSteps = false
        return try contents(of: address, size: status.size, values: values) { (count) throws(SystemError) in
          try file.readAll(count: count)
        }
      }
    } catch {
      if let error = error as? SystemError, !needsSteps {
        throw SystemError(call: error.call, errno: error.errno, path: root.path + "/" + address.sealedPath)
      }
      if !needsSteps { throw error }
    }
    let (file, status) = try files.openFile(address.sealedPath, beneath: root)
    return try contents(of: address, size: status.size, values: values) { (count) throws(SystemError) in
      try files.readAll(file, count: count)
    }
  }

  private func contents(
    of address: ItemAddress, size: Int, values: Bool, _ read: (Int) throws(SystemError) -> [UInt8]
  ) throws -> (bytes: [UInt8], fileCount: Int) {
    let first = min(size, Self.firstRead)
    var bytes = try read(first)
    if bytes.count == first, first >= ItemEnvelope.byteCount, first < size {
      // Lengths are believed only after the envelope's checks; nothing is allocated before.
      let envelope = try parsed(bytes, fileCount: size, path: address.sealedPath)
      // A value of an unknown kind is of any length and never served.
      let isWhole = values && !envelope.hasUnknownKind
      let wanted = isWhole ? size : min(size, envelope.prefixCount)
      if wanted > first { bytes = try read(wanted) }
    }
    return (bytes, bytes.count < min(size, first) ? bytes.count : size)
  }

  private func parsed(_ bytes: [UInt8], fileCount: Int, path: String) throws(VaultError) -> ItemLayout {
    do { return try ItemLayout(parsing: unsafe bytes.span.bytes, fileCount: fileCount) } catch {
      throw .item(ItemProblem(error), path: path)
    }
  }

  private func open(
    _ bytes: inout [UInt8], fileCount: Int, at address: ItemAddress,
    expecting expectation: ItemOpener.Expectation, values: Bool
  ) throws(VaultError) -> OpenedItem {
    var (item, envelope) = try opener.openAttributes(
      unsafe bytes.span.bytes, fileCount: fileCount, at: address, expecting: expectation)
    if values { item.value = try opener.openValue(of: item, envelope: envelope, in: &bytes) }
    return item
  }
}

extension VaultError {
  /// The vault's word for a failed call while reading below the root.
  init(reading error: SystemError, path: String) {
    if error.leavesRoot {
      self = .linkLeavesVault(path: path)
    } else {
      self = .cannotRead(error)
    }
  }

  /// The vault's word for a failed call while writing below the root.
  init(writing error: SystemError, path: String) {
    if error.leavesRoot {
      self = .linkLeavesVault(path: path)
    } else {
      self = .cannotWrite(error)
    }
  }
}
