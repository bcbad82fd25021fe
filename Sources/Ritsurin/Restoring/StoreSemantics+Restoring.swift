#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StoreSemantics: RKeychainRestoring {
  /// Writes items, all of them or none; see ``RKeychainRestoring``.
  package func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    try restore(items, onConflict: policy, dryRun: dryRun) { _ in }
  }

  /// Writes items, all of them or none, and tells how far it is; see ``RKeychainRestoring``.
  package func restore(
    _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool,
    progress: @escaping (RKeychainRestoreProgress) -> Void
  ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
    for restored in items {
      try ItemLimits.check(value: restored.item.value)
      try ItemLimits.check(restored.item.attributes(at: restored.item.accessGroup, time: 0))
      try requireAccess(to: restored.item.accessGroup)
    }
    guard !items.isEmpty else { return [] }
    let progress = RestoreProgressFilter(report: progress)
    do {
      return try engine.write { (transaction) throws(RKeychainError) in
        let plan = try RestorePlan(items, policy: policy, transaction: transaction, progress)
        let stops = policy == .fail && plan.outcomes.contains(.conflict)
        if !stops, !dryRun {
          try plan.stage(in: transaction, progress)
          transaction.follow { progress.tell(.placing, $0, of: $1) }
        }
        return plan.outcomes
      }
    }
  }
}

/// Compares what is to be restored with what is there, before the first change is staged.
private struct RestorePlan {
  /// What stands where an item goes.
  private struct Occupants {
    var replacing: FoundItem?
    var overwriting: [UnreadableItem] = []
  }

  private let items: [RKeychainRestoredItem]
  private let now: Int64
  private(set) var outcomes: [RKeychainRestoreOutcome] = []
  /// Which of the items are written.
  private var steps: [Int] = []
  /// By step; most items of a large batch go where nothing is.
  private var occupants: [Int: Occupants] = [:]
  /// Which step an identity of this batch has.
  private var stepOfIdentity: [ItemIdentity: Int] = [:]

  init(
    _ items: [RKeychainRestoredItem], policy: RKeychainConflictPolicy, transaction: any ItemTransaction,
    _ progress: RestoreProgressFilter
  ) throws(RKeychainError) {
    self.items = items
    now = transaction.now
    outcomes.reserveCapacity(items.count)
    for (index, restored) in items.enumerated() {
      try transaction.requireSealing(restored.item.accessibility)
      outcomes.append(try plan(index, policy: policy, transaction: transaction))
      progress.tell(.comparing, index + 1, of: items.count)
    }
    stepOfIdentity = [:]
  }

  /// What an item is stored with.
  private func attributes(of restored: RKeychainRestoredItem) -> RKeychainAttributes {
    var attributes = restored.item.attributes(at: restored.item.accessGroup, time: now)
    attributes.createdMicroseconds = restored.createdMicroseconds ?? restored.modifiedMicroseconds ?? now
    attributes.modifiedMicroseconds = restored.modifiedMicroseconds ?? now
    return attributes
  }

  private mutating func plan(
    _ index: Int, policy: RKeychainConflictPolicy, transaction: any ItemTransaction
  ) throws(RKeychainError) -> RKeychainRestoreOutcome {
    let restored = items[index]
    let identity = attributes(of: restored).identity

    if let earlier = stepOfIdentity[identity] {
      // Twice in one batch: the second meets the first as if that had been written.
      let first = items[steps[earlier]]
      let outcome = compare(restored, with: attributes(of: first), value: first.item.value, policy: policy)
      if outcome == .replaced { steps[earlier] = index }
      return outcome
    }
    let found = try transaction.find(ItemScope(identity), values: true)
    if let kept = found.unreadable.first(where: { !$0.isReplaceable }) { throw kept.error }
    guard let existing = found.items.first else {
      append(index, identity, Occupants(overwriting: found.unreadable))
      return .imported
    }
    let outcome = compare(restored, with: existing.attributes, value: existing.value, policy: policy)
    if outcome == .replaced {
      var replaced = existing
      replaced.value = nil
      append(index, identity, Occupants(replacing: replaced))
    }
    return outcome
  }

  private mutating func append(_ index: Int, _ identity: ItemIdentity, _ found: Occupants) {
    stepOfIdentity[identity] = steps.count
    if found.replacing != nil || !found.overwriting.isEmpty { occupants[steps.count] = found }
    steps.append(index)
  }

  private func compare(
    _ restored: RKeychainRestoredItem, with existing: RKeychainAttributes, value: Data?,
    policy: RKeychainConflictPolicy
  ) -> RKeychainRestoreOutcome {
    let offered = restored.item.attributes(at: restored.item.accessGroup, time: 0)
    let isSameDate =
      (restored.modifiedMicroseconds ?? existing.modifiedMicroseconds) == existing.modifiedMicroseconds
    if value == restored.item.value, offered.describesSame(as: existing), isSameDate || policy != .replace {
      return .unchanged
    }
    switch policy {
    case .fail: return .conflict
    case .skip: return .skipped
    case .replace: return .replaced
    case .newest:
      return (restored.modifiedMicroseconds ?? .min) > existing.modifiedMicroseconds ? .replaced : .skipped
    }
  }

  func stage(
    in transaction: any ItemTransaction, _ progress: RestoreProgressFilter
  ) throws(RKeychainError) {
    for (number, index) in steps.enumerated() {
      let restored = items[index]
      let found = occupants[number]
      _ = try transaction.put(
        attributes(of: restored), value: restored.item.value, replacing: found?.replacing,
        overwriting: found?.overwriting ?? [])
      try transaction.relieve()
      progress.tell(.writing, number + 1, of: steps.count)
    }
  }
}
