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
    let found = try snapshot.foreignEntries(files: files, root: root, rootPath: rootPath).run()
    checkMode("", isDirectory: true, into: &report)
    for (path, error) in found.unlisted {
      report.findings.append(CheckFinding(.unreadable, path: path, detail: error.unlistedDetail))
    }
    report.findings += found.foreign.map(Self.finding)
    try checkCompanions(&report)
    for own in found.own { try check(own, &report) }
    var slots: [String] = []
    for own in found.own { if case .slot = own.role { slots.append(own.path) } }
    try HeaderCheck(files: files, root: root, rootPath: rootPath, snapshot: snapshot).run(
      slots: slots, &report)
    report.findings.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
    return report
  }

  private static func finding(_ entry: ForeignEntries.Entry) -> CheckFinding {
    let kind: CheckFinding.Kind =
      entry.isLeftOver ? .leftOver : ConflictOrigin(name: entry.path) != nil ? .conflictCopy : .foreign
    return CheckFinding(kind, path: entry.path, isRepairable: entry.isLeftOver)
  }

  private func check(_ own: ForeignEntries.Own, _ report: inout CheckReport) throws(VaultError) {
    switch own.role {
    case .top, .rootFile:
      let isDirectory = if case .top = own.role { true } else { false }
      guard try isOfItsKind(own.path, isDirectory: isDirectory, into: &report) else { return }
      checkMode(own.path, isDirectory: isDirectory, into: &report)
      if own.path == CommitRunner.name {
        report.findings.append(CheckFinding(.unfinished, path: own.path, isRepairable: true))
      }
    case .slot: break
    case .directory: checkMode(own.path, isDirectory: true, into: &report)
    case .item(let address, let hasSidecar):
      checkMode(own.path, isDirectory: false, into: &report)
      let revision = try ItemCheck(vault: vault, root: root, snapshot: snapshot).run(
        address, hasSidecar: hasSidecar, into: &report)
      compare(address, revision: revision, into: &report)
      progress(report.itemCount)
    case .sidecar(let hasItem):
      checkMode(own.path, isDirectory: false, into: &report)
      if !hasItem {
        report.findings.append(CheckFinding(.sidecarOrphaned, path: own.path, isRepairable: true))
      }
    }
  }

  private func checkCompanions(_ report: inout CheckReport) throws(VaultError) {
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
      let detail = error.leavesRoot ? VaultError.linkDetail : error.reason
      if !error.isAbsent || error.call != .fstatat {
        report.findings.append(CheckFinding(.unreadable, path: name, detail: detail))
      }
    }
    return false
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

  private func checkMode(_ path: String, isDirectory: Bool, into report: inout CheckReport) {
    ModeCheck(files: files, root: root).run(path, isDirectory: isDirectory, into: &report)
  }
}

extension VaultError {
  /// What is said of a link that is not followed.
  static let linkDetail = "a link leads out of the vault"

  /// Why a directory could not be listed.
  fileprivate var unlistedDetail: String? {
    switch self {
    case .cannotRead(let failure): failure.reason
    case .linkLeavesVault: Self.linkDetail
    default: nil
    }
  }
}
