extension StoreSemantics {
  /// Adds an item; see ``RKeychainStore/add(_:)``.
  package func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try ItemLimits.check(value: item.value)
    try ItemLimits.check(item.attributes(at: item.accessGroup, time: 0))
    try requireAccess(to: item.accessGroup)
    return try engine.write { (transaction) throws(RKeychainError) in
      try transaction.requireSealing(item.accessibility)
      let found = try transaction.find(ItemScope(item.identity), values: false)
      if let existing = found.items.first {
        throw RKeychainError(.duplicateItem, currentRevision: existing.attributes.revision)
      }
      try requireReplaceable(found.unreadable)
      return try transaction.put(
        item.attributes(at: item.accessGroup, time: transaction.now), value: item.value, replacing: nil,
        overwriting: found.unreadable)
    }
  }

  /// Checks that a write to their identity may end unreadable items.
  ///
  /// - Throws: the first one's error that may not be replaced.
  func requireReplaceable(_ unreadable: [UnreadableItem]) throws(RKeychainError) {
    if let kept = unreadable.first(where: { !$0.isReplaceable }) { throw kept.error }
  }
}

extension RKeychainNewItem {
  /// The attributes the item has when it is added at a place.
  ///
  /// - Parameters:
  ///   - group: the access group, `nil` for the default place.
  ///   - time: both dates, in microseconds since 1970 UTC.
  func attributes(at group: String?, time: Int64) -> RKeychainAttributes {
    RKeychainAttributes(
      service: service, key: key, accessGroup: group, synchronizable: synchronizable,
      accessibility: accessibility, label: label, comment: comment, kind: kind, generic: generic,
      creator: creator, type: type, isInvisible: isInvisible, isNegative: isNegative,
      createdMicroseconds: time, modifiedMicroseconds: time, revision: .none)
  }

  /// What a `set` makes of an existing item's attributes: accessibility, and everything that is given here.
  ///
  /// Names, group, variant and dates stay.
  func merged(into existing: RKeychainAttributes) -> RKeychainAttributes {
    var merged = existing
    merged.accessibility = accessibility
    merged.label = label ?? existing.label
    merged.comment = comment ?? existing.comment
    merged.kind = kind ?? existing.kind
    merged.generic = generic ?? existing.generic
    merged.creator = creator ?? existing.creator
    merged.type = type ?? existing.type
    merged.isInvisible = isInvisible ?? existing.isInvisible
    merged.isNegative = isNegative ?? existing.isNegative
    return merged
  }
}
