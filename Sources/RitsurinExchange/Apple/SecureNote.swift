/// The value of a secure note of macOS: a property list with its text, and the same with formatting.
struct SecureNote {
  /// The text.
  let text: [UInt8]
  /// Whether there is a formatted form, too.
  let isFormatted: Bool

  /// Reads a value.
  ///
  /// Only the text must be in order: the formatted form is not looked at.
  ///
  /// - Returns: nil where the value has another form.
  init?(_ value: [UInt8]) {
    if value.starts(with: PropertyListReader.binaryMagic) {
      guard let list = try? PropertyListReader.read(value), case .dictionary(let note) = list,
        case .string(let text)? = note["NOTE"]
      else { return nil }
      self.text = text
      isFormatted = note["RTFD"] != nil
      return
    }
    guard UTF8Check.firstInvalid(in: value) == nil else { return nil }
    var reader = XMLReader(value, normalizesLineEnds: false)
    guard let root = try? XMLElement.root(of: &reader), root.tag.isNamed("plist"), let note = root["dict"],
      let text = Self.value(of: "NOTE", in: note), text.tag.isNamed("string"), text.children.isEmpty
    else { return nil }
    self.text = text.text
    isFormatted = Self.value(of: "RTFD", in: note) != nil
  }

  /// The element after a key.
  private static func value(of key: StaticString, in dictionary: XMLElement) -> XMLElement? {
    let children = dictionary.children
    guard let position = children.firstIndex(where: { $0.tag.isNamed("key") && $0.text.isText(key) }),
      position + 1 < children.count
    else { return nil }
    return children[position + 1]
  }
}
