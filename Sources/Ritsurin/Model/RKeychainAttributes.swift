#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Everything a store knows of an item except its value.
///
/// Listings return attributes without opening any value. Comparing and hashing go by the UTF-8 bytes of every
/// text: the composed and the decomposed form of a letter are different names, as in Keychain Services.
public struct RKeychainAttributes: Hashable, Sendable {
  /// The service the item belongs to (`kSecAttrService`); may be empty.
  public var service: String
  /// The item's name within its service (`kSecAttrAccount`); may be empty.
  public var key: String
  /// The access group, or `nil` for the default place (`kSecAttrAccessGroup`); never empty.
  public var accessGroup: String?
  /// Whether this is the synchronizable variant (`kSecAttrSynchronizable`); part of the identity.
  public var synchronizable: Bool
  /// When the value may be read (`kSecAttrAccessible`).
  public var accessibility: RKeychainAccessibility
  /// A title for people (`kSecAttrLabel`).
  public var label: String?
  /// A remark for people (`kSecAttrComment`).
  public var comment: String?
  /// What kind of item this is, for people (`kSecAttrDescription`).
  public var kind: String?
  /// Bytes of the application's own (`kSecAttrGeneric`); stored with the attributes, readable while locked.
  public var generic: Data?
  /// A four-character creator code (`kSecAttrCreator`).
  public var creator: UInt32?
  /// A four-character type code (`kSecAttrType`).
  public var type: UInt32?
  /// Whether the item asks not to be shown (`kSecAttrIsInvisible`).
  public var isInvisible: Bool?
  /// Whether the item says that there is no password (`kSecAttrIsNegative`).
  public var isNegative: Bool?
  /// When the item was added, in microseconds since 1970 UTC (`kSecAttrCreationDate`); exact.
  public var createdMicroseconds: Int64
  /// When the item last changed, in microseconds since 1970 UTC (`kSecAttrModificationDate`); exact, and
  /// strictly rising from one change of an item to the next, whatever the clock does.
  public var modifiedMicroseconds: Int64
  /// Which written state of the item this is.
  public var revision: RKeychainRevision

  /// Attributes as a store hands them out; applications rarely need this.
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
  ///   - createdMicroseconds: microseconds since 1970 UTC.
  ///   - modifiedMicroseconds: microseconds since 1970 UTC.
  ///   - revision: the written state.
  public init(
    service: String, key: String, accessGroup: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, label: String? = nil, comment: String? = nil,
    kind: String? = nil, generic: Data? = nil, creator: UInt32? = nil, type: UInt32? = nil,
    isInvisible: Bool? = nil, isNegative: Bool? = nil, createdMicroseconds: Int64,
    modifiedMicroseconds: Int64,
    revision: RKeychainRevision
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
    self.createdMicroseconds = createdMicroseconds
    self.modifiedMicroseconds = modifiedMicroseconds
    self.revision = revision
  }

  /// When the item was added (`kSecAttrCreationDate`); ``createdMicroseconds`` is exact.
  public var created: Date { Date(timeIntervalSince1970: Double(createdMicroseconds) / 1_000_000) }

  /// When the item last changed (`kSecAttrModificationDate`); ``modifiedMicroseconds`` is exact.
  public var modified: Date { Date(timeIntervalSince1970: Double(modifiedMicroseconds) / 1_000_000) }

  /// What makes the item this one and no other.
  package var identity: ItemIdentity {
    ItemIdentity(service: service, key: key, accessGroup: accessGroup, synchronizable: synchronizable)
  }

  /// Whether both have the same bytes in everything, dates and revision included.
  public static func == (first: Self, second: Self) -> Bool {
    first.revision == second.revision && first.createdMicroseconds == second.createdMicroseconds
      && first.modifiedMicroseconds == second.modifiedMicroseconds && first.describesSame(as: second)
  }

  /// Hashes the identity's bytes and the revision.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(revision)
  }

  /// Whether both have the same bytes in everything but dates and revision, which every write gives anew.
  package func describesSame(as other: Self) -> Bool {
    identity == other.identity && accessibility == other.accessibility
      && ExactText.same(label, other.label) && ExactText.same(comment, other.comment)
      && ExactText.same(kind, other.kind) && generic == other.generic && creator == other.creator
      && type == other.type && isInvisible == other.isInvisible && isNegative == other.isNegative
  }
}

extension RKeychainAttributes: CustomStringConvertible {
  /// The identity and revision, names quoted and escaped.
  public var description: String { "RKeychainAttributes(\(identity), revision: \(revision))" }
}
