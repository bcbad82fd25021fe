/// The public name of a master key: 4 bytes, written as 8 digits of lower case hex.
package struct KeyID: Hashable, Sendable, CustomStringConvertible {
  /// The bytes as one number, the first byte highest.
  private let value: UInt32

  /// Takes 4 bytes; nil for any other length.
  package init?(_ bytes: RawSpan) {
    guard bytes.byteCount == 4 else { return nil }
    self.init(prefix: bytes)
  }

  /// Takes the first 4 bytes (fewer count as zeros behind).
  init(prefix bytes: RawSpan) {
    var value: UInt32 = 0
    for offset in 0..<4 {
      let byte =
        offset < bytes.byteCount ? unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) : 0
      value = value << 8 | UInt32(byte)
    }
    self.value = value
  }

  /// Reads exactly 8 ASCII digits of lower case hex; nil for anything else.
  package init?(hex: some Collection<UInt8>) {
    guard hex.count == 8 else { return nil }
    var value: UInt32 = 0
    for byte in hex {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    self.value = value
  }

  /// Reads exactly 8 ASCII digits of lower case hex; nil for anything else.
  package init?(hex: String) {
    self.init(hex: hex.utf8)
  }

  /// The 4 bytes.
  package var bytes: [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff)]
  }

  /// The 8 digits of lower case hex.
  package var description: String { LowerHex.string(bytes) }
}
