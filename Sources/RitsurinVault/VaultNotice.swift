/// Something a vault noticed that stopped nothing, for whoever wants to tell people.
package enum VaultNotice: Hashable, Sendable {
  /// A redo record asked for something that is neither done nor possible any more.
  case skippedCommitLine(path: String)
  /// A redo record did not check and was removed without being run.
  case invalidCommitRecord
  /// A header copy was restored from the other.
  case restoredHeader(copy: String)
}
