internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Looks at every file of a vault: Docs/Format.md#tree and #answers.
///
/// Without a key, digests, lengths, signatures and names are checked: they find accidents, not attacks. With a key,
/// everything is opened.
struct VaultCheck {
  let vault: Vault
  let root: FileDescriptor
  let snapshot: Vault.Snapshot
  let progress: (Int) -> Void

  private var files: FileSystem { vault.files }
  private var rootPath: String { vault.path }

  /// Looks at everything.
  ///
  /// - Throws: `.cannotRead` where the root cannot be listed, or descriptors or memory have run out.
  func run() throws(VaultError) -> CheckReport {
    var report = CheckReport()
    try checkRoot(&report)
    try HeaderCheck(files: files, root: root, rootPath: rootPath, snapshot: snapshot).run(&report)
    let device = snapshot.keyring?.naming.deviceComponent
    for entry in try entries(of: "device", &report) {
      guard let name = entry.asciiName, entry.kind.mayBeDirectory, Base32.decode(Array(name.utf8)[...]) != nil
      else {
        report.findings.append(leftOverOrForeign("device/", entry))
        continue
      }
      checkMode("device/" + name, isDirectory: true, into: &report)
      // What other machines keep to themselves can be read there alone.
      guard name == device else { continue }
      try walk("device/" + name, levels: 2, tree: .device, device: name, into: &report)
    }
    try walk("items", levels: 2, tree: .items, device: nil, into: &report)
    report.findings.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
    return report
  }

  // MARK: The root

  /// What belongs into the root, and whether it is a directory.
  private static let known: [String: Bool] = [
    "vault.header": false, "vault.header.backup": false, "slots": true, "items": true, "device": true,
    ".gitattributes": false, ".gitignore": false, ".lock": false, CommitRunner.name: false,
  ]

  private func checkRoot(_ report: inout CheckReport) throws(VaultError) {
    checkMode("", isDirectory: true, into: &report)
    for entry in try entries(of: "", &report) {
      guard let name = entry.asciiName else {
        report.findings.append(foreign("", entry))
        continue
      }
      if ["drop", "history", "grants", ".git"].contains(name) { continue }
      guard let isDirectory = Self.known[name] else {
        report.findings.append(leftOverOrForeign("", entry))
        continue
      }
      guard try isOfItsKind(name, isDirectory: isDirectory, into: &report) else { continue }
      checkMode(name, isDirectory: isDirectory, into: &report)
      if name == CommitRunner.name {
        report.findings.append(CheckFinding(.unfinished, path: name, isRepairable: true))
      }
    }
    for (name, lines) in Companions.all {
      do throws(VaultError) {
        guard try !Companions.areComplete(name, lines, placer: placer) else { continue }
        report.findings.append(CheckFinding(.companion, path: name, isRepairable: true))
      } catch {
        // That it is no file has been said.
        if case .cannotRead(let failure) = error, failure.isExhaustion { throw error }
      }
    }
  }

  /// Whether a file stands where one belongs, or a directory; what else does is a finding.
  private func isOfItsKind(
    _ name: String, isDirectory: Bool, into report: inout CheckReport
  ) throws(VaultError) -> Bool {
    do throws(SystemError) {
      if try files.status(name, beneath: root).kind == (isDirectory ? .directory : .regular) { return true }
      let wanted = isDirectory ? "directory" : "file"
      report.findings.append(CheckFinding(.unreadable, path: name, detail: "it is not a \(wanted)"))
    } catch {
      if error.isExhaustion { throw .cannotRead(error) }
      let detail = error.leavesRoot ? CheckedDirectory.linkDetail : error.reason
      if !error.isAbsent || error.call != .fstatat {
        report.findings.append(CheckFinding(.unreadable, path: name, detail: detail))
      }
    }
    return false
  }

  // MARK: The trees

