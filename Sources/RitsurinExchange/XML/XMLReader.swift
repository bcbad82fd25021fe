/// A strict reader of XML 1.0 for files that may hold secrets: it gives one event after the other.
///
/// A document type is passed over and never fetched; one with declarations inside is refused, so there are no
/// entities but the five that XML itself knows and those that name a scalar by its number. Depth is bounded,
/// and no message quotes the text.
///
/// - Precondition: The bytes are valid UTF-8 without a byte order mark.
struct XMLReader {
  /// How deep elements may stand in each other.
  static let depthLimit = 64
  /// How many attributes an element may have.
  static let attributeLimit = 64

  private let bytes: [UInt8]
  private let normalizesLineEnds: Bool
  private var position = 0
  private var open: [[UInt8]] = []
  private var hasRoot = false
  /// Whether the last start was that of an element without contents, whose end comes next.
  private var endsNext = false
  /// The current line, from 1.
  private(set) var line = 1

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - normalizesLineEnds: Whether CR LF and CR in text become LF, as XML demands. The property lists of
  ///     Apple's systems are written and read without that.
  init(_ bytes: [UInt8], normalizesLineEnds: Bool = true) {
    self.bytes = bytes
    self.normalizesLineEnds = normalizesLineEnds
  }

  /// The next event.
  ///
  /// - Returns: nil at the end of the document.
  /// - Throws: a fault where the text is not well-formed, or of a kind that is not read.
  /// - Complexity: linear in what is passed.
  mutating func next() throws(XMLFault) -> XMLEvent? {
    if endsNext {
      endsNext = false
      open.removeLast()
      return .end
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        if let text = try readText() { return .text(text) }
        continue
      }
      if let event = try readMarkup() { return event }
    }
    guard open.isEmpty else { throw fault("the text ends within an element") }
    guard hasRoot else { throw fault("there is no element") }
    return nil
  }

  // MARK: Text

  /// Text up to the next markup; nil where it stands outside of the root and is blank.
  private mutating func readText() throws(XMLFault) -> [UInt8]? {
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      try readCharacter(into: &text)
    }
    if !open.isEmpty { return text }
    guard text.allSatisfy(XMLText.isBlank) else { throw fault("text stands outside of the root element") }
    return nil
  }

  /// Reads one byte of text, or a reference.
  private mutating func readCharacter(into text: inout [UInt8]) throws(XMLFault) {
    switch bytes[position] {
    case 0: throw fault("U+0000 stands in the text")
    case UInt8(ascii: "&"): try readReference(into: &text)
    case 0x0D where normalizesLineEnds:
      position += 1
      if position < bytes.count, bytes[position] == 0x0A { return }
      text.append(0x0A)
    case let byte:
      if byte == 0x0A { line += 1 }
      text.append(byte)
      position += 1
    }
  }

  private mutating func readReference(into text: inout [UInt8]) throws(XMLFault) {
    let limit = min(bytes.count, position + 12)
    guard let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw fault("a reference has no end")
    }
    let name = bytes[(position + 1)..<end]
    position = end + 1
    guard let scalar = XMLText.scalar(ofReference: name), scalar.value != 0 else {
      throw fault("an entity is not one of XML's own; none is expanded")
    }
    text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
  }

  // MARK: Markup

  /// Reads what begins with `<`; nil where it says nothing.
  private mutating func readMarkup() throws(XMLFault) -> XMLEvent? {
    if take("<!--") {
      try skip(past: "-->", "a comment")
    } else if take("<![CDATA[") {
      guard !open.isEmpty else { throw fault("text stands outside of the root element") }
      return .text(try readCharacterData())
    } else if take("<?") {
      try readInstruction()
    } else if take("<!DOCTYPE") {
      try skipDocumentType()
    } else if take("</") {
      return try readEnd()
    } else {
      position += 1
      return .start(try readStart())
    }
    return nil
  }

  private mutating func readCharacterData() throws(XMLFault) -> [UInt8] {
    var text: [UInt8] = []
    while position < bytes.count {
      if take("]]>") { return text }
      if bytes[position] == UInt8(ascii: "&") {
        text.append(bytes[position])
        position += 1
      } else {
        try readCharacter(into: &text)
      }
    }
    throw fault("a CDATA section does not end")
  }

  /// Reads a processing instruction, of which only the declared encoding counts.
  private mutating func readInstruction() throws(XMLFault) {
    let start = position
    try skip(past: "?>", "a processing instruction")
    let text = bytes[start..<(position - 2)]
    guard text.starts(with: "xml".utf8), text.dropFirst(3).first.map(XMLText.isBlank) ?? true else { return }
    guard start == 2 else { throw fault("the XML declaration does not stand at the beginning") }
    guard let encoding = XMLText.encoding(in: Array(text)) else { return }
    guard ["utf-8", "utf8", "us-ascii", "ascii", "utf-16"].contains(encoding) else {
      throw fault("the text says that its encoding is neither UTF-8 nor UTF-16: convert it first")
    }
  }

  /// Passes a document type over; one that declares something itself is refused.
  private mutating func skipDocumentType() throws(XMLFault) {
    guard !hasRoot else { throw fault("a document type stands in the wrong place") }
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw fault("the document type has declarations of its own, which are not read")
      } else if byte == UInt8(ascii: ">") {
        return
      }
    }
    throw fault("the document type does not end")
  }

  // MARK: Tags

  private mutating func readStart() throws(XMLFault) -> XMLTag {
    guard !open.isEmpty || !hasRoot else { throw fault("there is more than one root element") }
    guard open.count < Self.depthLimit else { throw fault("elements are nested too deeply") }
    let firstLine = line
    let name = try readName()
    var attributes: [(name: [UInt8], value: [UInt8])] = []
    while true {
      let hadBlank = skipBlanks()
      let isEmpty = take("/>")
      if isEmpty || take(">") {
        hasRoot = true
        endsNext = isEmpty
        open.append(name)
        return XMLTag(name: name, attributes: attributes, line: firstLine)
      }
      guard hadBlank else { throw fault("a tag is malformed") }
      let attribute = try readAttribute()
      guard attributes.count < Self.attributeLimit else { throw fault("an element has too many attributes") }
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw fault("an attribute stands twice in one element")
      }
      attributes.append(attribute)
    }
  }

  private mutating func readAttribute() throws(XMLFault) -> (name: [UInt8], value: [UInt8]) {
    let name = try readName()
    _ = skipBlanks()
    guard take("=") else { throw fault("an attribute has no value") }
    _ = skipBlanks()
    guard position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { throw fault("the value of an attribute has no quotes") }
    let quote = bytes[position]
    position += 1
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      guard bytes[position] != UInt8(ascii: "<") else {
        throw fault("the value of an attribute is malformed")
      }
      if XMLText.isBlank(bytes[position]) {
        _ = skipOneBlank()
        value.append(0x20)
      } else {
        try readCharacter(into: &value)
      }
    }
    guard position < bytes.count else { throw fault("the value of an attribute does not end") }
    position += 1
    return (name, value)
  }

  private mutating func readEnd() throws(XMLFault) -> XMLEvent {
    let name = try readName()
    _ = skipBlanks()
    guard take(">") else { throw fault("a tag is malformed") }
    guard open.last == name else { throw fault("an end tag does not match its start tag") }
    open.removeLast()
    return .end
  }

  private mutating func readName() throws(XMLFault) -> [UInt8] {
    let start = position
    while position < bytes.count, XMLText.isName(bytes[position]) { position += 1 }
    let name = bytes[start..<position]
    guard let first = name.first, name.count <= 256, !(0x2D...0x39 ~= first) else {
      throw fault("a name is malformed")
    }
    return Array(name)
  }

  // MARK: Small steps

  private mutating func take(_ text: StaticString) -> Bool {
    guard bytes[position...].starts(with: text.description.utf8) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private mutating func skip(past end: StaticString, _ what: String) throws(XMLFault) {
    while position < bytes.count {
      if take(end) { return }
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
    throw fault("\(what) does not end")
  }

  /// Passes one blank over, CR LF as one.
  private mutating func skipOneBlank() -> Bool {
    guard position < bytes.count, XMLText.isBlank(bytes[position]) else { return false }
    if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
    if bytes[position] == 0x0A { line += 1 }
    position += 1
    return true
  }

  private mutating func skipBlanks() -> Bool {
    guard skipOneBlank() else { return false }
    while skipOneBlank() {}
    return true
  }

  private func fault(_ message: String) -> XMLFault {
    XMLFault(line: line, message: message)
  }
}
