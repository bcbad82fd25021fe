#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An item to be written.
///
/// Dates are the store's to give. Printing or dumping it never shows the value.
public struct RKeychainNewItem: Sendable {
  /// The service (`kSecAttrService`); may be empty.
  public var service: String
  /// The name within the service (`kSecAttrAccount`); may be empty.
  public var key: String
  /// The access group, or `nil` for the default place (`kSecAttrAccessGroup`); never empty, no NUL.
  public var accessGroup: String?
  /// Whether the item is the synchronizable variant (`kSecAttrSynchronizable`).
  public var synchronizable: Bool
  /// When the value may be read (`kSecAttrAccessible`).
  public var accessibility: RKeychainAccessibility
  /// A title for people (`kSecAttrLabel`).
  public var label: String?
  /// A remark for people (`kSecAttrComment`).
  public var comment: String?
  /// What kind of item this is, for people (`kSecAttrDescription`).
  public var kind: String?
  /// Bytes of the application's own (`kSecAttrGeneric`).
  public var generic: Data?
  /// A four-character creator code (`kSecAttrCreator`).
  public var creator: UInt32?
  /// A four-character type code (`kSecAttrType`).
  public var type: UInt32?
  /// Whether the item asks not to be shown (`kSecAttrIsInvisible`).
  public var isInvisible: Bool?
  /// Whether the item says that there is no password (`kSecAttrIsNegative`).
  public var isNegative: Bool?
  /// The secret (`kSecValueData`), 0 bytes to 64 MiB.
  public var value: Data

  /// An item to be written.
  ///
  /// - Parameters:
  ///   - service: `kSecAttrService`.
  ///   - key: `kSecAttrAccount`.
  ///   - accessGroup: `kSecAttrAccessGroup`, or `nil` for the default place.
  ///   - synchronizable: `kSecAttrSynchronizable`.
  ///   - accessibility: `kSecAttrAccessible`.
  ///   - label: `kSecAttrLabel`.
  ///   - comment: `kSecAttrComment`.
  ///   - kind: `kSecAttrDescription`.
  ///   - generic: `kSecAttrGeneric`.
  ///   - creator: `kSecAttrCreator`.
  ///   - type: `kSecAttrType`.
  ///   - isInvisible: `kSecAttrIsInvisible`.
  ///   - isNegative: `kSecAttrIsNegative`.
  ///   - value: `kSecValueData`, 0 bytes to 64 MiB.
  public init(
    service: String, key: String, accessGroup: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, label: String? = nil, comment: String? = nil,
    kind: String? = nil, generic: Data? = nil, creator: UInt32? = nil, type: UInt32? = nil,
    isInvisible: Bool? = nil, isNegative: Bool? = nil, value: Data
  ) {
    self.service = service
    self.key = key
    self.accessGroup = accessGroup
    self.synchronizable = synchronizable
    self.accessibility = accessibility
    self.label = label
    self.comment = comment
    self.kind = kind
    self.generic = generic
    self.creator = creator
    self.type = type
    self.isInvisible = isInvisible
    self.isNegative = isNegative
    self.value = value
  }

  /// What makes the item this one and no other.
  package var identity: ItemIdentity {
    ItemIdentity(service: service, key: key, accessGroup: accessGroup, synchronizable: synchronizable)
  }
}

extension RKeychainNewItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The item's names; the value is left out.
  public var description: String { "RKeychainNewItem(\(identity), value: <redacted>)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Empty, so that `dump` and debuggers show no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
