#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An item that a store found.
///
/// Printing or dumping it never shows the value.
public struct RKeychainItem: Hashable, Sendable {
  /// What the store knows of the item beside its value; always there.
  public var attributes: RKeychainAttributes
  /// The value (`kSecValueData`), `nil` when it was not asked for; empty data is a value.
  public var value: Data?

  /// An item of attributes and, where it was asked for, its value.
  ///
  /// - Parameters:
  ///   - attributes: everything beside the value.
  ///   - value: the value, or `nil` when it was not asked for.
  public init(attributes: RKeychainAttributes, value: Data?) {
    self.attributes = attributes
    self.value = value
  }
}

extension RKeychainItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The item's names; the value is left out.
  public var description: String {
    "RKeychainItem(\(attributes.identity), value: \(value == nil ? "not read" : "<redacted>"))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Empty, so that `dump` and debuggers show no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
