/// Reads the XML form of property lists (`PropertyList-1.0.dtd`).
///
/// Text is kept as it stands, carriage returns too, as Apple's own reader does.
enum XMLPropertyList {
  /// Reads a whole list.
  ///
  /// - Parameter text: Valid UTF-8 without a byte order mark.
  /// - Throws: why it is none.
  /// - Complexity: linear.
  static func read(_ text: [UInt8]) throws(PropertyListFault) -> PropertyListValue {
    var reader = XMLReader(text, normalizesLineEnds: false)
    let root: XMLElement
    do throws(XMLFault) {
      root = try XMLElement.root(of: &reader)
    } catch {
      throw PropertyListFault(line: error.line, message: error.message)
    }
    guard root.tag.isNamed("plist") else { return try value(root) }
    try requireNoText(root)
    guard root.children.count == 1 else {
      throw PropertyListFault(line: root.tag.line, message: "a property list must hold one value")
    }
    return try value(root.children[0])
  }

  private static func value(_ element: XMLElement) throws(PropertyListFault) -> PropertyListValue {
    let tag = element.tag
    if tag.isNamed("dict") { return .dictionary(try dictionary(element)) }
    if tag.isNamed("array") {
      try requireNoText(element)
      var values: [PropertyListValue] = []
      for child in element.children { values.append(try value(child)) }
      return .array(values)
    }
    guard element.children.isEmpty else {
      throw PropertyListFault(line: tag.line, message: "an element holds elements where text must stand")
    }
    if tag.isNamed("string") { return .string(element.text) }
    if tag.isNamed("data") { return .data(try data(element)) }
    if tag.isNamed("date") { return .date(ForeignTime.iso(trimmed(element.text))) }
    if tag.isNamed("integer") { return integer(trimmed(element.text)) }
    if tag.isNamed("real") { return .other }
    if tag.isNamed("true") { return .bool(true) }
    if tag.isNamed("false") { return .bool(false) }
    throw PropertyListFault(line: tag.line, message: "an element is none of those of property lists")
  }

  private static func dictionary(
    _ element: XMLElement
  ) throws(PropertyListFault) -> PropertyListDictionary {
    try requireNoText(element)
    var members: [(key: [UInt8], value: PropertyListValue)] = []
    var children = element.children.makeIterator()
    while let key = children.next() {
      guard key.tag.isNamed("key"), key.children.isEmpty else {
        throw PropertyListFault(line: key.tag.line, message: "a key is missing in a dictionary")
      }
      guard let child = children.next() else {
        throw PropertyListFault(line: key.tag.line, message: "a key has no value")
      }
      members.append((key.text, try value(child)))
    }
    guard let dictionary = PropertyListDictionary(line: element.tag.line, members: members) else {
      throw PropertyListFault(line: element.tag.line, message: "a key stands twice in a dictionary")
    }
    return dictionary
  }

  private static func data(_ element: XMLElement) throws(PropertyListFault) -> [UInt8] {
    if let bytes = Base64Text.decode(element.text.filter { !$0.isBlank && !$0.isLineEnd }) { return bytes }
    throw PropertyListFault(line: element.tag.line, message: "data are not base64")
  }

  private static func integer(_ text: [UInt8]) -> PropertyListValue {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    guard 1...18 ~= digits.count, digits.allSatisfy(\.isASCIIDigit) else { return .other }
    let magnitude = digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    return .integer(isNegative ? -magnitude : magnitude)
  }

  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    Array(text.drop { $0.isBlank || $0.isLineEnd }.reversed().drop { $0.isBlank || $0.isLineEnd }.reversed())
  }

  private static func requireNoText(_ element: XMLElement) throws(PropertyListFault) {
    guard !element.text.allSatisfy({ $0.isBlank || $0.isLineEnd }) else { return }
    throw PropertyListFault(line: element.tag.line, message: "text stands where elements must stand")
  }
}
