/// The names that sync tools give to the copies of a file that was changed on two machines.
enum ConflictCopyName {
  /// Syncthing: `name.sync-conflict-…`; Dropbox and others: `name (… conflicted copy …)`; git: `name.orig`,
  /// `name.LOCAL…`.
  static func matches(_ name: String) -> Bool {
    guard name.contains(".sealed") || name.contains(".sync-conflict-") || name.contains("conflicted copy")
    else {
      return false
    }
    return name.contains(".sync-conflict-") || name.contains("conflicted copy") || name.contains("conflict")
      || name.hasSuffix(".orig") || name.contains(".LOCAL") || name.contains(".REMOTE")
      || name.contains(".BASE")
  }
}
