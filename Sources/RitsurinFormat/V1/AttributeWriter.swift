/// Writes attributes that come in the order of their codes, and puts the unknown ones between them.
struct AttributeWriter {
  private var bytes: [UInt8] = []
  private var rest: ArraySlice<ItemAttributes.Unknown>

  /// A writer that will also write attributes of unknown codes.
  init(unknown: [ItemAttributes.Unknown]) {
    rest = unknown.sorted { $0.code.lexicographicallyPrecedes($1.code) }[...]
    bytes.reserveCapacity(256)
  }

  /// Writes bytes or text.
  mutating func put(_ code: AttributeCode, _ value: some Collection<UInt8>) {
    begin(code, count: value.count)
    bytes += value
  }

  /// Writes a number of fixed width.
  mutating func put(_ code: AttributeCode, number: some FixedWidthInteger) {
    begin(code, count: number.bitWidth / 8)
    bytes.append(littleEndian: number)
  }

  /// Writes a byte of 0 or 1.
  mutating func put(_ code: AttributeCode, flag: Bool) {
    begin(code, count: 1)
    bytes.append(flag ? 1 : 0)
  }

  /// All that was written, with what is left of the unknown attributes.
  mutating func finish() -> [UInt8] {
    writeUnknown(below: nil)
    return bytes
  }

  private mutating func begin(_ code: AttributeCode, count: Int) {
    if !rest.isEmpty { writeUnknown(below: code) }
    bytes.append(littleEndian: code.rawValue.byteSwapped)
    bytes.append(littleEndian: UInt32(clamping: count))
  }

  private mutating func writeUnknown(below limit: AttributeCode?) {
    while let next = rest.first {
      if let limit, next.code.reduce(0, { $0 << 8 | UInt32($1) }) > limit.rawValue { return }
      bytes += next.code
      bytes.append(littleEndian: UInt32(clamping: next.bytes.count))
      bytes += next.bytes
      rest = rest.dropFirst()
    }
  }
}
