extension StoreSemantics {
  /// Deletes every match; see ``RKeychainStore/delete(_:)``.
  package func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    let scope = try scope(of: query)
    return try engine.write { (transaction) throws(RKeychainError) in
      let found = try transaction.find(scope, values: false)
      if scope.isExact, !scope.hasFilters {
        try requireReplaceable(found.unreadable)
      } else if let unreadable = found.unreadable.first {
        // Whether it is meant cannot be known, and what cannot be opened is only removed by name.
        throw unreadable.error
      }
      guard !found.items.isEmpty || !found.unreadable.isEmpty else { throw RKeychainError(.itemNotFound) }
      for item in found.items { try transaction.remove(item) }
      for unreadable in found.unreadable { try transaction.remove(unreadable) }
      return found.items.count + found.unreadable.count
    }
  }
}
