/// One item of the output of Apple's `security`, as it was printed.
struct SecurityRecord {
  /// The names of attributes: the four bytes as a number.
  enum Tag: UInt32 {
    case label = 7
    case account = 0x6163_6374
    case service = 0x7376_6365
    case comment = 0x6963_6D74
    case kind = 0x6465_7363
    case created = 0x6364_6174
    case modified = 0x6D64_6174
    case generic = 0x6765_6E61
    case creator = 0x6372_7472
    case type = 0x7479_7065
    case invisible = 0x696E_7669
    case negative = 0x6E65_6761
    case server = 0x7372_7672
    case port = 0x706F_7274
    case proto = 0x7074_636C
    case path = 0x7061_7468
    case domain = 0x7364_6D6E
  }

  /// The line of its `keychain:`, from 1.
  let line: Int
  /// The class; nil before its line was read.
  var itemClass: [UInt8]?
  /// Whether `attributes:` was read.
  var hasAttributes = false
  /// How many attributes stand there, absent ones included; none means that access was denied.
  var attributeCount = 0
  /// The attributes that are there.
  var attributes: [UInt32: [UInt8]] = [:]
  /// The lines of attributes that cannot be read, or stand twice; the tag is nil where not even that can.
  ///
  /// Items of other classes print numbers in a row, which nothing here needs.
  var malformed: [(tag: UInt32?, line: Int)] = []
  /// The value; nil where none was printed.
  var value: [UInt8]?

  /// The bytes of an attribute; nil where it is absent.
  subscript(tag: Tag) -> [UInt8]? { attributes[tag.rawValue] }

  /// A number of four bytes.
  func number(_ tag: Tag) -> UInt32? {
    guard let bytes = self[tag], bytes.count == 4 else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// One attribute's line.
  ///
  /// - Parameter line: The line, indented.
  /// - Returns: nil where it is none: the tag's number, and the value's text.
  static func attribute(_ line: ArraySlice<UInt8>) -> (tag: UInt32, value: ArraySlice<UInt8>)? {
    let text = line.drop(while: \.isBlank)
    // The tag is printed as values are; a quoted one has four characters, which may be any.
    let tagCount: Int
    if text.first == UInt8(ascii: "\"") {
      tagCount = 6
    } else {
      guard let bracket = text.firstIndex(of: UInt8(ascii: "<")) else { return nil }
      tagCount = bracket - text.startIndex
    }
    guard let tag = SecurityPrinting.bytes(text.prefix(tagCount)), tag.count == 4 else { return nil }
    let rest = text.dropFirst(tagCount).drop(while: \.isBlank)
    guard rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")),
      rest[(end + 1)...].first == UInt8(ascii: "=")
    else { return nil }
    return (tag.reduce(0) { $0 << 8 | UInt32($1) }, rest[(end + 2)...])
  }
}
