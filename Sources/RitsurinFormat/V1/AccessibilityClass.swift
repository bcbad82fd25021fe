/// When a value is readable: the values of `kSecAttrAccessible`, as `pdmn` stores them.
package enum AccessibilityClass: String, Sendable, Hashable, CaseIterable {
  /// `kSecAttrAccessibleWhenUnlocked`.
  case ak
  /// `kSecAttrAccessibleAfterFirstUnlock`.
  case ck
  /// `kSecAttrAccessibleAlways`.
  case dk
  /// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`.
  case aku
  /// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`.
  case cku
  /// `kSecAttrAccessibleAlwaysThisDeviceOnly`.
  case dku
  /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`.
  case akpu

  /// Whether items of the class lie under `device/`.
  package var isDeviceOnly: Bool {
    switch self {
    case .aku, .cku, .dku, .akpu: true
    case .ak, .ck, .dk: false
    }
  }

  /// Whether values stay readable when the vault is locked after its first unlock.
  package var isReadableWhileLocked: Bool {
    switch self {
    case .ck, .dk, .cku, .dku: true
    case .ak, .aku, .akpu: false
    }
  }

  /// The class that the bytes name; nil where they name none.
  init?(_ bytes: RawSpan) {
    guard let found = Self.allCases.first(where: { bytes.equals($0.rawValue) }) else { return nil }
    self = found
  }
}
