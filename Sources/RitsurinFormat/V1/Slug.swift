/// The readable beginning of a path component, for people: Docs/Format.md#names.
package enum Slug {
  /// The greatest length, in characters.
  package static let limit = 40

  /// Lowers ASCII letters, makes one `-` of every run of other bytes, cuts to 40, trims `-` and `.`.
  ///
  /// - Parameter text: A service, an account or an access group; `default` for the lack of a group.
  /// - Returns: At most 40 characters, possibly none.
  /// - Complexity: O(bytes) at most; what lies behind the cut is not looked at.
  package static func make(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(limit)
    var isInRun = false
    for byte in text.utf8 {
      if allows(byte) {
        bytes.append(byte)
        isInRun = false
      } else if ASCII.isUpper(byte) {
        bytes.append(byte + 0x20)
        isInRun = false
      } else if !isInRun {
        bytes.append(0x2d)
        isInRun = true
      }
      if bytes.count == limit { break }
    }
    guard let start = bytes.firstIndex(where: isKept), let end = bytes.lastIndex(where: isKept) else {
      return ""
    }
    return String(decoding: bytes[start...end], as: UTF8.self)
  }

  /// Whether a byte may stand in a slug: `a-z 0-9 . _ -`.
  static func allows(_ byte: UInt8) -> Bool {
    ASCII.isLower(byte) || ASCII.isDigit(byte) || byte == 0x2e || byte == 0x5f || byte == 0x2d
  }

  /// Whether a byte may stand at either end.
  private static func isKept(_ byte: UInt8) -> Bool { byte != 0x2d && byte != 0x2e }
}
