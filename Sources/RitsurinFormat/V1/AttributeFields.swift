/// The attributes found so far while an item's are decoded.
struct AttributeFields {
  private var account: String?
  private var service: String?
  private var group: String?
  private var synchronizable: Bool?
  private var accessibility: AccessibilityClass?
  private var created: Int64?
  private var modified: Int64?
  private var label: String?
  private var comment: String?
  private var kind: String?
  private var generic: [UInt8]?
  private var creator: UInt32?
  private var type: UInt32?
  private var isInvisible: Bool?
  private var isNegative: Bool?

  /// Takes one known attribute.
  ///
  /// - Throws: `.damaged` where the value does not fit the code.
  mutating func take(_ code: AttributeCode, _ value: RawSpan) throws(ItemFault) {
    switch code {
    case .account: account = try Self.text(value, code)
    case .group:
      guard !value.isEmpty else { throw .damaged("agrp is empty") }
      group = try Self.text(value, code)
    case .created: created = try Self.time(value, code)
    case .creator: creator = try Self.number(value, code)
    case .kind: kind = try Self.text(value, code)
    case .generic: generic = value.array
    case .comment: comment = try Self.text(value, code)
    case .invisible: isInvisible = try Self.flag(value, code)
    case .label: label = try Self.text(value, code)
    case .modified: modified = try Self.time(value, code)
    case .negative: isNegative = try Self.flag(value, code)
    case .accessibility:
      guard let known = AccessibilityClass(value) else { throw .damaged("pdmn names no accessibility") }
      accessibility = known
    case .service: service = try Self.text(value, code)
    case .synchronizable: synchronizable = try Self.flag(value, code)
    case .type: type = try Self.number(value, code)
    }
  }

  /// The attributes, once all were taken.
  ///
  /// - Throws: `.damaged` where a required one is missing.
  func attributes(unknown: [ItemAttributes.Unknown]) throws(ItemFault) -> ItemAttributes {
    ItemAttributes(
      account: try Self.required(account, .account), service: try Self.required(service, .service),
      group: group,
      synchronizable: try Self.required(synchronizable, .synchronizable),
      accessibility: try Self.required(accessibility, .accessibility),
      created: try Self.required(created, .created),
      modified: try Self.required(modified, .modified), label: label, comment: comment, kind: kind,
      generic: generic,
      creator: creator, type: type, isInvisible: isInvisible, isNegative: isNegative, unknown: unknown)
  }

  private static func required<T>(_ value: T?, _ code: AttributeCode) throws(ItemFault) -> T {
    guard let value else { throw .damaged("\(code.name) is missing") }
    return value
  }

  private static func text(_ value: RawSpan, _ code: AttributeCode) throws(ItemFault) -> String {
    guard let text = ValidText.decode(value) else { throw .damaged("\(code.name) is not UTF-8") }
    return text
  }

  private static func flag(_ value: RawSpan, _ code: AttributeCode) throws(ItemFault) -> Bool {
    guard value.byteCount == 1, value.byte(0) <= 1 else { throw .damaged("\(code.name) is neither 0 nor 1") }
    return value.byte(0) == 1
  }

  private static func time(_ value: RawSpan, _ code: AttributeCode) throws(ItemFault) -> Int64 {
    guard value.byteCount == 8 else { throw .damaged("\(code.name) is not 8 bytes") }
    return value.littleEndian64(0)
  }

  private static func number(_ value: RawSpan, _ code: AttributeCode) throws(ItemFault) -> UInt32 {
    guard value.byteCount == 4 else { throw .damaged("\(code.name) is not 4 bytes") }
    return value.littleEndian32(0)
  }
}
