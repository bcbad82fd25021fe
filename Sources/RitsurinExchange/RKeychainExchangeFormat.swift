/// A file format that items come from or go to; more may come.
public struct RKeychainExchangeFormat: RawRepresentable, Hashable, Sendable {
  /// The format's name, as in the tool's options.
  public let rawValue: String

  /// A format of a name.
  ///
  /// - Parameter rawValue: The name; those without a reader are refused when they are used.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `keychain-items`, version 1: JSON Lines, or the same objects in one JSON array.
  public static let native = RKeychainExchangeFormat(rawValue: "native")
}
