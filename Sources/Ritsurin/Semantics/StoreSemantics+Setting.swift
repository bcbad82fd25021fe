extension StoreSemantics {
  /// Updates the items of these names, or adds one; see ``RKeychainStore/set(_:if:)``.
  package func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    try ItemLimits.check(value: item.value)
    try ItemLimits.check(item.attributes(at: item.accessGroup, time: 0))
    try requireAccess(to: item.accessGroup)
    let scope = ItemScope(
      service: item.service, key: item.key, group: places(for: item.accessGroup), synchronizable: nil)
    return try engine.write { (transaction) throws(RKeychainError) in
      try transaction.requireSealing(item.accessibility)
      var found = try transaction.find(scope, values: true)
      found.items = ItemOrder.sorted(found.items)
      if case .ifRevision(let revision) = condition {
        let target = try self.item(of: revision, in: found)
        return try update(target, with: item, among: found, in: transaction)
      }
      try check(condition, against: found)
      return try write(item, over: found, in: transaction)
    }
  }

  private func item(
    of revision: RKeychainRevision, in found: ItemFindings
  ) throws(RKeychainError) -> FoundItem {
    let best = found.items.first?.attributes
    let target = found.items.first { $0.attributes.revision == revision }
    if let inTheWay = found.unreadable.first(where: { $0.outranks(target?.attributes ?? best) }) {
      throw inTheWay.error
    }
    guard let target else { throw RKeychainError(.conflict, currentRevision: best?.revision) }
    return target
  }

  private func check(
    _ condition: RKeychainCondition, against found: ItemFindings
  ) throws(RKeychainError) {
    let best = found.items.first?.attributes
    switch (condition, best) {
    case (.ifAbsent, let best?):
      throw RKeychainError(.duplicateItem, currentRevision: best.revision)
    case (.ifAbsent, nil), (.ifPresent, nil):
      // Damaged is neither absent nor present; only an unconditional write replaces it.
      if let unreadable = found.unreadable.first { throw unreadable.error }
      if condition == .ifPresent { throw RKeychainError(.itemNotFound) }
    case (.always, _), (.ifPresent, _?), (.ifRevision, _):
      try requireReplaceable(found.unreadable)
    }
  }

  /// Updates what is there; writes over what is damaged; adds where nothing is.
  private func write(
    _ item: RKeychainNewItem, over found: ItemFindings, in transaction: any ItemTransaction
  ) throws(RKeychainError) -> RKeychainAttributes {
    var results: [RKeychainAttributes] = []
    for existing in found.items {
      results.append(try update(existing, with: item, among: found, in: transaction))
    }
    var emptyPlaces: [String?] = []
    for unreadable in found.unreadable {
      guard let place = unreadable.group.place else { continue }
      if found.items.contains(where: { ExactText.same($0.attributes.accessGroup, place) }) {
        // The other variant of a damaged item was updated; left there, it would hide the new value.
        try transaction.remove(unreadable)
      } else if !emptyPlaces.contains(where: { ExactText.same($0, place) }) {
        emptyPlaces.append(place)
      }
    }
    if results.isEmpty, emptyPlaces.isEmpty { emptyPlaces = [item.accessGroup] }
    for place in emptyPlaces {
      results.append(try add(item, at: place, in: transaction))
    }
    let best = results.min(by: ItemOrder.precedes)
    for unreadable in found.unreadable where unreadable.group.place == nil && unreadable.outranks(best) {
      throw unreadable.error
    }
    guard let best else { throw RKeychainError(.internal, message: "a write had no place to go to") }
    return best
  }

  private func update(
    _ existing: FoundItem, with item: RKeychainNewItem, among found: ItemFindings,
    in transaction: any ItemTransaction
  ) throws(RKeychainError) -> RKeychainAttributes {
    var changed = item.merged(into: existing.attributes)
    let place = existing.attributes.accessGroup
    let variants = found.items.count { ExactText.same($0.attributes.accessGroup, place) }
    let isAlone =
      variants == 1
      && !found.unreadable.contains { $0.group.place.map { ExactText.same($0, place) } ?? false }
    if isAlone { changed.synchronizable = item.synchronizable }
    return try write(changed, value: item.value, replacing: existing, in: transaction)
  }

  private func add(
    _ item: RKeychainNewItem, at place: String?, in transaction: any ItemTransaction
  ) throws(RKeychainError) -> RKeychainAttributes {
    let attributes = item.attributes(at: place, time: transaction.now)
    var otherVariant = attributes.identity
    otherVariant.synchronizable.toggle()
    let here = try transaction.find(ItemScope(attributes.identity), values: false).unreadable
    let other = try transaction.find(ItemScope(otherVariant), values: false).unreadable
    // A disk that fails only now has not been asked about yet.
    try requireReplaceable(here + other)
    for damaged in other { try transaction.remove(damaged) }
    return try transaction.put(attributes, value: item.value, replacing: nil, overwriting: here)
  }
}

extension UnreadableGroup {
  /// The place, where it is known: `.some(nil)` is the default place.
  fileprivate var place: String?? {
    switch self {
    case .defaultPlace: .some(nil)
    case .named(let name): .some(name)
    case .someNamed, .unknown: nil
    }
  }
}
