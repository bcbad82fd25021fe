#if Vault
  internal import RitsurinCrypto
  internal import RitsurinVault

  extension RVault {
    /// The second versions of items that merges and sync tools left in the vault, and files that git left unmerged.
    ///
    /// They are recognised by the identity that is sealed in them, whatever their names; without a key only names are
    /// known. Nothing here opens a value to the caller.
    ///
    /// - Returns: Sorted by path.
    /// - Throws: ``RKeychainError/Kind/cannotRead`` where the vault's own directory cannot be listed, or the process has run
    ///   out of descriptors; `outOfMemory`. Whatever else cannot be looked at is a conflict with a
    ///   ``RVaultConflict/problem``.
    /// - Complexity: Lists every directory of the vault, and reads every file that is not the vault's own.
    public func conflicts() throws(RKeychainError) -> [RVaultConflict] {
      let files = try translating { () throws(VaultError) in try engine.vault.conflictFiles() }
      var conflicts: [RVaultConflict] = []
      for file in files { conflicts.append(try RVaultConflict(file)) }
      return conflicts
    }

    /// Ends a conflict: the item stays as it is, or becomes what the copy holds; then the copy is removed.
    ///
    /// The item that is taken keeps its revision and its dates, so that everybody who decides the same has the same file.
    /// Keeping both versions under one identity is not possible.
    ///
    /// - Parameters:
    ///   - conflict: A copy of an item, as ``conflicts()`` found it.
    ///   - choice: Which of the two stays.
    /// - Throws: ``RKeychainError/Kind/conflict`` where the item or the copy changed since it was listed,
    ///   `badParameter` for what is no copy of an item, `interactionNotAllowed` before the first unlock and for values that
    ///   are locked, `retiredKey` for a copy under a retired key that would be taken, what the copy's
    ///   ``RVaultConflict/problem`` says where it does not open, and what a write throws. Where the item does not open,
    ///   the error says why: a damaged one can be replaced by the copy, one for another key or a newer version can not, and
    ///   beside neither is the copy removed.
    public func resolve(_ conflict: RVaultConflict, keeping choice: RVaultConflict.Choice)
      throws(RKeychainError)
    {
      guard hasBeenUnlocked else { throw RKeychainError(.interactionNotAllowed) }
      guard let digest = conflict.digest, conflict.copy != nil else {
        if let problem = conflict.problem { throw problem }
        throw RKeychainError(.badParameter, message: "the file is no copy of an item", path: conflict.path)
      }
      do throws(VaultError) {
        try engine.vault.resolveConflict(
          conflict.path, digest: digest, revision: conflict.currentRevision, taking: choice == .copy)
      } catch {
        if case .interference(let path) = error {
          throw RKeychainError(
            .conflict, message: "the file changed since the conflict was looked at", path: path)
        }
        throw RKeychainError(error)
      }
    }

    /// The files of the vault that belong into git, and the files in its directories that are not the vault's; relative
    /// to its directory.
    ///
    /// - Throws: `.cannotRead`.
    package func ownAndForeignFiles() throws(RKeychainError) -> (own: [String], foreign: [String]) {
      try translating { () throws(VaultError) in try engine.vault.ownAndForeignFiles() }
    }

    private var hasBeenUnlocked: Bool { engine.vault.hasBeenUnlocked }
  }

  /// A second version of an item beside it, or a file that git left unmerged.
  public struct RVaultConflict: Sendable {
    /// Who put it there.
    public enum Origin: String, Sendable, CaseIterable {
      /// The merge driver, which kept the version that lost.
      case merge
      /// Syncthing.
      case syncthing
      /// Dropbox, and clouds that name files as it does.
      case cloud
      /// A merge that failed, or was done by hand.
      case failedMerge
      /// Something else, recognised by what is sealed in it.
      case other
      /// Git, which wrote both versions of a text file into it.
      case mergeConflict
    }

    /// Which of two versions stays.
    public enum Choice: String, Sendable, CaseIterable {
      /// The item as it is.
      case current
      /// What the copy holds.
      case copy
    }

    /// Where, relative to the vault's directory.
    public let path: String
    /// Who put it there, as far as its name tells.
    public let origin: Origin
    /// What the copy holds, its value aside; nil where it is no copy of an item, or does not open.
    public let copy: RKeychainAttributes?
    /// The item of the same identity as every read gets it; nil where it is absent or cannot be read.
    public let current: RKeychainAttributes?
    /// Whether both hold the same, dates aside, so that nothing is lost with either.
    public let isEqualToCurrent: Bool
    /// Why the copy, or the item in whose place it would stand, cannot be opened, or the path cannot be looked at.
    public let problem: RKeychainError?

    let digest: Digest256?
    let currentRevision: Nonce?

    init(_ file: ConflictFile) throws(RKeychainError) {
      path = file.path
      origin = Origin(rawValue: file.origin.rawValue) ?? .other
      digest = file.digest
      isEqualToCurrent = file.isEqualToCurrent
      currentRevision = file.current?.revision
      copy = try file.copy.map { (item) throws(RKeychainError) in try RKeychainAttributes(item) }
      // An item whose value does not open cannot be read.
      current = try (file.currentError == nil ? file.current : nil).map { (item) throws(RKeychainError) in
        try RKeychainAttributes(item)
      }
      problem = (file.unread ?? file.copyError ?? file.currentError).map { RKeychainError($0) }
    }
  }
#endif
