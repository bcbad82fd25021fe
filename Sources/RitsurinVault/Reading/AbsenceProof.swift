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
      let tree = try workTree()
      let before = try isGitAtWork(tree)
      let result = try look()
      if isTrusted(result) { return result }
      guard try before || isGitAtWork(tree) else { return result }
      guard waited < policy.gitWait else {
        throw .cannotRead(SystemError.busy(path: tree?.indexLockPath ?? rootPath))
      }
      files.pause(milliseconds: policy.rereadPause)
      waited += max(policy.rereadPause, 1)
    }
  }

  private func workTree() throws(VaultError) -> GitWorkTree? {
    do { return try GitWorkTree.find(from: rootPath, files) } catch {
      // The vault itself is gone: not a question of git.
      if error.isAbsent { throw .noSuchVault(path: rootPath) }
      throw .cannotRead(error)
    }
  }

  private func isGitAtWork(_ tree: GitWorkTree?) throws(VaultError) -> Bool {
    guard let tree else { return false }
    do {
      let (present, age) = try tree.isLocked()
      return present && age < policy.gitLockAge
    } catch {
      throw .cannotRead(error)
    }
  }
}
