/// The attributes of an item, checked, and still lying where they were opened.
///
/// Texts and bytes are ranges in the opened bytes: who only compares them makes no text of them.
package struct AttributeFields {
  private var account: Range<Int>?
  private var service: Range<Int>?
  private var group: Range<Int>?
  private var synchronizable: Bool?
  private var accessibility: AccessibilityClass?
  private var created: Int64?
  private var modified: Int64?
  private var label: Range<Int>?
  private var comment: Range<Int>?
  private var kind: Range<Int>?
  private var generic: Range<Int>?
  private var creator: UInt32?
  private var type: UInt32?
  private var isInvisible: Bool?
  private var isNegative: Bool?
  private var unknown: [(code: Range<Int>, bytes: Range<Int>)] = []

  /// The attributes that a reader compares.
  package struct Names {
    /// Where the account stands.
    package let account: Range<Int>
    /// Where the service stands.
    package let service: Range<Int>
    /// Where the access group stands; nil where there is none.
    package let group: Range<Int>?
    /// Whether this is the synchronizable variant.
    package let synchronizable: Bool
    /// When the value is readable.
    package let accessibility: AccessibilityClass
  }

  /// Goes through the unpadded attributes once.
  ///
  /// - Parameter bytes: What was sealed, without its padding.
  /// - Throws: `.damaged`, saying which attribute and what, without quoting its value. UTF-8 is checked by
  ///   what follows.
  /// - Complexity: O(attributes); allocates only for unknown ones.
  package init(parsing bytes: RawSpan) throws(ItemFault) {
    var previous: UInt32 = 0
    var offset = 0
    while offset < bytes.byteCount {
      guard bytes.byteCount - offset >= 8 else { throw .damaged("half an attribute") }
      for index in offset..<offset + 4 where !Self.isCodeByte(bytes.byte(index)) {
        throw .damaged("the code of an attribute")
      }
      // The order of big-endian numbers is that of the codes' bytes; no code is 0.
      let number = bytes.bigEndian32(offset)
      guard number > previous else { throw .damaged("the order of the attributes") }
      previous = number
      let count = Int(clamping: bytes.littleEndian32(offset + 4))
      let start = offset + 8
      guard count <= bytes.byteCount - start else { throw .damaged("the length of an attribute") }
      if let code = AttributeCode(rawValue: number) {
        try take(code, start..<start + count, in: bytes)
      } else {
        unknown.append((offset..<offset + 4, start..<start + count))
      }
      offset = start + count
    }
  }

  private static func isCodeByte(_ byte: UInt8) -> Bool {
    ASCII.isLower(byte) || ASCII.isUpper(byte) || ASCII.isDigit(byte)
  }

  /// Takes one known attribute.
  ///
  /// - Throws: `.damaged` where the value does not fit the code.
  private mutating func take(
    _ code: AttributeCode, _ range: Range<Int>, in bytes: RawSpan
  ) throws(ItemFault) {
    let value = bytes.extracting(range)
    switch code {
    case .account: account = range
    case .group:
      guard !range.isEmpty else { throw .damaged("agrp is empty") }
      group = range
    case .created: created = try Self.time(value, code)
    case .creator: creator = try Self.number(value, code)
    case .kind: kind = range
    case .generic: generic = range
    case .comment: comment = range
    case .invisible: isInvisible = try Self.flag(value, code)
    case .label: label = range
    case .modified: modified = try Self.time(value, code)
    case .negative: isNegative = try Self.flag(value, code)
    case .accessibility:
      guard let known = AccessibilityClass(value) else { throw .damaged("pdmn names no accessibility") }
      accessibility = known
    case .service: service = range
    case .synchronizable: synchronizable = try Self.flag(value, code)
    case .type: type = try Self.number(value, code)
    }
  }

  /// The attributes, once all required ones and their UTF-8 were checked.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that were parsed.
  ///   - known: The service, where the caller found that it has the bytes of this text; saves another one.
  /// - Throws: `.damaged`.
  package func attributes(
    in bytes: RawSpan, service known: String? = nil
  ) throws(ItemFault) -> ItemAttributes {
    let account = try Self.required(account, .account)
    let place = try Self.required(service, .service)
    let service = if let known { known } else { try Self.text(place, .service, in: bytes) as String }
    return ItemAttributes(
      account: try Self.text(account, .account, in: bytes),
      service: service,
      group: try Self.text(group, .group, in: bytes),
      synchronizable: try Self.required(synchronizable, .synchronizable),
      accessibility: try Self.required(accessibility, .accessibility),
      created: try Self.required(created, .created),
      modified: try Self.required(modified, .modified),
      label: try Self.text(label, .label, in: bytes), comment: try Self.text(comment, .comment, in: bytes),
      kind: try Self.text(kind, .kind, in: bytes), generic: generic.map { bytes.extracting($0).array },
      creator: creator, type: type, isInvisible: isInvisible, isNegative: isNegative,
      unknown: unknown.map {
        ItemAttributes.Unknown(
          code: bytes.extracting($0.code).array, bytes: bytes.extracting($0.bytes).array)
      })
  }

  /// What a reader compares, once everything was checked as for `attributes(in:)`; allocates nothing.
  ///
  /// - Parameter bytes: The bytes that were parsed.
  /// - Throws: `.damaged`.
  package func names(in bytes: RawSpan) throws(ItemFault) -> Names {
    try Self.check(account, .account, in: bytes)
    try Self.check(service, .service, in: bytes)
    try Self.check(group, .group, in: bytes)
    try Self.check(label, .label, in: bytes)
    try Self.check(comment, .comment, in: bytes)
    try Self.check(kind, .kind, in: bytes)
    _ = try Self.required(created, .created)
    _ = try Self.required(modified, .modified)
    return Names(
      account: try Self.required(account, .account), service: try Self.required(service, .service),
      group: group, synchronizable: try Self.required(synchronizable, .synchronizable),
      accessibility: try Self.required(accessibility, .accessibility))
  }

  /// Whether there is a code that this version does not know.
  package var hasUnknownCode: Bool { !unknown.isEmpty }

  private static func required<T>(_ value: T?, _ code: AttributeCode) throws(ItemFault) -> T {
    guard let value else { throw .damaged("\(code.name) is missing") }
    return value
  }

  private static func text(
    _ range: Range<Int>, _ code: AttributeCode, in bytes: RawSpan
  ) throws(ItemFault) -> String {
    guard let text = ValidText.decode(bytes.extracting(range)) else { throw notText(code) }
    return text
  }

  private static func text(
    _ range: Range<Int>?, _ code: AttributeCode, in bytes: RawSpan
  ) throws(ItemFault) -> String? {
    guard let range else { return nil }
    let text: String = try text(range, code, in: bytes)
    return text
  }

  private static func check(
    _ range: Range<Int>?, _ code: AttributeCode, in bytes: RawSpan
  ) throws(ItemFault) {
    if let range, !ValidText.isValid(bytes.extracting(range)) { throw notText(code) }
  }

  private static func notText(_ code: AttributeCode) -> ItemFault { .damaged("\(code.name) is not UTF-8") }

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
