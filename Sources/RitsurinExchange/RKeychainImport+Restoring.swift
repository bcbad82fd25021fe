public import Ritsurin

extension RKeychainImport {
  /// Writes the items into a store, all of them or none.
  ///
  /// - Parameters:
  ///   - store: Where they go.
  ///   - policy: What becomes of an item whose identity is taken by another state of it; of two in the file
  ///     with one identity, the later meets the earlier.
  ///   - dryRun: true only looks.
  ///   - progress: Told how far it is, about a hundred times for each step.
  /// - Returns: What became of each item. Where ``/Ritsurin/RKeychainConflictPolicy/fail`` meets a conflict,
  ///   nothing was
  ///   written.
  /// - Throws: what ``/Ritsurin/RKeychainRestoring/restore(_:onConflict:dryRun:progress:)`` throws.
  /// - Complexity: linear, and one commit.
  public func restore(
    into store: some RKeychainRestoring, onConflict policy: RKeychainConflictPolicy = .fail,
    dryRun: Bool = false, progress: @escaping (RKeychainRestoreProgress) -> Void = { _ in }
  ) throws(RKeychainError) -> RKeychainImportReport {
    let outcomes = try store.restore(
      entries.map(\.item), onConflict: policy, dryRun: dryRun, progress: progress)
    let rows = zip(entries, outcomes).map { entry, outcome in
      RKeychainImportReport.Row(
        line: entry.line, service: entry.item.item.service, key: entry.item.item.key,
        accessGroup: entry.item.item.accessGroup, synchronizable: entry.item.item.synchronizable,
        outcome: outcome)
    }
    let stopped = policy == .fail && outcomes.contains(.conflict)
    return RKeychainImportReport(rows: rows, isWritten: !dryRun && !stopped)
  }
}

/// What became of the items of an imported file; it holds no value.
public struct RKeychainImportReport: Sendable {
  /// What became of one item.
  public struct Row: Sendable {
    /// The line of the file, from 1.
    public let line: Int
    /// The item's service.
    public let service: String
    /// The item's key.
    public let key: String
    /// The item's access group, or `nil` for the default place.
    public let accessGroup: String?
    /// Whether it is the synchronizable variant.
    public let synchronizable: Bool
    /// What became of it, or, where nothing was written, would have become.
    public let outcome: RKeychainRestoreOutcome
  }

  /// A row for each item, in the order of the file.
  public let rows: [Row]
  /// Whether the store was written to: not in a dry run, and not where a conflict stopped it.
  public let isWritten: Bool

  /// How many items have an outcome.
  ///
  /// - Complexity: linear.
  public func count(of outcome: RKeychainRestoreOutcome) -> Int {
    rows.count { $0.outcome == outcome }
  }

  /// The rows that stopped the import.
  ///
  /// - Complexity: linear.
  public var conflicts: [Row] { rows.filter { $0.outcome == .conflict } }
}
