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
    for restored in items {
      try ItemLimits.check(value: restored.item.value)
      try ItemLimits.check(restored.item.attributes(at: restored.item.accessGroup, time: 0))
      try requireAccess(to: restored.item.accessGroup)
    }
    guard !items.isEmpty else { return [] }
    do {
      return try engine.write { (transaction) throws(RKeychainError) in
        let plan = try RestorePlan(items, policy: policy, transaction: transaction)
        let stops = policy == .fail && plan.outcomes.contains(.conflict)
        if !stops, !dryRun { try plan.stage(in: transaction) }
        return plan.outcomes
      }
    }
  }
}

/// Compares what is to be restored with what is there, before the first change is staged.
private struct RestorePlan {
  private struct Step {
    var attributes: RKeychainAttributes
    var value: Data
    var replacing: FoundItem?
    var overwriting: [UnreadableItem]
  }

  private(set) var outcomes: [RKeychainRestoreOutcome] = []
  private var steps: [Step] = []
  /// Which step an identity of this batch has.
  private var stepOfIdentity: [ItemIdentity: Int] = [:]

  init(
    _ items: [RKeychainRestoredItem], policy: RKeychainConflictPolicy, transaction: any ItemTransaction
  ) throws(RKeychainError) {
    for restored in items {
      try transaction.requireSealing(restored.item.accessibility)
      outcomes.append(try plan(restored, policy: policy, transaction: transaction))
    }
  }

  private mutating func plan(
    _ restored: RKeychainRestoredItem, policy: RKeychainConflictPolicy, transaction: any ItemTransaction
  ) throws(RKeychainError) -> RKeychainRestoreOutcome {
    let now = transaction.now
    var attributes = restored.item.attributes(at: restored.item.accessGroup, time: now)
    attributes.createdMicroseconds = restored.createdMicroseconds ?? restored.modifiedMicroseconds ?? now
    attributes.modifiedMicroseconds = restored.modifiedMicroseconds ?? now
    var step = Step(attributes: attributes, value: restored.item.value, replacing: nil, overwriting: [])
    let identity = attributes.identity

    if let earlier = stepOfIdentity[identity] {
      // Twice in one batch: the second meets the first as if that had been written.
      let first = steps[earlier]
      let outcome = compare(restored, with: first.attributes, value: first.value, policy: policy)
      if outcome == .replaced {
        step.replacing = first.replacing
        step.overwriting = first.overwriting
        steps[earlier] = step
      }
      return outcome
    }
    let found = try transaction.find(ItemScope(identity), values: true)
    if let kept = found.unreadable.first(where: { !$0.isReplaceable }) { throw kept.error }
    guard let existing = found.items.first else {
      step.overwriting = found.unreadable
      append(step)
      return .imported
    }
    let outcome = compare(restored, with: existing.attributes, value: existing.value, policy: policy)
    if outcome == .replaced {
      step.replacing = existing
      append(step)
    }
    return outcome
  }

  private mutating func append(_ step: Step) {
    stepOfIdentity[step.attributes.identity] = steps.count
    steps.append(step)
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

  func stage(in transaction: any ItemTransaction) throws(RKeychainError) {
    for step in steps {
      _ = try transaction.put(
        step.attributes, value: step.value, replacing: step.replacing, overwriting: step.overwriting)
    }
  }
}
