import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ios keychain dump --json` of objection.
enum ObjectionFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.objection

  static func recognizes(_ input: ImportInput) -> Bool {
    guard case .array(let items)? = input.json, case .object(let first)? = items.first else { return false }
    return first["item_class"] != nil && (first["dataHex"] != nil || first["entitlement_group"] != nil)
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    guard case .array(let items) = try input.requireJSON() else {
      throw RKeychainImportError(.decodingFailed, message: "the file is no JSON array")
    }
    var builder = ImportBuilder(format)
    for item in items {
      guard case .object(let object) = item else {
        builder.report(line: nil, "an item is no object")
        continue
      }
      add(object, to: &builder)
    }
    return try builder.finish()
  }

  private static func add(_ object: JSONObject, to builder: inout ImportBuilder) {
    let line = object.line
    /// A text that is not empty: objection writes an empty one for what is not there.
    func text(_ name: StaticString) -> String? {
      guard case .string(let bytes)? = object[name], !bytes.isEmpty else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    let itemClass = text("item_class") ?? ""
    guard
      itemClass.utf8.elementsEqual("kSecClassGenericPassword".utf8)
        || itemClass.utf8.elementsEqual("genp".utf8)
    else { return builder.skip(line: line, "the item is no generic password") }
    guard let value = value(object, line, &builder) else { return }
    var accessibility = RKeychainAccessibility.afterFirstUnlock
    if let name = text("accessible_attribute") {
      if let known = Self.accessibility(named: name) {
        accessibility = known
      } else {
        builder.remark(line: line, "the accessibility is not known; afterFirstUnlock is taken")
      }
    }
    if let control = text("access_control"), !control.utf8.elementsEqual("None".utf8) {
      builder.remark(line: line, "access control (biometrics or the like) is not taken over")
    }
    let generic = text("generic").map { Data($0.utf8) }
    builder.add(
      RKeychainNewItem(
        service: text("service") ?? "", key: text("account") ?? "", accessGroup: text("entitlement_group"),
        accessibility: accessibility, label: text("label"), comment: text("comment"),
        kind: text("description"), generic: generic, value: value),
      created: time(object, "create_date", &builder), modified: time(object, "modification_date", &builder),
      line: line)
  }

  private static func value(
    _ object: JSONObject, _ line: Int, _ builder: inout ImportBuilder
  ) -> Data? {
    if case .string(let digits)? = object["dataHex"] {
      if let bytes = HexText.decode(digits) { return Data(bytes) }
      builder.report(line: line, "\"dataHex\" is not hexadecimal")
      return nil
    }
    guard case .string(let bytes)? = object["data"] else {
      builder.skip(line: line, "there is no secret")
      return nil
    }
    builder.remark(line: line, "the value is taken from \"data\", which cannot hold all bytes")
    return Data(bytes)
  }

  /// The accessibility of a constant's name, with or without `kSecAttrAccessible`.
  static func accessibility(named name: String) -> RKeychainAccessibility? {
    let bytes = Array(name.utf8)
    let short = bytes.after("kSecAttrAccessible") ?? bytes[...]
    return RKeychainAccessibility.allCases.first { known in
      var first = Array(known.rawValue.utf8)
      if let letter = first.first { first[0] = letter & ~0x20 }
      return short.elementsEqual(first)
    }
  }

  private static func time(
    _ object: JSONObject, _ name: StaticString, _ builder: inout ImportBuilder
  ) -> Int64? {
    guard case .string(let text)? = object[name], !text.isEmpty else { return nil }
    let time = LooseTimes.dateAndTime(text)
    if time == nil { builder.remark(line: object.line, "\"\(name)\" is no date, and left out") }
    return time
  }
}
