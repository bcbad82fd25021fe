internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Goes through a vault's directories and tells what is the vault's own from what is not: Docs/Format.md#tree.
///
/// Counts, checks, conflicts and the doctor all ask here, so that they agree. No file is opened.
struct ForeignEntries {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  /// The component of this machine's device tree; what lies in those of others is theirs.
  let device: String?

  /// What lies in the vault's directories and has no place there.
  struct Entry {
    /// Relative to the root; a name that is not UTF-8 stands in it as far as it is.
    let path: String
    /// What the listing says; `directory` also for a link to one that was gone into.
    var kind: FileKind
    /// Whether it is a temporary file that a writer left.
    let isLeftOver: Bool
    /// Whether the path is the entry's, byte for byte.
    let isText: Bool
  }

  /// What has its place there.
  struct Own {
    enum Role {
      case rootFile
      /// One of the directories in the root.
      case top
      case slot
      /// A directory of a device, service or access group.
      case directory
      case item(ItemAddress, hasSidecar: Bool)
      case sidecar(hasItem: Bool)
    }

    /// Relative to the root.
    let path: String
    let role: Role
    /// What the listing says.
    let kind: FileKind
  }

  /// All that was found.
  struct Found {
    /// In the order root, slots, device, items; by name in each directory.
    var own: [Own] = []
    var foreign: [Entry] = []
    /// Directories that could not be listed, and why.
    var unlisted: [(path: String, error: VaultError)] = []
  }

  /// What belongs into the root, and whether it is a directory.
  private static let rootNames: [String: Bool] = [
    "vault.header": false, "vault.header.backup": false, "slots": true, "items": true, "device": true,
    ".gitattributes": false, ".gitignore": false, ".lock": false, CommitRunner.name: false,
  ]
  /// What later versions of the format and git keep in the root.
  private static let others: Set<String> = ["drop", "history", "grants", ".git"]
  /// How many levels below `items` or a device's directory are gone into.
  static let greatestDepth = 6

  /// Goes through root, slots and trees.
  ///
  /// - Parameter isDeep: Whether foreign directories in the trees are gone into, each once, whatever links lead there.
  /// - Throws: `.cannotRead` or `.linkLeavesVault` of the root, or where descriptors or memory have run out.
  /// - Complexity: Lists every directory once.
  func run(isDeep: Bool = false) throws(VaultError) -> Found {
    var found = Found()
    for entry in try entries(of: "", &found) {
      guard let name = entry.asciiName else {
        found.add(entry, in: "")
        continue
      }
      if Self.others.contains(name) { continue }
      if let isDirectory = Self.rootNames[name] {
        found.own.append(Own(path: name, role: isDirectory ? .top : .rootFile, kind: entry.kind))
      } else {
        found.add(entry, in: "")
      }
    }
    for entry in try entries(of: "slots", &found) {
      if let name = entry.asciiName, SlotOpening.isSlotName(name) {
        found.own.append(Own(path: "slots/" + name, role: .slot, kind: entry.kind))
      } else {
        found.add(entry, in: "slots/")
      }
    }
    for entry in try entries(of: "device", &found) {
      guard let name = entry.asciiName, entry.kind.mayBeDirectory, Base32.decode(Array(name.utf8)[...]) != nil
      else {
        found.add(entry, in: "device/")
        continue
      }
      found.own.append(Own(path: "device/" + name, role: .directory, kind: entry.kind))
      if name == device { try tree(.device, "device/" + name, &found) }
    }
    try tree(.items, "items", &found)
    if isDeep { try goInto(["items/"] + (device.map { ["device/" + $0 + "/"] } ?? []), &found) }
    return found
  }

  // MARK: The trees

  private func tree(_ tree: Tree, _ path: String, _ found: inout Found) throws(VaultError) {
    for service in try components(of: path, &found) {
      let inner = path + "/" + service
      for group in try components(of: inner, &found) {
        try items(tree, service, group, in: inner + "/" + group, &found)
      }
    }
  }

  /// The names in a directory that are those of services or access groups.
  private func components(of path: String, _ found: inout Found) throws(VaultError) -> [String] {
    var names: [String] = []
    for entry in try entries(of: path, &found) {
      guard let name = entry.asciiName, entry.kind.mayBeDirectory, ComponentName(name.utf8) != nil else {
        found.add(entry, in: path + "/")
        continue
      }
      found.own.append(Own(path: path + "/" + name, role: .directory, kind: entry.kind))
      names.append(name)
    }
    return names
  }

