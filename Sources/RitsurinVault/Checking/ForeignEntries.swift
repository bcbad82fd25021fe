internal import RitsurinFormat
internal import RitsurinSystem

/// Counts what lies among the files of a vault and is none of them.
struct ForeignEntries {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  /// The component of this machine's device tree; what lies in those of others is theirs.
  let device: String?

  /// Goes through root, slots and trees; opens no file.
  ///
  /// - Throws: `.cannotRead` of the root, or where descriptors or memory have run out. Other directories that cannot be
  ///   listed count as one.
  func count() throws(VaultError) -> Int {
    var count = try foreign(in: "") { Self.rootNames.contains($0) || $0 == ".git" }
    count += try foreign(in: "slots") { SlotOpening.isSlotName($0) }
    count += try foreign(inTree: "items", levels: 2)
    count += try foreign(in: "device") { Base32.decode(Array($0.utf8)[...]) != nil }
    if let device { count += try foreign(inTree: "device/" + device, levels: 2) }
    return count
  }

  private static let rootNames: Set<String> = [
    "vault.header", "vault.header.backup", "slots", "items", "device", "drop", "history", "grants",
    ".gitattributes", ".gitignore", ".lock", CommitRunner.name,
  ]

  private func foreign(inTree path: String, levels: Int) throws(VaultError) -> Int {
    guard levels > 0 else {
      return try foreign(in: path) { name in
        let stem =
          name.hasSuffix(".sealed") ? name.dropLast(7) : name.hasSuffix(".meta") ? name.dropLast(5) : ""
        return ComponentName(stem.utf8) != nil
      }
    }
    var directories: [String] = []
    var count = try foreign(in: path) { name in
      guard ComponentName(name.utf8) != nil else { return false }
      directories.append(path + "/" + name)
      return true
    }
    for directory in directories { count += try foreign(inTree: directory, levels: levels - 1) }
    return count
  }

  /// The entries of one directory that are neither known nor a writer's temporary files.
  private func foreign(in path: String, unless isKnown: (String) -> Bool) throws(VaultError) -> Int {
    var report = CheckReport()
    let entries = try CheckedDirectory.entries(
      of: path, root: root, rootPath: rootPath, files: files, &report)
    let foreign = entries.count { entry in
      guard let name = entry.asciiName else { return true }
      return !isKnown(name) && !Recovery.isTemporary(name)
    }
    return foreign + report.findings.count
  }
}

extension Vault {
  /// How many files and directories lie in the vault that are none of its own; a check names them.
  ///
  /// - Throws: `.cannotRead`.
  /// - Complexity: Lists every directory once and opens no file.
  package func foreignEntryCount() throws(VaultError) -> Int {
    let current = current
    return try ForeignEntries(
      files: files, root: current.root, rootPath: path, device: current.keyring?.naming.deviceComponent
    ).count()
  }
}
