internal import RitsurinFormat
internal import RitsurinSystem

extension Vault {
  /// Checks every file of the vault, with the keys in memory or without any.
  ///
  /// - Parameters:
  ///   - repairing: Whether sidecars and headers are rebuilt, the vault's own left-overs removed, modes mended, and by an
  ///     owner an interrupted rekey finished.
  ///     Nothing that cannot be opened is touched, and nothing foreign.
  ///   - progress: Told the number of items looked at so far.
  /// - Returns: What was found, before anything was repaired.
  /// - Throws: `.cannotRead`, and for repairs what a write throws.
  /// - Complexity: Reads every file once or twice.
  package func check(
    repairing: Bool = false, progress: @escaping (Int) -> Void = { _ in }
  ) throws(VaultError) -> CheckReport {
    guard repairing else {
      let current = current
      return try VaultCheck(vault: self, root: current.root, snapshot: current, progress: progress).run()
    }
    let report = try checkAndRepair(progress)
    // Each item is a write of its own.
    if report.findings.contains(where: { $0.kind == .rekeyUnfinished && $0.isRepairable }) {
      _ = try finishRekey()
    }
    return report
  }

  private func checkAndRepair(_ progress: @escaping (Int) -> Void) throws(VaultError) -> CheckReport {
    let lock = try WriteLock.acquire(path: path, files: files)
    let current = try adopted(root: lock.root, status: lock.rootStatus, after: current).snapshot
    let report = try VaultCheck(vault: self, root: lock.root, snapshot: current, progress: progress).run()
    try lock.begin()
    try VaultRepair(
      vault: self, placer: FilePlacer(files: files, root: lock.root, rootPath: path), snapshot: current
    )
    .run(report)
    lock.end()
    return report
  }
}

/// Mends what a check found, as far as that can be done without losing anything.
struct VaultRepair {
  let vault: Vault
  let placer: FilePlacer
  let snapshot: Vault.Snapshot

  func run(_ report: CheckReport) throws(VaultError) {
    // Finishes a found record and removes temporary files and orphaned sidecars.
    vault.note(try Recovery(placer: placer).run(isSweeping: true))
    vault.note(try HeaderCopies(placer: placer, vault: vault).restore(from: snapshot.header))
    try Companions(placer: placer).write()
    for finding in report.findings where finding.isRepairable {
      switch finding.kind {
      case .mode: try mendMode(finding.path)
      case .sidecarMissing, .sidecarStale: try rebuildSidecar(finding.path)
      default: break
      }
    }
  }

  private func mendMode(_ path: String) throws(VaultError) {
    do throws(SystemError) {
      try vault.files.makePrivate(path, beneath: placer.root)
    } catch {
      if error.isAbsent { return }
      throw VaultError(writing: error, path: vault.path + "/" + path)
    }
  }

  /// Writes the sidecar of an item that was just opened.
  private func rebuildSidecar(_ path: String) throws(VaultError) {
    guard path.hasSuffix(".meta") else { return }
    let sealed = String(path.dropLast(5)) + ".sealed"
    guard let bytes = try? vault.files.readFile(sealed, beneath: placer.root, limit: ItemSealer.fileLimit)
    else { return }
    Sidecars(placer: placer).write(for: bytes, at: try placer.resolve(sealed, creating: false))
  }
}
