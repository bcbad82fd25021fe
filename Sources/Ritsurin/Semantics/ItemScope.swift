#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Which places an engine looks into.
package enum GroupScope: Sendable {
  /// The default place and every access group there is.
  case every
  /// Only these, in this order, which is that of ``ItemOrder``; `nil` is the default place.
  case places([String?])
}

/// Which items an engine shall find; the resolved form of a ``RKeychainQuery``.
package struct ItemScope: Sendable {
  /// `kSecAttrService`; `nil` is any.
  package var service: String?
  /// `kSecAttrAccount`; `nil` is any.
  package var key: String?
  /// The places.
  package var group: GroupScope
  /// `kSecAttrSynchronizable`; `nil` is both variants.
  package var synchronizable: Bool?
  /// `kSecAttrAccessible`; `nil` is any, and so below.
  package var accessibility: RKeychainAccessibility?
  /// `kSecAttrLabel`.
  package var label: String?
  /// `kSecAttrComment`.
  package var comment: String?
  /// `kSecAttrDescription`.
  package var kind: String?
  /// `kSecAttrGeneric`.
  package var generic: Data?
  /// `kSecAttrCreator`.
  package var creator: UInt32?
  /// `kSecAttrType`.
  package var type: UInt32?

  /// A scope of the names alone.
  package init(service: String?, key: String?, group: GroupScope, synchronizable: Bool?) {
    self.service = service
    self.key = key
    self.group = group
    self.synchronizable = synchronizable
  }

  /// The scope of exactly one identity.
  package init(_ identity: ItemIdentity) {
    self.init(
      service: identity.service, key: identity.key, group: .places([identity.accessGroup]),
      synchronizable: identity.synchronizable)
  }

  /// Whether service and key are given, so that the item's possible paths can be computed.
  package var isExact: Bool { service != nil && key != nil }

  /// Whether it filters by anything beside the identity.
  package var hasFilters: Bool {
    accessibility != nil || label != nil || comment != nil || kind != nil || generic != nil || creator != nil
      || type != nil
  }

  /// Whether an item with these attributes is meant.
  ///
  /// Engines ask this after opening an item's attributes and before opening its value.
  package func includes(_ attributes: RKeychainAttributes) -> Bool {
    if case .places(let places) = group,
      !places.contains(where: { ExactText.same($0, attributes.accessGroup) })
    {
      return false
    }
    return (synchronizable ?? attributes.synchronizable) == attributes.synchronizable
      && (accessibility ?? attributes.accessibility) == attributes.accessibility
      && Self.accepts(attributes.service, service) && Self.accepts(attributes.key, key)
      && Self.accepts(attributes.label, label) && Self.accepts(attributes.comment, comment)
      && Self.accepts(attributes.kind, kind) && (generic == nil || generic == attributes.generic)
      && (creator == nil || creator == attributes.creator) && (type == nil || type == attributes.type)
  }

  private static func accepts(_ text: String?, _ filter: String?) -> Bool {
    filter == nil || ExactText.same(text, filter)
  }
}
