import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `security item` of Apple's devices: lines of a padded name, ` : ` and a value, and `====` after an item.
///
/// Text is printed raw, so a line that is no attribute continues the one before.
enum SecurityItemReader: ForeignFormat {
  static let format = RKeychainExchangeFormat.securityItem

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, !input.beginsLikeJSON else { return false }
    var (hasName, hasEnd) = (false, false)
    for line in TextLines(text) {
      if let name = attribute(text[line.range])?.name {
        hasName = hasName || name.isText("acct") || name.isText("svce") || name.isText("v_Data")
      }
      hasEnd = hasEnd || text[line.range].isText("====")
      if hasName, hasEnd { return true }
    }
    return false
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = try input.requireText()
    var builder = ImportBuilder(format)
    var members: [(key: [UInt8], value: [UInt8])] = []
    var firstLine = 1
    for line in TextLines(text) {
      let bytes = text[line.range]
      if bytes.isText("====") {
        add(members, line: firstLine, options: options, to: &builder)
        members = []
      } else if let (name, value) = attribute(bytes) {
        if members.isEmpty { firstLine = line.number }
        members.append((Array(name), Array(value)))
      } else if !members.isEmpty {
        members[members.count - 1].value += [0x0A] + bytes
      } else if !bytes.isEmpty {
        builder.report(line: line.number, "this is no attribute of the security tool")
      }
    }
    if !members.isEmpty { builder.report(line: firstLine, "an item does not end: the text was cut") }
    return try builder.finish()
  }

  /// A name of at most ten bytes, padded to ten, and what follows ` : `.
  private static func attribute(
    _ line: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    guard let mark = line.prefix(64).firstPosition(of: " : ") else { return nil }
    let name = line[..<mark].trimmingBlanks
    guard name.count >= 4, name.startIndex == line.startIndex, mark - line.startIndex == max(10, name.count),
      name.allSatisfy(isNameByte)
    else { return nil }
    return (name, line[(mark + 3)...])
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
  }

  private static func add(
    _ members: [(key: [UInt8], value: [UInt8])], line: Int, options: RKeychainImportOptions,
    to builder: inout ImportBuilder
  ) {
    var values: [(key: [UInt8], value: PropertyListValue)] = []
    for (key, text) in members {
      guard let value = value(text, of: SecItemKey.named(key)) else {
        return builder.report(line: line, "an attribute of the item is malformed")
      }
      values.append((key, value))
    }
    guard let item = PropertyListDictionary(line: line, members: values) else {
      return builder.report(line: line, "an attribute stands twice in one item, or its text is ambiguous")
    }
    var mapper = SecItemMapper(
      item, itemClass: nil, form: .init(isJSON: false, isDataBase64: false), options: options, line: line)
    mapper.add(to: &builder)
  }

  private static func value(_ text: [UInt8], of key: SecItemKey?) -> PropertyListValue? {
    switch key {
    case .value, .generic: return data(text).map { .data($0) }
    case .created, .modified: return .date(ForeignTime.iso(text))
    case .synchronizable, .tombstone, .invisible, .negative, .port:
      return text.decimalNumber.map { .integer($0) }
    case .creator, .type: return text.decimalNumber.map { .integer($0) } ?? .string(text)
    default: return .string(text)
    }
  }

  /// The last word, hexadecimal, of `/text/ HEX`, `not printable HEX` or `HEX`.
  private static func data(_ text: [UInt8]) -> [UInt8]? {
    let digits = text.reversed().prefix { $0 != 0x20 }.reversed()
    return HexText.decode(Array(digits))
  }
}
