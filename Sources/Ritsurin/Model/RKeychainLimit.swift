/// How many matches are wanted (`kSecMatchLimit`).
public enum RKeychainLimit: Hashable, Sendable {
  /// The first in the fixed order of ``RKeychainStore`` (`kSecMatchLimitOne`).
  case one
  /// Every match (`kSecMatchLimitAll`).
  case all
  /// At most this many, the first ones in the fixed order; 1 or more.
  case count(Int)
}

/// What is wanted of each match (`kSecReturnAttributes`, `kSecReturnData`).
///
/// Attributes always come: finding an item reads them anyway. Only ``value`` opens secrets.
public struct RKeychainReturn: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// A set of the given bits.
  ///
  /// - Parameter rawValue: bit 0 for ``attributes``, bit 1 for ``value``.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Everything but the value (`kSecReturnAttributes`); no value is opened, so this is also the test for
  /// existence.
  public static let attributes = RKeychainReturn(rawValue: 1)
  /// The value (`kSecReturnData`).
  public static let value = RKeychainReturn(rawValue: 2)
  /// Attributes and value.
  public static let both: RKeychainReturn = [.attributes, .value]
}