  private func items(
    _ tree: Tree, _ service: String, _ group: String, in path: String, _ found: inout Found
  ) throws(VaultError) {
    guard let digest = Digest128(component: group) else { return }
    let entries = try entries(of: path, &found)
    let names = Set(entries.compactMap(\.asciiName))
    for entry in entries {
      let name = entry.asciiName ?? ""
      let role: Own.Role
      if let item = Self.stem(of: name, ItemPath.sealedEnding) {
        let address = ItemAddress(
          tree: tree, device: tree == .device ? device : nil, group: digest, serviceComponent: service,
          groupComponent: group, itemComponent: item)
        role = .item(address, hasSidecar: names.contains(item + ItemPath.sidecarEnding))
      } else if let item = Self.stem(of: name, ItemPath.sidecarEnding) {
        role = .sidecar(hasItem: names.contains(item + ItemPath.sealedEnding))
      } else {
        found.add(entry, in: path + "/")
        continue
      }
      found.own.append(Own(path: path + "/" + name, role: role, kind: entry.kind))
    }
  }

  /// The item component before an ending; nil where the name is not in the grammar.
  private static func stem(of name: String, _ ending: String) -> String? {
    guard name.hasSuffix(ending) else { return nil }
    let stem = name.utf8.dropLast(ending.utf8.count)
    return ComponentName(stem) == nil ? nil : String(Substring(stem))
  }

  // MARK: Foreign directories

  /// Adds what lies in the foreign directories of the trees.
  private func goInto(_ trees: [String], _ found: inout Found) throws(VaultError) {
    var visited = try ownDirectories(found)
    var next = 0
    while next < found.foreign.count {
      let (index, entry) = (next, found.foreign[next])
      next += 1
      guard entry.isText, entry.kind.mayBeDirectory,
        let tree = trees.first(where: { entry.path.utf8.starts(with: $0.utf8) })
      else { continue }
      if let status = try status(entry.path) {
        guard status.kind == .directory else { continue }
        found.foreign[index].kind = .directory
        guard visited.insert(status.identity).inserted else { continue }
      } else if !entry.kind.isDirectory {
        continue
      }
      let depth = entry.path.utf8.dropFirst(tree.utf8.count).count { $0 == UInt8(ascii: "/") } + 1
      guard depth < Self.greatestDepth else {
        found.unlisted.append((entry.path, .cannotRead(.tooDeep(path: rootPath + "/" + entry.path))))
        continue
      }
      for inner in try entries(of: entry.path, &found) { found.add(inner, in: entry.path + "/") }
    }
  }

  /// The directories that are the vault's own, which are not met again by a link that leads to one.
  private func ownDirectories(_ found: Found) throws(VaultError) -> Set<FileStatus.Identity> {
    var directories: Set<FileStatus.Identity> = []
    if let status = try status(".") { directories.insert(status.identity) }
    for own in found.own {
      switch own.role {
      case .top, .directory:
        if let status = try status(own.path) { directories.insert(status.identity) }
      case .rootFile, .slot, .item, .sidecar: break
      }
    }
    return directories
  }

  /// What a path leads to; nil where it cannot be told.
  private func status(_ path: String) throws(VaultError) -> FileStatus? {
    do { return try files.status(path, beneath: root) } catch {
      if error.isExhaustion { throw .cannotRead(error) }
      return nil
    }
  }

  // MARK: Listing

  /// The entries of a directory in byte order; one that cannot be listed is reported, and its neighbours are not hidden
  /// by it.
  private func entries(of path: String, _ found: inout Found) throws(VaultError) -> [DirectoryEntry] {
    do throws(VaultError) {
      return try ComponentListing(files: files, root: root, rootPath: rootPath)
        .entries(of: path.isEmpty ? "." : path)
    } catch {
      switch error {
      case .cannotRead(let failure) where !path.isEmpty && !failure.isExhaustion: break
      case .linkLeavesVault where !path.isEmpty: break
      default: throw error
      }
      found.unlisted.append((path, error))
      return []
    }
  }
}

extension ForeignEntries.Found {
  /// Adds an entry that has no place where it is.
  fileprivate mutating func add(_ entry: DirectoryEntry, in prefix: String) {
    let text = validated(entry.name)
    foreign.append(
      ForeignEntries.Entry(
        path: prefix + (text ?? String(decoding: entry.name, as: UTF8.self)), kind: entry.kind,
        isLeftOver: text.map(Recovery.isTemporary) ?? false && !entry.kind.isDirectory, isText: text != nil))
  }
}

extension Vault.Snapshot {
  /// The walk over the vault's directories, as far as the keys at hand tell which are of this machine.
  func foreignEntries(files: FileSystem, root: FileDescriptor, rootPath: String) -> ForeignEntries {
    ForeignEntries(
      files: files, root: root, rootPath: rootPath, device: keyring?.naming.deviceComponent)
  }
}

extension Vault {
  /// How many files and directories lie in the vault that are none of its own; a check names them.
  ///
  /// - Throws: `.cannotRead`.
  /// - Complexity: Lists every directory once and opens no file.
  package func foreignEntryCount() throws(VaultError) -> Int {
    let current = current
    let entries = current.foreignEntries(files: files, root: current.root, rootPath: path)
    return try entries.run().foreign.count { !$0.isLeftOver }
  }
}
