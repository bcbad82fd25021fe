import Ritsurin

/// `allItems()` of KeychainAccess as JSON: an array of dictionaries whose values are strings.
///
/// Names and rules are those of ``SecItemReader``; only the marks by which it is recognised differ.
enum KeychainAccessReader: ForeignFormat {
  static let format = RKeychainExchangeFormat.keychainAccess

  static func recognizes(_ input: ImportInput) -> Bool {
    guard case .array(let values)? = input.json, case .object(let first)? = values.first else { return false }
    if case .string(let name)? = first["class"] {
      return name.isText("GenericPassword") || name.isText("InternetPassword")
    }
    return first["key"] != nil && first["account"] == nil
      && (first["service"] != nil || first["server"] != nil)
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    var builder = ImportBuilder(format)
    let values: [JSONValue]
    switch try input.requireJSON() {
    case .array(let elements): values = elements
    case let other: values = [other]
    }
    for (position, value) in values.enumerated() {
      guard case .dictionary(let item) = SecItemValues.value(value) else {
        builder.report(line: position + 1, "an item must be an object, not \(value.kindName)")
        continue
      }
      var mapper = SecItemMapper(
        item, itemClass: nil, form: .init(isJSON: true, isDataBase64: options.isDataBase64), options: options,
        line: item.line)
      mapper.add(to: &builder)
    }
    return try builder.finish()
  }
}
