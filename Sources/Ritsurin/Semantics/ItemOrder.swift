/// The fixed order of matches, which Keychain Services leaves open.
///
/// Default place, then access groups by bytes; then the older item; then the one that is not synchronizable;
/// then service and key by bytes, so that the order is total.
package enum ItemOrder {
  /// Whether the first item comes before the second.
  package static func precedes(_ first: RKeychainAttributes, _ second: RKeychainAttributes) -> Bool {
    if !ExactText.same(first.accessGroup, second.accessGroup) {
      return precedes(place: first.accessGroup, second.accessGroup)
    }
    if first.createdMicroseconds != second.createdMicroseconds {
      return first.createdMicroseconds < second.createdMicroseconds
    }
    if first.synchronizable != second.synchronizable { return second.synchronizable }
    if !ExactText.same(first.service, second.service) {
      return ExactText.precedes(first.service, second.service)
    }
    return ExactText.precedes(first.key, second.key)
  }

  /// Whether the first place comes before the second; `nil` is the default place.
  package static func precedes(place first: String?, _ second: String?) -> Bool {
    switch (first, second) {
    case (_, nil): false
    case (nil, _): true
    case (let first?, let second?): ExactText.precedes(first, second)
    }
  }

  /// The first items in order.
  ///
  /// - Parameters:
  ///   - items: items in any order.
  ///   - limit: at most how many; `nil` is all.
  /// - Complexity: O(n log n).
  package static func sorted(_ items: [FoundItem], limit: Int? = nil) -> [FoundItem] {
    let ordered = items.sorted { precedes($0.attributes, $1.attributes) }
    return limit.map { Array(ordered.prefix($0)) } ?? ordered
  }
}
