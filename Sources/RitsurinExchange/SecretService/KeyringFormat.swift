import Ritsurin

/// A GNOME keyring that has no password, and so is kept as text.
enum KeyringFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.keyring

  /// One item, as its sections are read.
  private struct Item {
    let line: Int
    var label: [UInt8] = []
    var secret: [UInt8]?
    var created: Int64?
    var modified: Int64?
    var attributes: [(id: [UInt8], name: [UInt8], value: [UInt8])] = []
  }

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, input.json == nil else { return false }
    guard case .section(let name)? = INIText(text).lines.first?.content else { return false }
    return name.isText("keyring")
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    var reading = Reading()
    for line in INIText(try input.requireText()).lines { reading.take(line) }
    reading.finish(options)
    return try reading.builder.finish()
  }

  private struct Reading {
    var builder = ImportBuilder(format)
    var order: [[UInt8]] = []
    var items: [[UInt8]: Item] = [:]
    var keyring: [UInt8] = []
    var section: (item: [UInt8], attribute: [UInt8]?)?
    var isKeyring = false

    mutating func take(_ line: INIText.Line) {
      switch line.content {
      case .section(let name): begin(name, line.number)
      case .setting(let name, let value): set(name, value, line.number)
      case .continuation, .other:
        builder.report(
          line: line.number,
          "the line is no setting: a secret or label with a line end in it has damaged the keyring here")
      }
    }

    private mutating func begin(_ name: ArraySlice<UInt8>, _ number: Int) {
      isKeyring = name.isText("keyring")
      section = nil
      guard !isKeyring else { return }
      let (id, part) = name.split(atFirst: UInt8(ascii: ":")) ?? (name, [])
      guard !id.isEmpty, id.allSatisfy(\.isASCIIDigit) else { return }
      let key = Array(id)
      if part.isEmpty {
        guard items[key] == nil else { return builder.report(line: number, "an item stands there twice") }
        items[key] = Item(line: number)
        order.append(key)
        section = (key, nil)
      } else if part.begins(with: "attribute") {
        guard items[key] != nil else {
          return builder.report(line: number, "an attribute stands before its item")
        }
        items[key]?.attributes.append((Array(part), [], []))
        section = (key, Array(part))
      }
    }

    private mutating func set(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ number: Int) {
      if isKeyring, name.isText("display-name") { keyring = Self.unescaped(value) }
      guard let section else { return }
      if section.attribute != nil {
        guard var attribute = items[section.item]?.attributes.popLast() else { return }
        if name.isText("name") { attribute.name = Self.unescaped(value) }
        if name.isText("value") { attribute.value = Self.unescaped(value) }
        items[section.item]?.attributes.append(attribute)
        return
      }
      if name.isText("display-name") {
        items[section.item]?.label = Self.unescaped(value)
      } else if name.isText("secret") {
        if value.contains(UInt8(ascii: "\\")) {
          builder.remark(
            line: number, "the secret holds a backslash; it is taken as it stands, as it was written")
        }
        items[section.item]?.secret = Array(value)
      } else if name.isText("binary-secret") {
        guard let bytes = HexText.decode(value) else {
          return builder.report(line: number, "the binary secret is not hexadecimal")
        }
        items[section.item]?.secret = bytes
      } else if name.isText("ctime") {
        let time = time(value, number)
        items[section.item]?.created = time
      } else if name.isText("mtime") {
        let time = time(value, number)
        items[section.item]?.modified = time
      }
    }

    private mutating func time(_ value: ArraySlice<UInt8>, _ number: Int) -> Int64? {
      let time = value.trimmingBlanks.decimalNumber.flatMap(LooseTimes.seconds)
      if time == nil { builder.remark(line: number, "the date is none, and left out") }
      return time
    }

    /// The escapes of GLib's key files.
    private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
      var bytes: [UInt8] = []
      var rest = value.makeIterator()
      while let byte = rest.next() {
        guard byte == UInt8(ascii: "\\") else {
          bytes.append(byte)
          continue
        }
        switch rest.next() {
        case UInt8(ascii: "s")?: bytes.append(0x20)
        case UInt8(ascii: "n")?: bytes.append(0x0A)
        case UInt8(ascii: "t")?: bytes.append(0x09)
        case UInt8(ascii: "r")?: bytes.append(0x0D)
        case UInt8(ascii: "\\")?: bytes.append(byte)
        case let other?: bytes += [byte, other]
        case nil: bytes.append(byte)
        }
      }
      return bytes
    }

    mutating func finish(_ options: RKeychainImportOptions) {
      for id in order {
        guard let item = items[id] else { continue }
        guard let secret = item.secret else {
          builder.skip(line: item.line, "there is no secret")
          continue
        }
        var attributes = SecretServiceAttributes()
        attributes.pairs = item.attributes.map { ($0.name, $0.value) }
        if let schema = attributes["xdg:schema"] { attributes.schema = schema }
        let group = options.groupFromFolder ? ExactText.decode(keyring) : nil
        builder.add(
          label: item.label, attributes: attributes, value: secret,
          group: group.flatMap { $0.isEmpty ? nil : $0 }, created: item.created, modified: item.modified,
          line: item.line)
      }
    }
  }
}
