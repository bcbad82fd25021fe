#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An item an engine found and opened.
package struct FoundItem: Sendable {
  /// Everything but the value.
  package var attributes: RKeychainAttributes
  /// The value, `nil` when it was not asked for.
  package var value: Data?
  /// The engine's own note of where it lies.
  package var place: any Sendable

  /// An item at a place.
  package init(attributes: RKeychainAttributes, value: Data?, place: any Sendable) {
    self.attributes = attributes
    self.value = value
    self.place = place
  }
}

extension FoundItem: CustomStringConvertible, CustomReflectable {
  /// The item's names; the value is left out.
  package var description: String { "FoundItem(\(attributes.identity))" }

  /// Empty, so that `dump` and debuggers show no value.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What is known of the group an unreadable item lies in.
package enum UnreadableGroup: Sendable {
  /// The default place.
  case defaultPlace
  /// An access group whose name is known, because it was asked for.
  case named(String)
  /// Some access group whose name is not known.
  case someNamed
  /// Nothing is known.
  case unknown

  /// The group of a place that was asked for by name.
  package init(place: String?) {
    self = place.map(Self.named) ?? .defaultPlace
  }
}

/// Something at an item's proper place, in the scope as far as its place tells, that does not open.
package struct UnreadableItem: Sendable {
  /// What is wrong.
  package var error: RKeychainError
  /// The engine's own note of where it lies.
  package var place: any Sendable
  /// Which group it lies in, as far as that is known.
  package var group: UnreadableGroup
  /// Whether a write to its identity may replace it.
  ///
  /// So it is with what is damaged, truncated, no item, or has converted line endings; not where another key,
  /// a newer tool, another vault or a working disk might open it.
  package var isReplaceable: Bool

  /// An unreadable item at a place.
  package init(error: RKeychainError, place: any Sendable, group: UnreadableGroup, isReplaceable: Bool) {
    self.error = error
    self.place = place
    self.group = group
    self.isReplaceable = isReplaceable
  }
}

/// Everything an engine found for a scope.
package struct ItemFindings: Sendable {
  /// What opened, in the order of ``ItemOrder``.
  package var items: [FoundItem]
  /// What did not; can make a call fail.
  package var unreadable: [UnreadableItem]
  /// What is only reported and never an error for its neighbours: misplaced copies.
  package var notices: [RKeychainProblem]

  /// Findings.
  package init(items: [FoundItem] = [], unreadable: [UnreadableItem] = [], notices: [RKeychainProblem] = []) {
    self.items = items
    self.unreadable = unreadable
    self.notices = notices
  }
}
