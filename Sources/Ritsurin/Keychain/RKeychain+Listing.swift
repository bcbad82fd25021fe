extension RKeychain {
  /// The keys of the service's items, each once, in the order of their bytes; opens no value.
  ///
  /// Items that cannot be opened are not in it; ``problems()`` names them.
  ///
  /// - Throws: what keeps the store from being listed, and ``RKeychainError/Kind/cannotRead`` of an item
  ///   where the system let none be read; never for a single item among others.
  /// - Complexity: O(n log n) in the service's items.
  public func allKeys() throws(RKeychainError) -> [String] {
    var keys: [String] = []
    for item in try items() {
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
    let found = try listing()
    // "Nothing" that the disk or the system is to blame for must not pass for an empty service.
    if found.items.isEmpty, let problem = found.problems.first(where: \.keepsAnswerOpen) {
      throw problem.error
    }
    return found.items.map(\.attributes).sorted { first, second in
      ExactText.same(first.key, second.key)
        ? ItemOrder.precedes(first, second) : ExactText.precedes(first.key, second.key)
    }
  }

  /// The items of the service that a listing leaves out because they cannot be opened.
  ///
  /// - Returns: each with its error and, where the store has places, its path; empty when all is well.
  /// - Throws: what keeps the store from being listed.
  /// - Complexity: linear in the service's items.
  public func problems() throws(RKeychainError) -> [RKeychainProblem] {
    try listing().problems
  }
}

extension RKeychainProblem {
  /// Whether it is about the disk or a directory rather than about an item: what else lies there is not known.
  var keepsAnswerOpen: Bool { error.kind == .cannotRead || error.kind == .linkLeavesVault }
}
