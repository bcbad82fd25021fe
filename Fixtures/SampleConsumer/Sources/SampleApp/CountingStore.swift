import Ritsurin

/// A store of one's own, in front of the in-memory one, which counts reads.
public struct CountingStore: RKeychainStore {
  private let store = RInMemoryStore()
  private let count: @Sendable () -> Void

  public init(counting count: @escaping @Sendable () -> Void = {}) {
    self.count = count
  }

  public func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try store.add(item)
  }

  public func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    count()
    return try store.copyMatching(query, returning: returning, limit: limit)
  }

  public func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    try store.update(query, changes)
  }

  public func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int { try store.delete(query) }

  public func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    try store.set(item, if: condition)
  }
}
