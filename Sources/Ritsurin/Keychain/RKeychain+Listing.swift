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
    var keys: [String]
    if let found = keysDirectly(in: store) {
      keys = found
      keys.sort(by: ExactText.precedes)
    } else {
      keys = try items(in: store).map(\.key)
    }
    var last: String?
    keys.removeAll { key in
      defer { last = key }
      return ExactText.same(last, key)
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
    if let found = itemsDirectly(in: store) { return Self.ordered(found) }
    let found = try listing(of: store)
    // "Nothing" that the disk or the system is to blame for must not pass for an empty service.
    if found.items.isEmpty, let problem = found.problems.first(where: \.keepsAnswerOpen) {
      throw problem.error
    }
    return Self.ordered(found.items.map(\.attributes))
  }

  /// Sorts positions, since attributes are large, and then moves each item once.
  private static func ordered(_ items: consuming [RKeychainAttributes]) -> [RKeychainAttributes] {
    var items = items
    var sources = TextOrder.positions(items.count, text: { items[$0].key }) {
      ItemOrder.precedes(items[$0], items[$1])
    }
    for start in items.indices {
      var place = start
      while sources[place] != start {
        let source = sources[place]
        items.swapAt(place, source)
        sources[place] = place
        place = source
      }
      sources[place] = place
    }
    return items
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

extension RKeychainProblem {
  /// Whether it is about the disk or a directory rather than about an item: what else lies there is not known.
  var keepsAnswerOpen: Bool { error.kind == .cannotRead || error.kind == .linkLeavesVault }
}
