internal import RitsurinSystem

/// Listing the directories of a vault that is being checked.
enum CheckedDirectory {
  /// The entries of a directory in byte order; one that cannot be listed is a finding, and its neighbours are not hidden
  /// by it.
  ///
  /// - Throws: `.cannotRead` of the root itself, or where descriptors or memory have run out.
  static func entries(
    of path: String, root: FileDescriptor, rootPath: String, files: FileSystem, _ report: inout CheckReport
  ) throws(VaultError) -> [DirectoryEntry] {
    do throws(VaultError) {
      return try ComponentListing(files: files, root: root, rootPath: rootPath)
        .entries(of: path.isEmpty ? "." : path)
    } catch {
      switch error {
      case .cannotRead(let failure) where !path.isEmpty && !failure.isExhaustion:
        report.findings.append(CheckFinding(.unreadable, path: path, detail: failure.reason))
      case .linkLeavesVault:
        report.findings.append(CheckFinding(.unreadable, path: path, detail: linkDetail))
      default: throw error
      }
      return []
    }
  }

  /// What is said of a link that is not followed.
  static let linkDetail = "a link leads out of the vault"
}
