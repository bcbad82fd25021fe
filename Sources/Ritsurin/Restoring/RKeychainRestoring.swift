/// A store that takes items with their dates, many in one step: what importers write to.
public protocol RKeychainRestoring: RKeychainStore {
  /// Writes items, all of them or none.
  ///
  /// An item whose identity is free is added; one that is there with the same value and attributes is left
  /// alone; for any other the policy decides. Dates that an item brings are kept; missing ones are now.
  ///
  /// - Parameters:
  ///   - items: the items; of two with one identity the later is compared with the earlier.
  ///   - policy: what becomes of conflicts.
  ///   - dryRun: true only looks.
  /// - Returns: what became of each item, in their order. Where `.fail` meets a
  ///   conflict, nothing is written, and the outcomes say what would have been.
  /// - Throws: `.interactionNotAllowed`, the errors of existing items that cannot be opened,
  ///   `.cannotWrite`, and what
  ///   ``RKeychainStore/add(_:)`` throws for arguments.
  /// - Complexity: linear in the items, and one commit.
  func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome]

  /// The same, telling how far it is.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - policy: what becomes of conflicts.
  ///   - dryRun: true only looks.
  ///   - progress: told about a hundred times for each step; it runs on the calling thread, while other
  ///     writers wait.
  func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool,
    progress: @escaping (RKeychainRestoreProgress) -> Void
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome]
}

extension RKeychainRestoring {
  /// Tells nothing: for stores that are done at once.
  public func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool,
    progress: @escaping (RKeychainRestoreProgress) -> Void
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    try restore(items, onConflict: policy, dryRun: dryRun)
  }
}

/// An item as another store had it.
public struct RKeychainRestoredItem: Sendable {
  /// The item.
  public var item: RKeychainNewItem
  /// When it was added, in microseconds since 1970 UTC (`kSecAttrCreationDate`); nil is now.
  public var createdMicroseconds: Int64?
  /// When it last changed, in microseconds since 1970 UTC (`kSecAttrModificationDate`); nil is now.
  public var modifiedMicroseconds: Int64?

  /// An item and its dates.
  public init(_ item: RKeychainNewItem, createdMicroseconds: Int64? = nil, modifiedMicroseconds: Int64? = nil)
  {
    self.item = item
    self.createdMicroseconds = createdMicroseconds
    self.modifiedMicroseconds = modifiedMicroseconds
  }
}

/// What becomes of an item whose identity is taken by another state of it.
public enum RKeychainConflictPolicy: String, Sendable, CaseIterable {
  /// Nothing at all is written.
  case fail
  /// The existing item stays.
  case skip
  /// The restored item takes its place.
  case replace
  /// Whichever was modified later; the existing one where that is equal or unknown.
  case newest
}

/// What became of a restored item.
public enum RKeychainRestoreOutcome: Sendable, Hashable {
  /// Added.
  case imported
  /// There already, value and attributes being the same.
  case unchanged
  /// Took the place of another state.
  case replaced
  /// Left out in favour of the existing state.
  case skipped
  /// In conflict, under ``RKeychainConflictPolicy/fail``.
  case conflict
}
