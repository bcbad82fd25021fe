internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

extension Vault {
  /// What an item under a closed key holds, its value aside; nothing is changed.
  ///
  /// - Parameter path: Its file, relative to the root.
  /// - Returns: nil where nothing is there.
  /// - Throws: `.notRetired` where it lies under no closed key, `.item` where it does not open or lies elsewhere than it
  ///   belongs, `.locked` before the first unlock, `.cannotRead`.
  package func retiredItem(at path: String) throws(VaultError) -> OpenedItem? {
    _ = try readable()
    let (snapshot, _) = try refreshed(after: current)
    guard let keyring = snapshot.keyring else { throw .locked }
    let opener = ItemOpener(vaultID: snapshot.header.header.id, keyring: keyring)
    return try RetiredItem(files: files, root: snapshot.root, rootPath: self.path, opener: opener)
      .read(path)?.item
  }

  /// Seals an item that lies under a closed key under the current one, on somebody's word: Docs/Format.md#retired-keys.
  ///
  /// - Parameters:
  ///   - path: Its file, relative to the root.
  ///   - expected: Its revision as somebody looked at it, 24 bytes.
  /// - Returns: The item, or nil where nothing is there.
  /// - Throws: As `retiredItem`; `.interference` where it is another one by now, and what a write throws.
  package func adopt(_ path: String, expecting expected: [UInt8]) throws(VaultError) -> OpenedItem? {
    let transaction = try beginWrite()
    let opener = ItemOpener(
      vaultID: transaction.snapshot.header.header.id, keyring: transaction.keyring)
    let retired = RetiredItem(
      files: files, root: transaction.lock.root, rootPath: self.path, opener: opener)
    guard var found = try retired.read(path) else { return nil }
    guard found.item.revision.bytes == expected else { throw .interference(path: self.path + "/" + path) }
    let value = try opener.openValue(of: found.item, envelope: found.envelope, in: &found.bytes)
    _ = try transaction.put(found.item.attributes, value: value, replacing: found.item, over: [])
    try transaction.commit()
    return found.item
  }
}

/// Reads items under closed keys.
private struct RetiredItem {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  let opener: ItemOpener

  func read(
    _ path: String
  ) throws(VaultError) -> (item: OpenedItem, envelope: ItemLayout, bytes: [UInt8])? {
    let bytes: [UInt8]
    do { bytes = try files.readFile(path, beneath: root, limit: ItemSealer.fileLimit) } catch {
      if error.isAbsent { return nil }
      throw VaultError(reading: error, path: rootPath + "/" + path)
    }
    let (item, envelope, standing) = try opener.openAnywhere(unsafe bytes.span.bytes, path: path)
    guard item.address.sealedPath.utf8.elementsEqual(path.utf8) else { throw .item(.misplaced, path: path) }
    guard standing == .closed else { throw .notRetired(path: path) }
    if item.needsNewerTool { throw .item(.needsNewerTool, path: path) }
    return (item, envelope, bytes)
  }
}