  private func walk(
    _ path: String, levels: Int, tree: Tree, device: String?, into report: inout CheckReport
  ) throws(VaultError) {
    for entry in try entries(of: path, &report) {
      guard let name = entry.asciiName, entry.kind.mayBeDirectory, ComponentName(name.utf8) != nil else {
        report.findings.append(leftOverOrForeign(path + "/", entry))
        continue
      }
      let inner = path + "/" + name
      checkMode(inner, isDirectory: true, into: &report)
      if levels > 1 {
        try walk(inner, levels: levels - 1, tree: tree, device: device, into: &report)
      } else {
        try checkItems(in: inner, tree: tree, device: device, into: &report)
      }
    }
  }

  private func checkItems(
    in directory: String, tree: Tree, device: String?, into report: inout CheckReport
  ) throws(VaultError) {
    let parts = directory.split(separator: "/")
    guard parts.count >= 2, let groupName = parts.last, let group = Digest128(component: String(groupName))
    else { return }
    let all = try entries(of: directory, &report)
    let names = Set(all.compactMap(\.asciiName))
    for entry in all {
      guard let name = entry.asciiName else {
        report.findings.append(foreign(directory + "/", entry))
        continue
      }
      let path = directory + "/" + name
      if name.hasSuffix(".sealed"), Digest128(component: String(name.dropLast(7))) != nil {
        let address = ItemAddress(
          tree: tree, device: device, group: group, serviceComponent: String(parts[parts.count - 2]),
          groupComponent: String(groupName), itemComponent: String(name.dropLast(7)))
        checkMode(path, isDirectory: false, into: &report)
        let revision = try ItemCheck(vault: vault, root: root, snapshot: snapshot).run(
          address, hasSidecar: names.contains(name.dropLast(7) + ".meta"), into: &report)
        compare(address, revision: revision, into: &report)
        progress(report.itemCount)
      } else if name.hasSuffix(".meta"), Digest128(component: String(name.dropLast(5))) != nil {
        checkMode(path, isDirectory: false, into: &report)
        if !names.contains(name.dropLast(5) + ".sealed") {
          report.findings.append(CheckFinding(.sidecarOrphaned, path: path, isRepairable: true))
        }
      } else {
        report.findings.append(leftOverOrForeign(directory + "/", entry))
      }
    }
  }

  /// Compares an item with those met before it.
  private func compare(_ address: ItemAddress, revision: [UInt8]?, into report: inout CheckReport) {
    if let identity = Digest128(component: address.itemComponent) {
      if address.tree == .device {
        report.deviceItems.insert(identity)
      } else if report.deviceItems.contains(identity) {
        report.findings.append(CheckFinding(.shadowed, path: address.sealedPath))
      }
    }
    guard snapshot.keyring == nil, let revision else { return }
    if let first = report.revisions[revision] {
      report.findings.append(
        CheckFinding(.duplicate, path: address.sealedPath, detail: "the same item is at \(first)"))
    } else {
      report.revisions[revision] = address.sealedPath
    }
  }

  // MARK: Parts

  private var placer: FilePlacer { FilePlacer(files: files, root: root, rootPath: rootPath) }

  private func entries(
    of path: String, _ report: inout CheckReport
  ) throws(VaultError) -> [DirectoryEntry] {
    try CheckedDirectory.entries(of: path, root: root, rootPath: rootPath, files: files, &report)
  }

  private func foreign(_ prefix: String, _ entry: DirectoryEntry) -> CheckFinding {
    let name = String(decoding: entry.name, as: UTF8.self)
    return CheckFinding(ConflictOrigin(name: name) != nil ? .conflictCopy : .foreign, path: prefix + name)
  }

  private func leftOverOrForeign(_ prefix: String, _ entry: DirectoryEntry) -> CheckFinding {
    if let name = entry.asciiName, Recovery.isTemporary(name), !entry.kind.isDirectory {
      return CheckFinding(.leftOver, path: prefix + name, isRepairable: true)
    }
    return foreign(prefix, entry)
  }

  private func checkMode(_ path: String, isDirectory: Bool, into report: inout CheckReport) {
    ModeCheck(files: files, root: root).run(path, isDirectory: isDirectory, into: &report)
  }
}
