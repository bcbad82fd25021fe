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
  /// - Throws: `.cannotRead` where a directory cannot be listed.
  func run() throws(VaultError) -> CheckReport {
    var report = CheckReport()
    try checkRoot(&report)
    try HeaderCheck(files: files, root: root, rootPath: rootPath, snapshot: snapshot).run(&report)
    let device = snapshot.keyring?.naming.deviceComponent
    try walk("items", levels: 2, tree: .items, device: nil, into: &report)
    for entry in try entries(of: "device") {
      guard let name = entry.asciiName, entry.kind.mayBeDirectory, Base32.decode(Array(name.utf8)[...]) != nil
      else {
        report.findings.append(foreign("device/", entry))
        continue
      }
      checkMode("device/" + name, isDirectory: true, into: &report)
      // What other machines keep to themselves can be read there alone.
      guard name == device else { continue }
      try walk("device/" + name, levels: 2, tree: .device, device: name, into: &report)
    }
    report.findings.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
    return report
  }

  // MARK: The root

  private func checkRoot(_ report: inout CheckReport) throws(VaultError) {
    let known: Set<String> = [
      "vault.header", "vault.header.backup", "slots", "items", "device", ".gitattributes", ".gitignore",
      ".lock",
    ]
    checkMode("", isDirectory: true, into: &report)
    for entry in try entries(of: "") {
      guard let name = entry.asciiName else {
        report.findings.append(foreign("", entry))
        continue
      }
      switch name {
      case "drop", "history", "grants", ".git": continue
      case CommitRunner.name:
        report.findings.append(CheckFinding(.unfinished, path: name, isRepairable: true))
      default:
        if known.contains(name) {
          checkMode(name, isDirectory: entry.kind.isDirectory, into: &report)
        } else if Recovery.isTemporary(name) {
          report.findings.append(CheckFinding(.leftOver, path: name, isRepairable: true))
        } else {
          report.findings.append(foreign("", entry))
        }
      }
    }
    for (name, lines) in Companions.all where try !Companions.areComplete(name, lines, placer: placer) {
      report.findings.append(CheckFinding(.companion, path: name, isRepairable: true))
    }
  }

  // MARK: The trees

  private func walk(
    _ path: String, levels: Int, tree: Tree, device: String?, into report: inout CheckReport
  ) throws(VaultError) {
    for entry in try entries(of: path) {
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
    let all = try entries(of: directory)
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
        ItemCheck(vault: vault, root: root, snapshot: snapshot).run(
          address, hasSidecar: names.contains(name.dropLast(7) + ".meta"), into: &report)
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

  // MARK: Parts

  private var placer: FilePlacer { FilePlacer(files: files, root: root, rootPath: rootPath) }

  private func entries(of path: String) throws(VaultError) -> [DirectoryEntry] {
    try ComponentListing(files: files, root: root, rootPath: rootPath).entries(of: path.isEmpty ? "." : path)
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
    guard let status = try? path.isEmpty ? files.status(of: root) : files.status(path, beneath: root) else {
      return
    }
    let wanted: UInt32 = isDirectory ? 0o700 : 0o600
    guard status.mode & 0o777 != wanted else { return }
    if (try? PermissionCheck.modesMeanNothing(on: root, files)) == true { return }
    report.findings.append(
      CheckFinding(
        .mode, path: path,
        detail: "0\(String(status.mode & 0o777, radix: 8)) instead of 0\(String(wanted, radix: 8))",
        isRepairable: true))
  }
}
