internal import RitsurinSystem

/// Proves that nothing is there: Docs/Format.md#reading.
///
/// "Absent" makes callers overwrite.
package struct AbsenceProof: Sendable {
  let files: FileSystem
  let rootPath: String
  let policy: ReadPolicy

  /// Looks until git cannot have had its hands in what was seen.
  ///
  /// - Parameter target: What to look for.
  /// - Throws: what looking throws; `.cannotRead` with `EBUSY` where git is still at work after the wait.
  func look(for target: some Lookable) throws(VaultError) -> ItemFindings {
    var waited = 0
    while true {
      let tree = try workTree()
      let before = try isGitAtWork(tree)
      let result = try target.look()
      if target.isSettled(by: result) { return result }
      let after = try isGitAtWork(tree)
      guard before || after else { return result }
      guard waited < policy.gitWait else {
        throw .cannotRead(SystemError.busy(path: tree?.indexLockPath ?? rootPath))
      }
      files.pause(milliseconds: policy.rereadPause)
      waited += max(policy.rereadPause, 1)
    }
  }

  func workTree() throws(VaultError) -> GitWorkTree? {
    do { return try GitWorkTree.find(from: rootPath, files) } catch {
      // The vault itself is gone: not a question of git.
      if error.isAbsent { throw .noSuchVault(path: rootPath) }
      throw .cannotRead(error)
    }
  }

  func isGitAtWork(_ tree: GitWorkTree?) throws(VaultError) -> Bool {
    guard let tree else { return false }
    do {
      let (present, age) = try tree.isLocked()
      return present && age < policy.gitLockAge
    } catch {
      throw .cannotRead(error)
    }
  }
}

/// A way of looking whose "nothing" must be proven.
protocol Lookable {
  /// Looks once.
  func look() throws(VaultError) -> ItemFindings

  /// Whether what was seen needs no proof.
  func isSettled(by findings: ItemFindings) -> Bool
}
