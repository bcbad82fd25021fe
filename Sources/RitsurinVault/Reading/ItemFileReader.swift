internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

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
  /// - Returns: nil where nothing is at the path.
  /// - Throws: `.item`, `.locked`, `.cannotRead`, `.linkLeavesVault`, `.outOfMemory`.
  package func read(
    _ address: ItemAddress, expecting expectation: ItemOpener.Expectation, values: Bool
  ) throws(VaultError) -> OpenedItem? {
    var readings = 0
    while true {
      do { return try readOnce(address, expecting: expectation, values: values) } catch {
        guard case .item(let problem, _) = error, problem.isDamage, readings < policy.rereads else {
          throw error
        }
        readings += 1
        files.pause(milliseconds: policy.rereadPause)
      }
    }
  }

  private func readOnce(
    _ address: ItemAddress, expecting expectation: ItemOpener.Expectation, values: Bool
  ) throws(VaultError) -> OpenedItem? {
    let path = address.sealedPath
    do {
      let (file, status) = try files.openFile(path, beneath: root)
      let first = min(status.size, Self.firstRead)
      var bytes = try files.readAll(file, count: first)
      if bytes.count == first, first >= ItemEnvelope.byteCount, first < status.size {
        // Lengths are believed only after the envelope's checks; nothing is allocated before.
        let envelope = try parsed(bytes, fileCount: status.size, path: path)
        // A value of an unknown kind is of any length and never served.
        let isWhole = values && !envelope.hasUnknownKind
        let wanted = isWhole ? status.size : min(status.size, envelope.prefixCount)
        if wanted > first { bytes = try files.readAll(file, count: wanted) }
      }
      let count = bytes.count < min(status.size, first) ? bytes.count : status.size
      return try open(&bytes, fileCount: count, at: address, expecting: expectation, values: values)
    } catch let error as SystemError {
      if error.isAbsent { return nil }
      throw VaultError(reading: error, path: rootPath + "/" + path)
    } catch let error as VaultError {
      throw error
    } catch {
      throw .item(.damaged("it cannot be read"), path: path)
    }
  }

  private func parsed(_ bytes: [UInt8], fileCount: Int, path: String) throws(VaultError) -> ItemEnvelope {
    do { return try ItemEnvelope.parse(unsafe bytes.span.bytes, fileCount: fileCount) } catch {
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
