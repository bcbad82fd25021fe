#if Vault
  extension RVault: RKeychainStore {
    /// Adds an item that is not there yet; see ``RKeychainStore/add(_:)``.
    public func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
      try semantics.add(item)
    }

    /// Finds items; see ``RKeychainStore/copyMatching(_:returning:limit:)``.
    public func copyMatching(
      _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
    ) throws(RKeychainError) -> RKeychainMatches {
      try semantics.copyMatching(query, returning: returning, limit: limit)
    }

    /// Changes every match, or none; see ``RKeychainStore/update(_:_:)``.
    public func update(
      _ query: RKeychainQuery, _ changes: RKeychainChanges
    ) throws(RKeychainError) -> [RKeychainAttributes] {
      try semantics.update(query, changes)
    }

    /// Deletes every match; see ``RKeychainStore/delete(_:)``.
    public func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
      try semantics.delete(query)
    }

    /// Updates the items of these names, or adds one; see ``RKeychainStore/set(_:if:)``.
    public func set(
      _ item: RKeychainNewItem, if condition: RKeychainCondition
    ) throws(RKeychainError) -> RKeychainAttributes {
      try semantics.set(item, if: condition)
    }
  }

  extension RVault: RKeychainRestoring {
    /// Writes items with their dates, all of them or none; see ``RKeychainRestoring``.
    public func restore(
      _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
    ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
      try semantics.restore(items, onConflict: policy, dryRun: dryRun)
    }

    /// The same, telling how far it is; see ``RKeychainRestoring``.
    public func restore(
      _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool,
      progress: @escaping (RKeychainRestoreProgress) -> Void
    ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
      try semantics.restore(items, onConflict: policy, dryRun: dryRun, progress: progress)
    }
  }
#endif
