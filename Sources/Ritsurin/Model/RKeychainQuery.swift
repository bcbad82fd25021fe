#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which synchronizable variants a query reaches (`kSecAttrSynchronizable` in a query).
public enum RKeychainSynchronizability: Hashable, Sendable {
  /// Only items that are not synchronizable; what Keychain Services takes when nothing is said.
  case no
  /// Only synchronizable items.
  case yes
  /// Both (`kSecAttrSynchronizableAny`).
  case any
}

/// Which items a call means: every field that is not `nil` must match exactly, by bytes.
///
/// A value is never part of a query.
public struct RKeychainQuery: Sendable {
  /// The service (`kSecAttrService`); `nil` means any, `""` only items whose service is empty.
  public var service: String?
  /// The name within the service (`kSecAttrAccount`); `nil` means any, `""` only items whose key is empty.
  public var key: String?
  /// The access group (`kSecAttrAccessGroup`); `nil` means every place the store may see.
  public var accessGroup: String?
  /// Which synchronizable variants are meant (`kSecAttrSynchronizable`).
  public var synchronizable: RKeychainSynchronizability
  /// The accessibility (`kSecAttrAccessible`); a filter like any other.
  public var accessibility: RKeychainAccessibility?
  /// The title (`kSecAttrLabel`).
  public var label: String?
  /// The remark (`kSecAttrComment`).
  public var comment: String?
  /// The kind (`kSecAttrDescription`).
  public var kind: String?
  /// The application's own bytes (`kSecAttrGeneric`).
  public var generic: Data?
  /// The creator code (`kSecAttrCreator`).
  public var creator: UInt32?
  /// The type code (`kSecAttrType`).
  public var type: UInt32?

  /// A query; without arguments it means every item that is not synchronizable.
  ///
  /// - Parameters:
  ///   - service: `kSecAttrService`.
  ///   - key: `kSecAttrAccount`.
  ///   - accessGroup: `kSecAttrAccessGroup`.
  ///   - synchronizable: `kSecAttrSynchronizable`.
  ///   - accessibility: `kSecAttrAccessible`.
  ///   - label: `kSecAttrLabel`.
  ///   - comment: `kSecAttrComment`.
  ///   - kind: `kSecAttrDescription`.
  ///   - generic: `kSecAttrGeneric`.
  ///   - creator: `kSecAttrCreator`.
  ///   - type: `kSecAttrType`.
  public init(
    service: String? = nil, key: String? = nil, accessGroup: String? = nil,
    synchronizable: RKeychainSynchronizability = .no, accessibility: RKeychainAccessibility? = nil,
    label: String? = nil, comment: String? = nil, kind: String? = nil, generic: Data? = nil,
    creator: UInt32? = nil, type: UInt32? = nil
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
  }

  /// A query that means exactly the item with these attributes: its names, group and variant.
  ///
  /// - Parameter attributes: as a store returned them. An item of the default place is found by its names in
  ///   every place; only a named group can be asked for alone.
  public init(_ attributes: RKeychainAttributes) {
    self.init(
      service: attributes.service, key: attributes.key, accessGroup: attributes.accessGroup,
      synchronizable: attributes.synchronizable ? .yes : .no)
  }
}
