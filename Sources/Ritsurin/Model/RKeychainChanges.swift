#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an update does to one attribute.
public enum RKeychainChange<Value: Sendable>: Sendable {
  /// Leaves it as it is.
  case unchanged
  /// Gives it this value.
  case set(Value)

  /// The attribute after the change.
  ///
  /// - Parameter current: the attribute before it.
  package func applied(to current: Value) -> Value {
    switch self {
    case .unchanged: current
    case .set(let value): value
    }
  }
}

extension RKeychainChange where Value: ExpressibleByNilLiteral {
  /// Removes an optional attribute; for an access group: moves to the default place.
  public static var cleared: Self { .set(nil) }
}

/// What an update does to every item it matches.
///
/// Dates are the store's to give. Printing or dumping it never shows the value.
public struct RKeychainChanges: Sendable {
  /// `kSecAttrService`.
  public var service: RKeychainChange<String> = .unchanged
  /// `kSecAttrAccount`.
  public var key: RKeychainChange<String> = .unchanged
  /// `kSecAttrAccessGroup`.
  public var accessGroup: RKeychainChange<String?> = .unchanged
  /// `kSecAttrSynchronizable`.
  public var synchronizable: RKeychainChange<Bool> = .unchanged
  /// `kSecAttrAccessible`.
  public var accessibility: RKeychainChange<RKeychainAccessibility> = .unchanged
  /// `kSecAttrLabel`.
  public var label: RKeychainChange<String?> = .unchanged
  /// `kSecAttrComment`.
  public var comment: RKeychainChange<String?> = .unchanged
  /// `kSecAttrDescription`.
  public var kind: RKeychainChange<String?> = .unchanged
  /// `kSecAttrGeneric`.
  public var generic: RKeychainChange<Data?> = .unchanged
  /// `kSecAttrCreator`.
  public var creator: RKeychainChange<UInt32?> = .unchanged
  /// `kSecAttrType`.
  public var type: RKeychainChange<UInt32?> = .unchanged
  /// `kSecAttrIsInvisible`.
  public var isInvisible: RKeychainChange<Bool?> = .unchanged
  /// `kSecAttrIsNegative`.
  public var isNegative: RKeychainChange<Bool?> = .unchanged
  /// `kSecValueData`, 0 bytes to 64 MiB.
  public var value: RKeychainChange<Data> = .unchanged

  /// Changes nothing yet; set the fields that shall change.
  public init() {}

  /// Changes the value and nothing else.
  ///
  /// - Parameter value: `kSecValueData`, 0 bytes to 64 MiB.
  public init(value: Data) {
    self.value = .set(value)
  }

  /// Attributes after the changes, dates and revision left alone.
  package func applied(to attributes: RKeychainAttributes) -> RKeychainAttributes {
    var changed = attributes
    changed.service = service.applied(to: attributes.service)
    changed.key = key.applied(to: attributes.key)
    changed.accessGroup = accessGroup.applied(to: attributes.accessGroup)
    changed.synchronizable = synchronizable.applied(to: attributes.synchronizable)
    changed.accessibility = accessibility.applied(to: attributes.accessibility)
    changed.label = label.applied(to: attributes.label)
    changed.comment = comment.applied(to: attributes.comment)
    changed.kind = kind.applied(to: attributes.kind)
    changed.generic = generic.applied(to: attributes.generic)
    changed.creator = creator.applied(to: attributes.creator)
    changed.type = type.applied(to: attributes.type)
    changed.isInvisible = isInvisible.applied(to: attributes.isInvisible)
    changed.isNegative = isNegative.applied(to: attributes.isNegative)
    return changed
  }
}

extension RKeychainChanges: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Only the type's name: what is changed may be secret.
  public var description: String { "RKeychainChanges(<redacted>)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Empty, so that `dump` and debuggers show no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
