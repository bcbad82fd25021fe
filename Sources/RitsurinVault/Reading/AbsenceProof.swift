package import RitsurinSystem

/// Proves that nothing is there: Docs/Format.md, "Reading". "Absent" makes callers overwrite.
package struct AbsenceProof: Sendable {
  let files: FileSystem
  let rootPath: String
  let policy: ReadPolicy

  /// Repeats a look until it finds something or git cannot have had its hands in it.
  ///
  /// - Parameters:
  ///   - look: Looks once; true means that there is nothing to distrust.
  /// - Throws: what `look` throws; `.cannotRead` with `EBUSY` where git is still at work after the wait.
  package func look<R>(
    until isTrusted: (R) -> Bool, _ look: () throws(VaultError) -> R
  ) throws(VaultError) -> R {
    var waited = 0
    while true {
      let tree = GitWorkTree.find(from: rootPath, files: files)
      let before = isGitAtWork(tree)
      let result = try look()
      if isTrusted(result) { return result }
      guard before || isGitAtWork(tree) else { return result }
      guard waited < policy.gitWait else {
        throw .cannotRead(SystemError.busy(path: tree?.indexLockPath ?? rootPath))
      }
      files.pause(milliseconds: policy.rereadPause)
      waited += max(policy.rereadPause, 1)
    }
  }

  private func isGitAtWork(_ tree: GitWorkTree?) -> Bool {
    guard let tree, let age = tree.indexLockAge(files: files) else { return false }
    return age < Double(policy.gitLockAge)
  }
}
