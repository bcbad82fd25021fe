/// Who put a second version of an item beside it; the raw value is the word that people and programs see.
package enum ConflictOrigin: String, Sendable, CaseIterable {
  /// The merge driver, which kept the loser of a merge.
  case merge
  /// Syncthing: `name.sync-conflict-<date>-<time>-<device>.sealed`.
  case syncthing
  /// Dropbox, and other clouds that take after it: `name (… conflicted copy …).sealed`.
  case cloud
  /// A merge that failed or was done by hand: `name~HEAD`, `name.orig`, `name.LOCAL.….sealed`.
  case failedMerge
  /// Something else, recognised by what is in it.
  case other
  /// Git, which wrote both versions of a text file into it, between markers.
  case mergeConflict

  /// What a file name says; nil where it says nothing.
  ///
  /// - Parameter path: The path, or its last name.
  package init?(name path: String) {
    let name =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
    if KeptCopy.matches(name) {
      self = .merge
    } else if name.contains(".sync-conflict-") {
      self = .syncthing
    } else if name.contains("conflicted copy") {
      self = .cloud
    } else if name.contains(".sealed") || name.contains(".slot") || name.contains("vault.header"),
      Self.isLeftOver(name)
    {
      self = .failedMerge
    } else {
      return nil
    }
  }

  private static func isLeftOver(_ name: String) -> Bool {
    name.contains("~") && !name.hasSuffix(".sealed") || name.hasSuffix(".orig") || name.contains("conflict")
      || [".LOCAL", ".REMOTE", ".BASE", "_LOCAL_", "_REMOTE_", "_BASE_", "_BACKUP_"].contains {
        name.contains($0)
      }
  }
}
