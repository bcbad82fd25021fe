internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Finds the copies of items that merges and sync tools left, by what is sealed in them: Docs/Git.md#conflict-copies.
struct ConflictSearch {
  let vault: Vault
  let root: FileDescriptor
  let snapshot: Vault.Snapshot

  private var files: FileSystem { vault.files }
  private var listing: ComponentListing {
    ComponentListing(files: files, root: root, rootPath: vault.path)
  }

  /// All of them, sorted by path.
  ///
  /// - Throws: `.cannotRead` where a directory cannot be listed, `.outOfMemory`.
  /// - Complexity: Lists every directory, reads every foreign file whole and the beginning of every item.
  func run() throws(VaultError) -> [ConflictFile] {
    var found: [ConflictFile] = []
    for path in try foreignFiles() {
      if let file = try examine(path) { found.append(file) }
    }
    for path in try ownFiles() where hasMarkers(path) { found.append(marked(path)) }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  // MARK: Where to look

  /// The files of the vault's directories to which the format gives no place.
  ///
  /// - Throws: `.cannotRead`.
  func foreignFiles() throws(VaultError) -> [String] {
    var paths: [String] = []
    for entry in try listing.entries(of: ".") where !entry.kind.isDirectory {
      guard let name = validText(entry.name), !Self.rootFiles.contains(name), !Recovery.isTemporary(name)
      else { continue }
      paths.append(name)
    }
    for entry in try listing.entries(of: "slots") where !entry.kind.isDirectory {
      guard let name = validText(entry.name), !SlotOpening.isSlotName(name), !Recovery.isTemporary(name)
      else { continue }
      paths.append("slots/" + name)
    }
    var trees = ["items"]
    if let device = snapshot.keyring?.naming.deviceComponent { trees.append("device/" + device) }
    for tree in trees { try walk(tree, depth: 0) { if !$1 { paths.append($0) } } }
    return paths
  }

  private static let rootFiles: Set<String> = [
    "vault.header", "vault.header.backup", ".gitattributes", ".gitignore", ".lock", ".commit", ".git",
  ]

  /// The files of the vault that belong into git; no temporary ones, no sidecars, nothing of one machine.
  ///
  /// - Throws: `.cannotRead`.
  func ownFiles() throws(VaultError) -> [String] {
    var paths = ["vault.header", "vault.header.backup", ".gitattributes", ".gitignore"]
    for entry in try listing.entries(of: "slots") {
      if let name = entry.asciiName, SlotOpening.isSlotName(name) { paths.append("slots/" + name) }
    }
    try walk("items", depth: 0) { if $1 { paths.append($0) } }
    return paths
  }

  /// Visits every file below a directory, deeper than items lie too, and says whether it has an item's place.
  private func walk(
    _ directory: String, depth: Int, _ visit: (_ path: String, _ isItem: Bool) -> Void
  ) throws(VaultError) {
    guard depth < 6 else { return }
    for entry in try listing.entries(of: directory) {
      guard let name = validText(entry.name) else { continue }
      let path = directory + "/" + name
      if entry.kind.mayBeDirectory, (try? files.status(path, beneath: root))?.kind == .directory {
        try walk(path, depth: depth + 1, visit)
      } else if ItemPath(sealed: path.utf8) != nil {
        visit(path, true)
      } else if !isSidecar(path), !Recovery.isTemporary(name) {
        visit(path, false)
      }
    }
  }

  private func isSidecar(_ path: String) -> Bool {
    path.hasSuffix(ItemPath.sidecarEnding)
      && ItemPath(path.utf8.dropLast(ItemPath.sidecarEnding.utf8.count)) != nil
  }

  // MARK: What it is

  /// A file to which the format gives no place; nil where it has nothing to do with items.
  private func examine(_ path: String) throws(VaultError) -> ConflictFile? {
    var origin = ConflictOrigin(name: path)
    var bytes: [UInt8]
    do throws(SystemError) {
      bytes = try files.readFile(path, beneath: root, limit: ItemSealer.fileLimit)
    } catch {
      if error.isAbsent { return nil }
      guard let origin else { return nil }
      return file(path, origin, unread: VaultError(reading: error, path: vault.path + "/" + path))
    }
    let digest = KeyedHash.digest256(unsafe bytes.span.bytes)
    if let kept = KeptCopy.decode(bytes) { bytes = kept }
    guard bytes.starts(with: Self.mark) else {
      // A copy of a header, a slot or a sidecar.
      return origin.map { file(path, $0, digest: digest) }
    }
    let version = try snapshot.version(bytes, path: path)
    if origin == .merge, !KeptCopy.isIntact(bytes, at: path) { origin = .failedMerge }
    guard let item = version.item else {
      return file(path, origin ?? .other, version: version, digest: digest)
    }
    let (current, error) = try self.current(of: item)
    return ConflictFile(
      path: path, origin: origin ?? .other, version: version, digest: digest, unread: nil, current: current,
      currentError: error)
  }

  /// What every item begins with, however its line ends were treated.
  private static let mark: [UInt8] = [0x89, 0x52, 0x54, 0x53]

  private func file(
    _ path: String, _ origin: ConflictOrigin, version: SealedVersion? = nil, digest: Digest256? = nil,
    unread: VaultError? = nil
  ) -> ConflictFile {
    ConflictFile(
      path: path, origin: origin, version: version, digest: digest, unread: unread, current: nil,
      currentError: nil)
  }

  private func marked(_ path: String) -> ConflictFile { file(path, .mergeConflict) }

  private func hasMarkers(_ path: String) -> Bool {
    guard let head = try? files.readPrefix(path, beneath: root, limit: 8) else { return false }
    if head.starts(with: Self.mark) { return false }
    guard let bytes = try? files.readPrefix(path, beneath: root, limit: HeaderReading.limit) else {
      return false
    }
    return MergeMarkers.arePresent(in: bytes)
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
      // Its attributes were read; a value that is locked away, or for a newer tool, cannot be compared.
      return (found, nil)
    }
  }
}

/// The text of a name; nil where it is none.
private func validText(_ name: [UInt8]) -> String? {
  let text = String(decoding: name, as: UTF8.self)
  return text.utf8.elementsEqual(name) ? text : nil
}
