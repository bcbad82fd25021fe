/// A key that knows the type of its value and what stands for an absent one.
///
/// ```swift
/// extension RKeychainKey where Value == Int {
///   static let retries = RKeychainKey("retries", default: 3)
/// }
/// try keychain.set(5, forKey: .retries)
/// let retries = try keychain.value(forKey: .retries)
/// ```
/// `String` and `Data` are stored as they are, everything else as JSON, so typed keys and the calls with
/// plain names read each other's items.
public struct RKeychainKey<Value: Codable & Sendable>: Sendable {
  /// The item's name (`kSecAttrAccount`).
  public let name: String
  /// What reading gives while there is no item; never stored.
  public let defaultValue: Value?

  /// A key without a default.
  ///
  /// - Parameter name: the item's name.
  public init(_ name: String) {
    self.name = name
    self.defaultValue = nil
  }

  /// A key with a default.
  ///
  /// - Parameters:
  ///   - name: the item's name.
  ///   - defaultValue: what reading gives while there is no item.
  public init(_ name: String, default defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }
}

extension RKeychainKey: CustomStringConvertible, CustomReflectable {
  /// The name; the default is left out.
  public var description: String { "RKeychainKey(\(name.debugDescription))" }

  /// The name only.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
