/// Names one written state of one item: every write that changes an item gives it a new revision.
///
/// A file vault uses the item's 24-byte nonce. Revisions have no order; they are equal or not.
public struct RKeychainRevision: Hashable, Sendable, CustomStringConvertible {
  /// Number of bytes of every revision.
  public static let byteCount = 24

  // Big-endian words: they cost no allocation, and hashing and equality come for free.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64

  /// A revision of exactly 24 bytes.
  ///
  /// - Parameter bytes: 24 bytes; any other number gives `nil`.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var (first, second, third): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for byte in bytes {
      // One number of 192 bits, moved up by a byte.
      first = first << 8 | second >> 56
      second = second << 8 | third >> 56
      third = third << 8 | UInt64(byte)
    }
    self.init(first, second, third)
  }

  /// A revision from the text that ``description`` gives.
  ///
  /// - Parameter hex: 48 digits `0-9 a-f`; anything else gives `nil`.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == Self.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    for position in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(ofDigit: digits[position]),
        let low = Self.value(ofDigit: digits[position + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes: bytes)
  }

  /// A revision of random bytes, for stores that have no nonces.
  package static func random() -> RKeychainRevision {
    RKeychainRevision(
      .random(in: .min ... .max), .random(in: .min ... .max), .random(in: .min ... .max))
  }

  /// The revision of what was never written; stores give another at every write.
  package static let none = RKeychainRevision(0, 0, 0)

  private init(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// The 24 bytes.
  public var bytes: [UInt8] {
    [first, second, third].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// 48 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
