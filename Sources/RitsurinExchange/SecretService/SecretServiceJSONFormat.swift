import Ritsurin

/// A JSON dump of a Secret Service: an object of collections, each an array of items.
enum SecretServiceJSONFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.secretServiceJSON

  static func recognizes(_ input: ImportInput) -> Bool {
    guard case .object(let root)? = input.json, !root.members.isEmpty else { return false }
    var hasItem = false
    for (_, value) in root.members {
      guard case .array(let items) = value else { return false }
      for item in items {
        guard case .object(let object) = item, case .object? = object["attributes"] else { return false }
        hasItem = true
      }
    }
    return hasItem
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    guard case .object(let root) = try input.requireJSON() else {
      throw RKeychainImportError(.decodingFailed, message: "the file is no JSON object")
    }
    var builder = ImportBuilder(format)
    for (name, value) in root.members {
      guard case .array(let items) = value else {
        builder.report(line: root.line, "a collection is no array")
        continue
      }
      let group = options.groupFromFolder ? String(decoding: name, as: UTF8.self) : nil
      for item in items {
        guard case .object(let object) = item else {
          builder.report(line: root.line, "an item is no object")
          continue
        }
        add(object, group: group.flatMap { $0.isEmpty ? nil : $0 }, to: &builder)
      }
    }
    return try builder.finish()
  }

  private static func add(_ object: JSONObject, group: String?, to builder: inout ImportBuilder) {
    let line = object.line
    var attributes = SecretServiceAttributes()
    if case .string(let schema)? = object["schema_name"] { attributes.schema = schema }
    if case .object(let pairs)? = object["attributes"] {
      for (name, value) in pairs.members {
        switch value {
        case .string(let text): attributes.pairs.append((name, text))
        case .integer(let number): attributes.pairs.append((name, Array(String(number).utf8)))
        default: return builder.report(line: line, "an attribute is neither text nor a whole number")
        }
      }
    }
    var label: [UInt8] = []
    if case .string(let text)? = object["label"] { label = text }
    switch object["secret"] {
    case .string(let secret)?:
      builder.add(
        label: label, attributes: attributes, value: secret, group: group,
        created: time(object, ["ctime", "created"], &builder),
        modified: time(object, ["mtime", "modified"], &builder), line: line)
    case nil, .null?: builder.skip(line: line, "there is no secret")
    default: builder.report(line: line, "\"secret\" must be a string")
    }
  }

  private static func time(
    _ object: JSONObject, _ names: [StaticString], _ builder: inout ImportBuilder
  ) -> Int64? {
    for name in names {
      switch object[name] {
      case nil, .null?: continue
      case .integer(let seconds)?:
        if let time = LooseTimes.seconds(seconds) { return time }
      default: break
      }
      builder.remark(line: object.line, "\"\(name)\" is no time in whole seconds, and left out")
      return nil
    }
    return nil
  }
}
