#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How one item differs between two stores; never what its value is.
package struct ItemDifference: Hashable, Sendable, CustomStringConvertible {
  /// What happened to an item on the way from the first store to the second.
  package enum Change: Hashable, Sendable {
    case added
    case removed
    /// The names of what differs, in a fixed order.
    case changed([String])
  }

  /// Which item.
  package var identity: ItemIdentity
  /// What happened to it.
  package var change: Change

  /// A line as in a `diff`: `+`, `-` or `~`, the names, and what changed.
  package var description: String {
    switch change {
    case .added: "+ \(identity)"
    case .removed: "- \(identity)"
    case .changed(let fields): "~ \(identity): \(fields.joined(separator: ", "))"
    }
  }

  /// Compares items by their identity.
  ///
  /// - Parameters:
  ///   - old: The items before.
  ///   - new: The items after.
  ///   - comparingDates: Whether the dates count; revisions never do.
  /// - Returns: The differences, ordered by the identity's bytes.
  package static func between(
    _ old: [RKeychainItem], and new: [RKeychainItem], comparingDates: Bool
  ) -> [ItemDifference] {
    let before = Dictionary(old.map { ($0.attributes.identity, $0) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.attributes.identity, $0) }) { first, _ in first }
    var differences: [ItemDifference] = []
    for (identity, item) in before {
      guard let other = after[identity] else {
        differences.append(ItemDifference(identity: identity, change: .removed))
        continue
      }
      let fields = changedFields(item, other, comparingDates: comparingDates)
      if !fields.isEmpty { differences.append(ItemDifference(identity: identity, change: .changed(fields))) }
    }
    for identity in after.keys where before[identity] == nil {
      differences.append(ItemDifference(identity: identity, change: .added))
    }
    return differences.sorted { $0.identity.precedes($1.identity) }
  }

  private static func changedFields(
    _ old: RKeychainItem, _ new: RKeychainItem, comparingDates: Bool
  ) -> [String] {
    let (first, second) = (old.attributes, new.attributes)
    let pairs: [(name: String, isSame: Bool)] = [
      ("value", old.value == new.value),
      ("accessibility", first.accessibility == second.accessibility),
      ("label", ExactText.same(first.label, second.label)),
      ("comment", ExactText.same(first.comment, second.comment)),
      ("kind", ExactText.same(first.kind, second.kind)),
      ("generic", first.generic == second.generic),
      ("creator", first.creator == second.creator),
      ("type", first.type == second.type),
      ("isInvisible", first.isInvisible == second.isInvisible),
      ("isNegative", first.isNegative == second.isNegative),
      ("created", !comparingDates || first.createdMicroseconds == second.createdMicroseconds),
      ("modified", !comparingDates || first.modifiedMicroseconds == second.modifiedMicroseconds),
    ]
    return pairs.filter { !$0.isSame }.map(\.name)
  }
}

extension ItemIdentity {
  /// Whether this comes before another by bytes: service, key, group, variant.
  package func precedes(_ other: ItemIdentity) -> Bool {
    if !ExactText.same(service, other.service) { return ExactText.precedes(service, other.service) }
    if !ExactText.same(key, other.key) { return ExactText.precedes(key, other.key) }
    if !ExactText.same(accessGroup, other.accessGroup) {
      return ItemOrder.precedes(place: accessGroup, other.accessGroup)
    }
    return !synchronizable && other.synchronizable
  }
}
