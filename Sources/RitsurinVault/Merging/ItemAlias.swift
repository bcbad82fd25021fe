internal import RitsurinFormat
internal import RitsurinSystem

/// Tells whether a path that is no item's leads to an item all the same, through links: such a file is the item, not a
/// copy of it, and must not be removed.
struct ItemAlias {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String

  /// Whether one of an item's paths leads to the file that a path leads to, so that with one name the other would end.
  ///
  /// A second name (a hard link) in another place is a file of its own.
  ///
  /// - Throws: `.cannotRead`, `.linkLeavesVault`; an address where nothing is leads nowhere.
  func leads(_ path: String, to addresses: [ItemAddress]) throws(VaultError) -> Bool {
    guard let status = try status(path) else { return false }
    for address in addresses {
      let item = address.sealedPath
      guard let other = try self.status(item) else { continue }
      if try isOneName(path, item) { return true }
      // One name may be spelled in several ways; a file with several names outlives each.
      if status.isSameFile(as: other), status.linkCount < 2 { return true }
    }
    return false
  }

  private func isOneName(_ path: String, _ other: String) throws(VaultError) -> Bool {
    do throws(SystemError) {
      let (one, two) = (try place(path), try place(other))
      guard one.name.hasSameBytes(as: two.name) else { return false }
      if one.directoryPath.hasSameBytes(as: two.directoryPath) { return true }
      return try files.status(of: one.directory).isSameFile(as: files.status(of: two.directory))
    } catch {
      throw VaultError(reading: error, path: rootPath + "/" + path)
    }
  }

  private func place(_ path: String) throws(SystemError) -> ResolvedPlace {
    try files.resolveParent(of: path, beneath: root, rootPath: rootPath, followingLeaf: true)
  }

  /// What a path leads to; nil where that is nothing.
  private func status(_ path: String) throws(VaultError) -> FileStatus? {
    do { return try files.status(path, beneath: root) } catch {
      if error.isAbsent || error.isDangling { return nil }
      throw VaultError(reading: error, path: rootPath + "/" + path)
    }
  }
}

extension OpenedItem {
  /// The paths that an item of this identity can have.
  ///
  /// - Parameter device: The component of this machine's device tree, where there is one.
  func addresses(device: String?) -> [ItemAddress] {
    [address.under(.items, device: nil)] + (device.map { [address.under(.device, device: $0)] } ?? [])
  }
}
