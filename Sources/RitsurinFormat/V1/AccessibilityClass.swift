/// When a value is readable: the values of `kSecAttrAccessible`, as stored.
package enum AccessibilityClass: String, Sendable, Hashable, CaseIterable {
  case ak, ck, dk, aku, cku, dku, akpu

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

  init?(_ bytes: RawSpan) {
    // At most four bytes, so the comparison costs less than making a string of them.
    guard let found = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes.array) }) else { return nil }
    self = found
  }
}
