import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes an item of an attribute dictionary.
struct SecItemMapper {
  /// How the dictionary was written.
  struct Form {
    /// Whether strings may stand for what property lists have types for.
    let isJSON: Bool
    /// Whether strings of JSON that stand for data are base64.
    let isDataBase64: Bool
  }

  private let line: Int
  private let itemClass: [UInt8]?
  private let form: Form
  private let options: RKeychainImportOptions
  private var values: [SecItemKey: PropertyListValue] = [:]
  private var isAmbiguous = false
  /// What was not taken over.
  private var lost: [String] = []

  /// - Parameters:
  ///   - item: The dictionary.
  ///   - itemClass: The class that it stands under, where it does.
  ///   - form: How it was written.
  ///   - options: What is imported.
  ///   - line: Its line, or its number in forms without lines.
  init(
    _ item: PropertyListDictionary, itemClass: [UInt8]?, form: Form, options: RKeychainImportOptions,
    line: Int
  ) {
    self.line = line
    self.itemClass = itemClass
    self.form = form
    self.options = options
    for (name, value) in item.members {
      guard let key = SecItemKey.named(name) else { continue }
      if values.updateValue(value, forKey: key) != nil { isAmbiguous = true }
    }
  }

  /// Adds the item, or says why there is none.
  mutating func add(to builder: inout ImportBuilder) {
    guard !isAmbiguous else {
      return builder.report(line: line, "an attribute stands twice, under two of its names")
    }
    guard let isInternet else {
      return builder.skip(line: line, "neither a generic nor an internet password")
    }
    if number(.tombstone).map({ $0 != 0 }) ?? false {
      return builder.skip(line: line, "a deleted item")
    }
    guard !isInternet || options.include.contains(.internet) else {
      return builder.skip(line: line, "an internet password; --include internet imports it")
    }
    guard values[.value] != nil else { return builder.skip(line: line, "the item has no value") }
    guard let value = data(.value) else {
      return builder.report(line: line, "the item's value is neither data nor text")
    }
    guard let names = names(isInternet: isInternet) else {
      return builder.skip(line: line, "refused: the service or the account is not UTF-8")
    }
    let item = RKeychainNewItem(
      service: names.service, key: names.account, accessGroup: group, synchronizable: isSynchronizable,
      accessibility: accessibility(), label: text(.label, "label"), comment: text(.comment, "comment"),
      kind: text(.kind, "kind"), generic: generic(), creator: code(.creator, "creator"),
      type: code(.type, "type"), isInvisible: flag(.invisible), isNegative: flag(.negative),
      value: Data(value))
    let (created, modified) = (date(.created, "creation date"), date(.modified, "modification date"))
    if values[.control] != nil { lost.append("access control (such as biometry)") }
    if isInternet, [SecItemKey.proto, .path, .domain].contains(where: { values[$0] != nil }) {
      lost.append("protocol, path and security domain")
    }
    for what in lost { builder.remark(line: line, "left out: \(what)") }
    builder.add(item, created: created, modified: modified, line: line)
  }

  // MARK: Class and names

  /// nil for keys, certificates and what else there may be.
  private var isInternet: Bool? {
    guard let name = values[.itemClass].flatMap(Self.text) ?? itemClass else {
      return values[.service] == nil && values[.server] != nil
    }
    if name.isText("genp") || name.isText("kSecClassGenericPassword") || name.isText("GenericPassword") {
      return false
    }
    if name.isText("inet") || name.isText("kSecClassInternetPassword") || name.isText("InternetPassword") {
      return true
    }
    return nil
  }

  private func names(isInternet: Bool) -> (service: String, account: String)? {
    guard let account = name(.account), var service = name(isInternet ? .server : .service) else {
      return nil
    }
    if isInternet, let port = number(.port), port != 0 { service += ":\(port)" }
    return (service, account)
  }

  /// The text of a name; nil where it is not UTF-8.
  private func name(_ key: SecItemKey) -> String? {
    guard let value = values[key] else { return "" }
    if case .integer(let number) = value { return String(number) }
    return Self.text(value).flatMap { ExactText.decode($0) }
  }

  private var group: String? {
    guard let name = values[.group].flatMap(Self.text), !name.isEmpty else { return nil }
    return ExactText.decode(name)
  }

  // MARK: Values

  /// The bytes of a string or of data.
  private static func text(_ value: PropertyListValue) -> [UInt8]? {
    switch value {
    case .string(let text): text
    case .data(let bytes): bytes
    case .array(let values): SecItemValues.bytes(values)
    default: nil
    }
  }

  private func data(_ key: SecItemKey) -> [UInt8]? {
    guard let value = values[key] else { return nil }
    if form.isJSON, form.isDataBase64, case .string(let text) = value { return Base64Text.decode(text) }
    return Self.text(value)
  }

  private func number(_ key: SecItemKey) -> Int64? {
    switch values[key] {
    case .integer(let number): number
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): text.decimalNumber ?? (text.isTextIgnoringCase("true") ? 1 : nil)
    default: nil
    }
  }

  private func flag(_ key: SecItemKey) -> Bool? { number(key).map { $0 != 0 } }

  private var isSynchronizable: Bool { flag(.synchronizable) ?? false }

  // MARK: Attributes that may be lost

  private mutating func text(_ key: SecItemKey, _ what: String) -> String? {
    guard let value = values[key] else { return nil }
    if let text = Self.text(value).flatMap({ ExactText.decode($0) }) { return text }
    lost.append("the \(what), which is not UTF-8")
    return nil
  }

  private mutating func generic() -> Data? {
    guard values[.generic] != nil else { return nil }
    if let bytes = data(.generic) { return Data(bytes) }
    lost.append("the generic attribute, which is not data")
    return nil
  }

  /// A four-character code, as a number of either sign or as its characters.
  private mutating func code(_ key: SecItemKey, _ what: String) -> UInt32? {
    switch values[key] {
    case nil: return nil
    case .integer(let number):
      if let code = UInt32(exactly: number) { return code }
      if let code = Int32(exactly: number) { return UInt32(bitPattern: code) }
    case .string(let text) where text.count == 4, .data(let text) where text.count == 4:
      return text.reduce(0) { $0 << 8 | UInt32($1) }
    default: break
    }
    lost.append("the \(what), which is no code of four characters")
    return nil
  }

  private mutating func date(_ key: SecItemKey, _ what: String) -> Int64? {
    switch values[key] {
    case nil: return nil
    case .date(let time?): return time
    case .string(let text):
      if let time = ForeignTime.iso(text) { return time }
    case .integer(let seconds):
      if let time = ForeignTime.since1970(seconds, unit: 1_000_000) { return time }
    default: break
    }
    lost.append("the \(what), which is no time")
    return nil
  }

  private mutating func accessibility() -> RKeychainAccessibility {
    guard let value = values[.accessibility] else { return .afterFirstUnlock }
    if let name = Self.text(value), let known = Self.accessibility(name) { return known }
    lost.append("the accessibility, which has no equal; the value may be read after the first unlock")
    return .afterFirstUnlock
  }

  private static func accessibility(_ name: [UInt8]) -> RKeychainAccessibility? {
    let prefix = Array("kSecAttrAccessible".utf8)
    let short = name.starts(with: prefix) ? Array(name.dropFirst(prefix.count)) : name
    return RKeychainAccessibility.allCases.first {
      $0.code.utf8.elementsEqual(name)
        || short.count == $0.rawValue.utf8.count
          && short.map(\.asciiLowercase).elementsEqual($0.rawValue.utf8.map(\.asciiLowercase))
    }
  }
}
