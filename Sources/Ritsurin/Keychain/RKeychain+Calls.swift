#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The few calls to the store that everything else is made of.
extension RKeychain {
  /// The store of this moment.
  var resolvedStore: any RKeychainStore {
    store ?? RKeychainStores.current ?? RKeychainStores.defaultStore
  }

  /// Every item of this service, or of one key.
  func query(key: String? = nil) -> RKeychainQuery {
    RKeychainQuery(service: service, key: key, accessGroup: accessGroup, synchronizable: .any)
  }

  /// The item of a key, `nil` for proven absence.
  func item(
    forKey key: String, in store: any RKeychainStore, returning: RKeychainReturn
  ) throws(RKeychainError) -> RKeychainItem? {
    try unlessAbsent { () throws(RKeychainError) in
      try store.copyMatching(query(key: key), returning: returning, limit: .one)
    }?.items.first
  }

  /// Every item of the service without values, and what could not be opened.
  func listing(of store: any RKeychainStore) throws(RKeychainError) -> RKeychainMatches {
    try unlessAbsent { () throws(RKeychainError) in
      try store.copyMatching(query(), returning: .attributes, limit: .all)
    } ?? RKeychainMatches(items: [])
  }

  /// Writes bytes under a condition.
  func write(
    _ value: Data, forKey key: String, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainRevision {
    let item = RKeychainNewItem(
      service: service, key: key, accessGroup: accessGroup, synchronizable: synchronizable,
      accessibility: accessibility, label: itemLabel, comment: itemComment, value: value)
    return try resolvedStore.set(item, if: condition).revision
  }

  /// Turns "not found" into `nil`, and nothing else.
  func unlessAbsent<Result>(
    _ body: () throws(RKeychainError) -> Result
  ) throws(RKeychainError) -> Result? {
    do throws(RKeychainError) {
      return try body()
    } catch {
      guard error.kind == .itemNotFound else { throw error }
      return nil
    }
  }
}
