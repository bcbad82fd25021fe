extension StoreSemantics {
  /// Finds items; see ``RKeychainStore/copyMatching(_:returning:limit:)``.
  package func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    let limit = try count(of: limit)
    let scope = try scope(of: query)
    let findings = try engine.find(scope, values: returning.contains(.value), limit: limit)
    let items = ItemOrder.sorted(findings.items, limit: limit)

    let inTheWay = findings.unreadable.first { unreadable in
      // Only who asks for one item by its names means the unreadable one; a listing reports it.
      scope.isExact && limit == 1 ? unreadable.outranks(items.first?.attributes) : items.isEmpty
    }
    if let inTheWay, scope.isExact || limit == 1 { throw inTheWay.error }
    let problems = findings.unreadable.map { RKeychainProblem(error: $0.error) } + findings.notices
    if items.isEmpty, scope.isExact || limit == 1 || problems.isEmpty {
      throw RKeychainError(.itemNotFound)
    }
    return RKeychainMatches(
      items: items.map { RKeychainItem(attributes: $0.attributes, value: $0.value) }, problems: problems)
  }

  private func count(of limit: RKeychainLimit) throws(RKeychainError) -> Int? {
    switch limit {
    case .one: return 1
    case .all: return nil
    case .count(let count):
      guard count >= 1 else {
        throw RKeychainError(.badParameter, message: "a limit of \(count) asks for nothing")
      }
      return count
    }
  }
}
