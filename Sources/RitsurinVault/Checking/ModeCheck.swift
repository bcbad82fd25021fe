internal import RitsurinSystem

/// Checks the rights of one file or directory: Docs/Format.md#modes.
struct ModeCheck {
  let files: FileSystem
  let root: FileDescriptor

  /// Looks at what is at a path, if it is what belongs there.
  func run(_ path: String, isDirectory: Bool, into report: inout CheckReport) {
    guard let status = try? path.isEmpty ? files.status(of: root) : files.status(path, beneath: root),
      status.kind == (isDirectory ? .directory : .regular)
    else { return }
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
