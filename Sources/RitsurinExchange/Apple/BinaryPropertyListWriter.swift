/// Writes the binary form of property lists, which holds every text and dates with their fractions.
///
/// What it writes depends on the values alone: equal keys and values share an object in the order of their
/// first use.
struct BinaryPropertyListWriter {
  /// A value of a dictionary.
  enum Leaf {
    case string(String)
    case data([UInt8])
    case integer(UInt32)
    /// Microseconds since 1970 UTC.
    case date(Int64)
  }

  private enum Object {
    case leaf([UInt8])
    case dictionary(keys: [Int], values: [Int])
    case array([Int])
  }

  private var objects: [Object] = [.array([])]
  private var texts: [[UInt8]: Int] = [:]
  private var rows: [Int] = []

  /// Adds a dictionary to the list, which is an array of them.
  ///
  /// - Complexity: linear in the dictionary.
  mutating func add(_ members: [(key: StaticString, value: Leaf)]) {
    let keys = members.map { text("\($0.key)") }
    let values = members.map { member in
      switch member.value {
      case .string(let string): return text(string)
      case .data(let bytes): return leaf(Self.head(0x4, bytes.count) + bytes)
      case .integer(let number): return leaf(Self.integer(Int(number)))
      case .date(let microseconds): return leaf(Self.date(microseconds))
      }
    }
    objects.append(.dictionary(keys: keys, values: values))
    rows.append(objects.count - 1)
  }

  /// The whole list.
  ///
  /// - Complexity: linear.
  func bytes() -> [UInt8] {
    let width = Self.width(of: objects.count)
    var bytes = PropertyListReader.binaryMagic
    var offsets: [Int] = []
    for (position, object) in objects.enumerated() {
      offsets.append(bytes.count)
      switch position == 0 ? .array(rows) : object {
      case .leaf(let encoded): bytes += encoded
      case .array(let references):
        bytes += Self.head(0xA, references.count)
        for reference in references { bytes += Self.digits(reference, width) }
      case .dictionary(let keys, let values):
        bytes += Self.head(0xD, keys.count)
        for reference in keys + values { bytes += Self.digits(reference, width) }
      }
    }
    let table = bytes.count
    let offsetWidth = Self.width(of: table)
    for offset in offsets { bytes += Self.digits(offset, offsetWidth) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(width)]
    return bytes + Self.digits(objects.count, 8) + Self.digits(0, 8) + Self.digits(table, 8)
  }

  // MARK: Objects

  private mutating func leaf(_ encoded: [UInt8]) -> Int {
    objects.append(.leaf(encoded))
    return objects.count - 1
  }

  private mutating func text(_ string: String) -> Int {
    let utf8 = Array(string.utf8)
    if let known = texts[utf8] { return known }
    let encoded: [UInt8]
    if utf8.allSatisfy({ $0 < 0x80 }) {
      encoded = Self.head(0x5, utf8.count) + utf8
    } else {
      let units = Array(string.utf16)
      encoded = Self.head(0x6, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
    let index = leaf(encoded)
    texts[utf8] = index
    return index
  }

  private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15] + integer(count)
  }

  private static func integer(_ number: Int) -> [UInt8] {
    let width = width(of: number)
    let power: UInt8 = width == 1 ? 0 : width == 2 ? 1 : width <= 4 ? 2 : 3
    return [0x10 | power] + digits(number, 1 << Int(power))
  }

  private static func date(_ microseconds: Int64) -> [UInt8] {
    let seconds = Double(microseconds - 978_307_200_000_000) / 1_000_000
    return [0x33] + (0..<8).map { UInt8(truncatingIfNeeded: seconds.bitPattern >> UInt64(56 - 8 * $0)) }
  }

  private static func width(of number: Int) -> Int {
    number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
  }

  private static func digits(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
  }
}
