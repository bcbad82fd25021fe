internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Finds the copies of items that merges and sync tools left, by what is sealed in them: Docs/Git.md#conflict-copies.
struct ConflictSearch {
  let vault: Vault
  let root: FileDescriptor
  let snapshot: Vault.Snapshot

  private var files: FileSystem { vault.files }

  /// All of them, sorted by path, and what could not be looked at.
  ///
  /// - Throws: `.cannotRead` where the root cannot be listed, or descriptors or memory have run out; `.outOfMemory`.
  /// - Complexity: Lists every directory, reads every foreign file whole and the beginning of every item.
  func run() throws(VaultError) -> [ConflictFile] {
    let found = try walk()
    let items = try linkedItems(found)
    var conflicts = found.unlisted.map { (path, error) in
      ConflictFile(path, ConflictOrigin(name: path) ?? .other, unread: error)
    }
    for entry in found.foreign where !entry.isLeftOver {
      if !entry.isText {
        let error = VaultError.cannotRead(.notText(path: vault.path + "/" + entry.path))
        conflicts.append(ConflictFile(entry.path, ConflictOrigin(name: entry.path) ?? .other, unread: error))
      } else if !entry.kind.isDirectory, let file = try examine(entry.path, linkedItems: items) {
        conflicts.append(file)
      }
    }
    for path in Self.ownFiles(found) where try hasMarkers(path) {
      conflicts.append(ConflictFile(path, .mergeConflict))
    }
    return conflicts.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  // MARK: Where to look

  /// The files of the vault that belong into git, with no temporary ones, no sidecars, nothing of one machine; and the
  /// files to which the format gives no place, as far as their names are text.
  ///
  /// - Throws: as `run`.
  func ownAndForeignFiles() throws(VaultError) -> (own: [String], foreign: [String]) {
    let found = try walk()
    let foreign = found.foreign.filter { $0.isText && !$0.isLeftOver && !$0.kind.isDirectory }
    return (Self.ownFiles(found), foreign.map(\.path))
  }

  private static func ownFiles(_ found: ForeignEntries.Found) -> [String] {
    ["vault.header", "vault.header.backup", ".gitattributes", ".gitignore"]
      + found.own.compactMap { own in
        switch own.role {
        case .slot: own.path
        case .item(let address, _): address.tree == .items ? own.path : nil
        case .rootFile, .top, .directory, .sidecar: nil
        }
      }
  }

  private func walk() throws(VaultError) -> ForeignEntries.Found {
    try snapshot.foreignEntries(files: files, root: root, rootPath: vault.path).run(isDeep: true)
  }

  /// The files that items lead to through links.
  private func linkedItems(_ found: ForeignEntries.Found) throws(VaultError) -> Set<FileStatus.Identity> {
    var items: Set<FileStatus.Identity> = []
    for own in found.own where own.kind == .link || own.kind == .unknown {
      if case .item = own.role, let status = try status(own.path) { items.insert(status.identity) }
    }
    return items
  }

  private func status(_ path: String) throws(VaultError) -> FileStatus? {
    do { return try files.status(path, beneath: root) } catch {
      if error.isExhaustion { throw .cannotRead(error) }
      return nil
    }
  }

  // MARK: What it is

  /// A file to which the format gives no place; nil where it has nothing to do with items, or is one.
  private func examine(
    _ path: String, linkedItems: Set<FileStatus.Identity>
  ) throws(VaultError) -> ConflictFile? {
    if !linkedItems.isEmpty, let status = try status(path), linkedItems.contains(status.identity) {
      return nil
    }
    var origin = ConflictOrigin(name: path)
    var bytes: [UInt8]
    do throws(SystemError) {
      bytes = try files.readFile(path, beneath: root, limit: ItemSealer.fileLimit)
    } catch {
      if error.isExhaustion { throw .cannotRead(error) }
      if error.isAbsent { return nil }
      guard let origin = origin ?? (error.hidesAFile ? .other : nil) else { return nil }
      return ConflictFile(path, origin, unread: VaultError(reading: error, path: vault.path + "/" + path))
    }
    let digest = KeyedHash.digest256(unsafe bytes.span.bytes)
    if let kept = KeptCopy.decode(bytes) { bytes = kept }
    guard bytes.starts(with: ItemEnvelope.mark) else {
      // A copy of a header, a slot or a sidecar.
      return origin.map { ConflictFile(path, $0, digest: digest) }
    }
    let version = try snapshot.version(bytes, path: path)
    if origin == .merge, !KeptCopy.isIntact(bytes, at: path) { origin = .failedMerge }
    guard let item = version.item else {
      return ConflictFile(path, origin ?? .other, version: version, digest: digest)
    }
    if try isTheItem(path, item) { return nil }
    let (current, error) = try self.current(of: item)
    return ConflictFile(
      path, origin ?? .other, version: version, digest: digest, current: current, currentError: error)
  }

  private func isTheItem(_ path: String, _ item: OpenedItem) throws(VaultError) -> Bool {
    let addresses = item.addresses(device: snapshot.keyring?.naming.deviceComponent)
    do throws(VaultError) {
      return try ItemAlias(files: files, root: root, rootPath: vault.path).leads(path, to: addresses)
    } catch {
      if case .cannotRead(let failure) = error, failure.isExhaustion { throw error }
      // That the item's path leads nowhere is said of the item.
      return false
    }
  }

  private func hasMarkers(_ path: String) throws(VaultError) -> Bool {
    do throws(SystemError) {
      let head = try files.readPrefix(path, beneath: root, limit: 8)
      if head.starts(with: ItemEnvelope.mark) { return false }
      return MergeMarkers.arePresent(
        in: try files.readPrefix(path, beneath: root, limit: HeaderReading.limit))
    } catch {
      if error.isExhaustion { throw .cannotRead(error) }
      return false
    }
  }

  /// The item of a copy's identity, as every reader would get it.
  private func current(of item: OpenedItem) throws(VaultError) -> (OpenedItem?, VaultError?) {
    guard let keyring = snapshot.keyring else { return (nil, nil) }
    let reader = vault.itemReader(snapshot, keyring: keyring, root: root)
    let lookup = ItemLookup(
      reader: reader, account: item.attributes.account, service: item.attributes.service,
      group: .only(item.attributes.group), synchronizable: item.attributes.synchronizable, values: false,
      firstOnly: false, isUnderLock: false)
    let proof = AbsenceProof(files: files, rootPath: vault.path, policy: vault.policy)
    let findings = try proof.look(for: lookup)
    guard let found = findings.items.first else { return (nil, findings.unreadable.first?.error) }
    do {
      return (try reader.read(found.address, expecting: .place, values: true) ?? found, nil)
    } catch {
      switch error {
      // Its attributes were read; a value that is locked away cannot be compared.
      case .locked: return (found, nil)
      case .cannotRead(let failure) where failure.isExhaustion: throw error
      case .item, .cannotRead, .linkLeavesVault: return (found, error)
      default: throw error
      }
    }
  }
}

extension SystemError {
  /// Whether there is a file in which a copy might be, as opposed to what is no file, too large or outside.
  fileprivate var hidesAFile: Bool {
    !isNotRegular && !isTooLarge && !isLoop && !isDangling && !leavesRoot
  }
}
