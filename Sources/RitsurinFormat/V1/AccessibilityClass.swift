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
    // The names as numbers, since this is read with every item.
    guard (2...4).contains(bytes.byteCount) else { return nil }
    var number: UInt32 = 0
    for index in bytes.byteOffsets { number = number << 8 | UInt32(bytes.byte(index)) }
    switch number {
    case 0x616b: self = .ak
    case 0x636b: self = .ck
    case 0x646b: self = .dk
    case 0x61_6b75: self = .aku
    case 0x63_6b75: self = .cku
    case 0x64_6b75: self = .dku
    case 0x616b_7075: self = .akpu
    default: return nil
    }
  }
}
