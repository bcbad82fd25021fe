import Ritsurin

/// Attribute dictionaries of `SecItemCopyMatching`: one, an array of them, or arrays by class.
enum SecItemReader: ForeignFormat {
  static let format = RKeychainExchangeFormat.secItem

  static func recognizes(_ input: ImportInput) -> Bool {
    if input.raw.starts(with: PropertyListReader.binaryMagic) { return true }
    if let json = input.json { return isTelling(json) }
    return input.xmlRoot?.isText("plist") ?? false
  }

  /// Whether JSON holds attribute dictionaries; only the first item is looked at.
  private static func isTelling(_ root: JSONValue) -> Bool {
    switch root {
    case .array(let values):
      guard case .object(let first)? = values.first else { return false }
      return first.members.contains { SecItemKey.isTelling($0.name) }
    case .object(let object):
      if object.members.contains(where: { SecItemKey.isTelling($0.name) }) { return true }
      guard case .array(let items)? = object["genp"] else { return false }
      return items.isEmpty || isTelling(.array(items)) || object["keybag-uuid"] != nil
    default: return false
    }
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let root: PropertyListValue
    let isJSON = input.beginsLikeJSON
    let isBinary = input.raw.starts(with: PropertyListReader.binaryMagic)
    if isJSON {
      root = SecItemValues.value(try input.requireJSON())
    } else {
      let bytes = isBinary ? input.raw : try input.requireText()
      do throws(PropertyListFault) {
        root = try PropertyListReader.read(bytes)
      } catch {
        throw RKeychainImportError(.decodingFailed, line: error.line, message: error.message)
      }
    }
    var builder = ImportBuilder(format, unit: isBinary ? .entry : .line)
    let form = SecItemMapper.Form(isJSON: isJSON, isDataBase64: options.isDataBase64)
    var number = 0
    for (itemClass, value) in try items(of: root) {
      number += 1
      guard case .dictionary(let item) = value else {
        builder.report(line: number, "an item must be a dictionary, not \(value.kindName)")
        continue
      }
      var mapper = SecItemMapper(
        item, itemClass: itemClass, form: form, options: options, line: item.line == 0 ? number : item.line)
      mapper.add(to: &builder)
    }
    return try builder.finish()
  }

  /// The items of a list, and the class that they stand under.
  private static func items(
    of root: PropertyListValue
  ) throws(RKeychainImportError) -> [(itemClass: [UInt8]?, value: PropertyListValue)] {
    switch root {
    case .array(let values): return values.map { (nil, $0) }
    case .dictionary(let dictionary):
      if dictionary.members.contains(where: { SecItemKey.isTelling($0.key) }) { return [(nil, root)] }
      if dictionary["$archiver"] != nil {
        throw RKeychainImportError(
          .unsupportedFormat, message: "this is an archive of objects: write the dictionaries themselves")
      }
      try refuseBackup(dictionary)
      var items: [(itemClass: [UInt8]?, value: PropertyListValue)] = []
      for (name, value) in dictionary.members {
        guard case .array(let values) = value else { continue }
        items += values.map { (name, $0) }
      }
      if !items.isEmpty || dictionary["genp"] != nil { return items }
    default: break
    }
    throw RKeychainImportError(
      .unknownFormat, message: "the property list or JSON holds no attribute dictionaries of keychain items")
  }

  /// Apple's backups have the same outline, but what stands there as values is ciphertext.
  private static func refuseBackup(_ dictionary: PropertyListDictionary) throws(RKeychainImportError) {
    var isBackup = dictionary["keybag-uuid"] != nil
    if case .array(let items)? = dictionary["genp"], case .dictionary(let first)? = items.first {
      isBackup = isBackup || first["v_PersistentRef"] != nil && first["svce"] == nil && first["acct"] == nil
    }
    guard isBackup else { return }
    throw RKeychainImportError(
      .unsupportedFormat,
      message: "this is a backup of a keychain, whose values only its device can decrypt: export items there")
  }
}
