extension RKeychain {
  /// The keys of the service's items, each once, in the order of their bytes; opens no value.
  ///
  /// Items that cannot be opened are not in it; ``problems()`` names them.
  ///
  /// - Throws: what keeps the store from being listed, and ``RKeychainError/Kind/cannotRead`` of an item
  ///   where the system let none be read; never for a single item among others.
  /// - Complexity: O(n log n) in the service's items.
  public func allKeys() throws(RKeychainError) -> [String] {
    let store = resolvedStore
    var keys: [String] = []
    #if Vault
      if let vault = store as? RVault, var all = vault.keysDirectly(service: service, group: accessGroup) {
        all.sort(by: ExactText.precedes)
        var last: String?
        all.removeAll { key in
          defer { last = key }
          return ExactText.same(last, key)
        }
        return all
      }
    #endif
    for item in try items(in: store) {
      if let last = keys.last, ExactText.same(last, item.key) { continue }
      keys.append(item.key)
    }
    return keys
  }

  /// The attributes of the service's items, ordered by the bytes of their keys; opens no value.
  ///
  /// A key occurs more than once where several variants or access groups hold it; the one a read would serve
  /// comes first. Items that cannot be opened are not in it; ``problems()`` names them.
  ///
  /// - Throws: what keeps the store from being listed, and ``RKeychainError/Kind/cannotRead`` of an item
  ///   where the system let none be read; never for a single item among others.
  /// - Complexity: O(n log n) in the service's items.
  public func items() throws(RKeychainError) -> [RKeychainAttributes] {
    try items(in: resolvedStore)
  }

  private func items(in store: any RKeychainStore) throws(RKeychainError) -> [RKeychainAttributes] {
    #if Vault
      if let vault = store as? RVault, let found = vault.itemsDirectly(service: service, group: accessGroup) {
        return Self.ordered(found)
      }
    #endif
    let found = try listing(of: store)
    // "Nothing" that the disk or the system is to blame for must not pass for an empty service.
    if found.items.isEmpty, let problem = found.problems.first(where: { $0.error.kind == .cannotRead }) {
      throw problem.error
    }
    return Self.ordered(found.items.map(\.attributes))
  }

  /// Sorts keys and positions, since attributes are large.
  private static func ordered(_ items: [RKeychainAttributes]) -> [RKeychainAttributes] {
    let order = items.indices.map { (key: items[$0].key, index: $0) }.sorted { first, second in
      ExactText.same(first.key, second.key)
        ? ItemOrder.precedes(items[first.index], items[second.index])
        : ExactText.precedes(first.key, second.key)
    }
    return order.map { items[$0.index] }
  }

  /// The items of the service that a listing leaves out because they cannot be opened.
  ///
  /// - Returns: each with its error and, where the store has places, its path; empty when all is well.
  /// - Throws: what keeps the store from being listed.
  /// - Complexity: linear in the service's items.
  public func problems() throws(RKeychainError) -> [RKeychainProblem] {
    try listing(of: resolvedStore).problems
  }
}
