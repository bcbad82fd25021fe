/// When an item's value may be read, and whether the item may leave this machine (`kSecAttrAccessible`).
///
/// Raw values are the names used in Ritsurin's own exports.
public enum RKeychainAccessibility: String, CaseIterable, Hashable, Sendable, Codable {
  /// Readable only while the store is unlocked (`kSecAttrAccessibleWhenUnlocked`).
  case whenUnlocked
  /// Readable from the first unlock on, also while locked (`kSecAttrAccessibleAfterFirstUnlock`); the
  /// default.
  case afterFirstUnlock
  /// Treated as ``afterFirstUnlock``: no secret of a vault is always readable (`kSecAttrAccessibleAlways`).
  case always
  /// Only while unlocked, only on this machine, and only in a vault that has a passphrase
  /// (`kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`).
  case whenPasscodeSetThisDeviceOnly
  /// Only while unlocked and only on this machine (`kSecAttrAccessibleWhenUnlockedThisDeviceOnly`).
  case whenUnlockedThisDeviceOnly
  /// From the first unlock on, only on this machine (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
  case afterFirstUnlockThisDeviceOnly
  /// Treated as ``afterFirstUnlockThisDeviceOnly`` (`kSecAttrAccessibleAlwaysThisDeviceOnly`).
  case alwaysThisDeviceOnly

  /// The value Keychain Services stores for this class: `ak ck dk akpu aku cku dku`.
  public var code: String {
    switch self {
    case .whenUnlocked: "ak"
    case .afterFirstUnlock: "ck"
    case .always: "dk"
    case .whenPasscodeSetThisDeviceOnly: "akpu"
    case .whenUnlockedThisDeviceOnly: "aku"
    case .afterFirstUnlockThisDeviceOnly: "cku"
    case .alwaysThisDeviceOnly: "dku"
    }
  }

  /// The class of a Keychain Services value.
  ///
  /// - Parameter code: one of `ak ck dk akpu aku cku dku`; anything else gives `nil`.
  public init?(code: String) {
    guard let found = Self.allCases.first(where: { ExactText.same($0.code, code) }) else { return nil }
    self = found
  }

  /// Whether items of this class are sealed to this machine and never exported or synchronized.
  public var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
      .alwaysThisDeviceOnly:
      true
    }
  }

  /// Whether values of this class stay readable when the store is locked after its first unlock.
  public var isReadableWhileLocked: Bool {
    switch self {
    case .afterFirstUnlock, .always, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly: true
    case .whenUnlocked, .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly: false
    }
  }
}
