extension ItemAttributes {
  /// Decodes the unpadded attributes, in one pass.
  ///
  /// - Throws: `.damaged`, saying which attribute and what.
  /// - Complexity: O(bytes).
  package static func decode(_ bytes: RawSpan) throws(ItemFault) -> ItemAttributes {
    var fields = Fields()
    var offset = 0
    var previous: UInt32?
    while offset < bytes.byteCount {
      guard bytes.byteCount - offset >= 8 else { throw .damaged("half an attribute") }
      let code = bytes.extracting(offset..<offset + 4)
      // Big-endian order of the code is its order by bytes.
      let number = UInt32(bigEndian: unsafe code.unsafeLoadUnaligned(as: UInt32.self))
      for index in 0..<4 {
        let byte = code.byte(index)
        guard ASCII.isLower(byte) || ASCII.isUpper(byte) || ASCII.isDigit(byte) else {
          throw .damaged("an attribute's code")
        }
      }
      if let previous, previous >= number { throw .damaged("the order of the attributes") }
      previous = number
      let count = Int(bytes.littleEndian32(offset + 4))
      guard count <= bytes.byteCount - offset - 8 else { throw .damaged("the length of an attribute") }
      try fields.take(number, code: code, value: bytes.extracting(offset + 8..<offset + 8 + count))
      offset += 8 + count
    }
    return try fields.attributes()
  }

  private struct Fields {
    var account: String?
    var service: String?
    var group: String?
    var synchronizable: Bool?
    var accessibility: AccessibilityClass?
    var created: Int64?
    var modified: Int64?
    var label: String?
    var comment: String?
    var kind: String?
    var generic: [UInt8]?
    var creator: UInt32?
    var type: UInt32?
    var isInvisible: Bool?
    var isNegative: Bool?
    var unknown: [Unknown] = []

    mutating func take(_ number: UInt32, code: RawSpan, value: RawSpan) throws(ItemFault) {
      switch number {
      case Code.account: account = try text(value, "acct")
      case Code.service: service = try text(value, "svce")
      case Code.group:
        guard value.byteCount > 0 else { throw .damaged("agrp is empty") }
        group = try text(value, "agrp")
      case Code.synchronizable: synchronizable = try flag(value, "sync")
      case Code.accessibility:
        guard let known = AccessibilityClass(value) else { throw .damaged("pdmn names no accessibility") }
        accessibility = known
      case Code.created: created = try date(value, "cdat")
      case Code.modified: modified = try date(value, "mdat")
      case Code.label: label = try text(value, "labl")
      case Code.comment: comment = try text(value, "icmt")
      case Code.kind: kind = try text(value, "desc")
      case Code.generic: generic = value.array
      case Code.creator: creator = try number32(value, "crtr")
      case Code.type: type = try number32(value, "type")
      case Code.invisible: isInvisible = try flag(value, "invi")
      case Code.negative: isNegative = try flag(value, "nega")
      default: unknown.append(Unknown(code: code.array, bytes: value.array))
      }
    }

    func attributes() throws(ItemFault) -> ItemAttributes {
      guard let account else { throw .damaged("acct is missing") }
      guard let created else { throw .damaged("cdat is missing") }
      guard let modified else { throw .damaged("mdat is missing") }
      guard let accessibility else { throw .damaged("pdmn is missing") }
      guard let service else { throw .damaged("svce is missing") }
      guard let synchronizable else { throw .damaged("sync is missing") }
      return ItemAttributes(
        account: account, service: service, group: group, synchronizable: synchronizable, accessibility: accessibility,
        created: created, modified: modified, label: label, comment: comment, kind: kind, generic: generic,
        creator: creator, type: type, isInvisible: isInvisible, isNegative: isNegative, unknown: unknown)
    }

    private func text(_ value: RawSpan, _ name: String) throws(ItemFault) -> String {
      guard let text = ValidText.decode(value) else { throw .damaged("\(name) is not UTF-8") }
      return text
    }

    private func flag(_ value: RawSpan, _ name: String) throws(ItemFault) -> Bool {
      guard value.byteCount == 1, value.byte(0) <= 1 else { throw .damaged("\(name) is neither 0 nor 1") }
      return value.byte(0) == 1
    }

    private func date(_ value: RawSpan, _ name: String) throws(ItemFault) -> Int64 {
      guard value.byteCount == 8 else { throw .damaged("\(name) is not 8 bytes") }
      return value.littleEndian64(0)
    }

    private func number32(_ value: RawSpan, _ name: String) throws(ItemFault) -> UInt32 {
      guard value.byteCount == 4 else { throw .damaged("\(name) is not 4 bytes") }
      return value.littleEndian32(0)
    }
  }

  /// The codes known, as big-endian numbers of their four characters.
  private enum Code {
    static let account = code("acct")
    static let service = code("svce")
    static let group = code("agrp")
    static let synchronizable = code("sync")
    static let accessibility = code("pdmn")
    static let created = code("cdat")
    static let modified = code("mdat")
    static let label = code("labl")
    static let comment = code("icmt")
    static let kind = code("desc")
    static let generic = code("gena")
    static let creator = code("crtr")
    static let type = code("type")
    static let invisible = code("invi")
    static let negative = code("nega")

    private static func code(_ text: StaticString) -> UInt32 {
      text.withUTF8Buffer { bytes in unsafe bytes.reduce(0) { $0 << 8 | UInt32($1) } }
    }
  }
}
