#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreSemantics {
  /// Changes every match, or none; see ``RKeychainStore/update(_:_:)``.
  package func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    try check(changes)
    let scope = try scope(of: query)
    if case .set(let group) = changes.accessGroup { try requireAccess(to: group) }
    return try engine.write { (transaction) throws(RKeychainError) in
      if case .set(let accessibility) = changes.accessibility {
        try transaction.requireSealing(accessibility)
      }
      let found = try transaction.find(scope, values: true)
      // What cannot be opened might match: changing only the others would not be all or nothing.
      if let unreadable = found.unreadable.first { throw unreadable.error }
      guard !found.items.isEmpty else { throw RKeychainError(.itemNotFound) }
      var targets: Set<ItemIdentity> = []
      var results: [RKeychainAttributes] = []
      for item in ItemOrder.sorted(found.items) {
        let changed = changes.applied(to: item.attributes)
        guard targets.insert(changed.identity).inserted else { throw RKeychainError(.duplicateItem) }
        results.append(
          try write(
            changed, value: changes.value.applied(to: item.value ?? Data()), replacing: item, in: transaction)
        )
      }
      return results.sorted(by: ItemOrder.precedes)
    }
  }

  private func check(_ changes: RKeychainChanges) throws(RKeychainError) {
    if case .set(let value) = changes.value { try ItemLimits.check(value: value) }
    if case .set(let group) = changes.accessGroup { try ItemLimits.check(group: group) }
    if case .set(true) = changes.synchronizable,
      case .set(.whenPasscodeSetThisDeviceOnly) = changes.accessibility
    {
      throw RKeychainError(
        .badParameter, message: "an item that needs a passcode on this device cannot be synchronizable")
    }
  }

  /// Stages an item's new state, if it is one.
  ///
  /// - Parameters:
  ///   - changed: the new attributes; dates and revision are those before the change.
  ///   - value: the new value.
  ///   - item: the state before.
  ///   - transaction: where it is staged.
  /// - Returns: the attributes afterwards; unchanged where nothing would change.
  /// - Throws: `.badParameter`, `.duplicateItem`, and what keeps the item from being written.
  func write(
    _ changed: RKeychainAttributes, value: Data, replacing item: FoundItem,
    in transaction: any ItemTransaction
  ) throws(RKeychainError) -> RKeychainAttributes {
    if changed.describesSame(as: item.attributes), value == item.value { return item.attributes }
    try ItemLimits.check(changed)
    var overwritten: [UnreadableItem] = []
    if changed.identity != item.attributes.identity {
      let held = try transaction.find(ItemScope(changed.identity), values: false)
      if let holder = held.items.first {
        throw RKeychainError(.duplicateItem, currentRevision: holder.attributes.revision)
      }
      try requireReplaceable(held.unreadable)
      overwritten = held.unreadable
    }
    var dated = changed
    dated.modifiedMicroseconds = modificationTime(
      now: transaction.now, after: item.attributes.modifiedMicroseconds)
    return try transaction.put(dated, value: value, replacing: item, overwriting: overwritten)
  }
}
