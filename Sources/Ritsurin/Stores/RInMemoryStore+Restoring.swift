extension RInMemoryStore: RKeychainRestoring {
  /// Writes items with their dates, all of them or none; see ``RKeychainRestoring``.
  public func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    try semantics.restore(items, onConflict: policy, dryRun: dryRun)
  }
}
