/// A value in the text form of GLib's variants, as `gdbus` prints it; types are not told apart where the tool
/// does not need it.
enum GVariantText {
  case text([UInt8])
  case number(Int64)
  case bool(Bool)
  /// Arrays and tuples.
  case list([GVariantText])
  case map([(key: GVariantText, value: GVariantText)])

  /// How deep values may stand in each other.
  private static let depthLimit = 32

  /// Reads one value that is the whole text.
  ///
  /// - Returns: nil where it is none.
  init?(_ bytes: [UInt8]) {
    var parser = Parser(bytes: bytes)
    guard let value = parser.value(0), parser.isAtEnd else { return nil }
    self = value
  }

  /// The members of a map whose keys are texts; nil for other values.
  subscript(name: StaticString) -> GVariantText? {
    guard case .map(let members) = self else { return nil }
    let found = members.first { member in
      guard case .text(let key) = member.key else { return false }
      return key.elementsEqual("\(name)".utf8)
    }
    return found?.value
  }

  private struct Parser {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool {
      mutating get {
        skipBlanks()
        return position == bytes.count
      }
    }

    private mutating func skipBlanks() {
      while position < bytes.count, [0x20, 0x0A, 0x09, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
      position += 1
      return true
    }

    mutating func value(_ depth: Int) -> GVariantText? {
      guard depth < depthLimit else { return nil }
      skipBlanks()
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): return string()
      case UInt8(ascii: "<"):
        position += 1
        guard let inner = value(depth + 1), take(">") else { return nil }
        return inner
      case UInt8(ascii: "["): return list("]", depth)
      case UInt8(ascii: "("): return list(")", depth)
      case UInt8(ascii: "{"): return map(depth)
      case UInt8(ascii: "@"):
        // A type, and then the value.
        while position < bytes.count, bytes[position] != 0x20 { position += 1 }
        return value(depth + 1)
      default: return word(depth)
      }
    }

    private mutating func list(_ end: Unicode.Scalar, _ depth: Int) -> GVariantText? {
      position += 1
      var elements: [GVariantText] = []
      while !take(end) {
        if !elements.isEmpty {
          guard take(",") else { return nil }
          // A tuple of one has a comma at its end.
          if take(end) { break }
        }
        guard let element = value(depth + 1) else { return nil }
        elements.append(element)
      }
      return .list(elements)
    }

    private mutating func map(_ depth: Int) -> GVariantText? {
      position += 1
      var members: [(key: GVariantText, value: GVariantText)] = []
      while !take("}") {
        if !members.isEmpty {
          guard take(",") else { return nil }
        }
        guard let key = value(depth + 1), take(":"), let value = value(depth + 1) else { return nil }
        members.append((key, value))
      }
      return .map(members)
    }

    /// A number, a truth value, or the name of a type before a value.
    private mutating func word(_ depth: Int) -> GVariantText? {
      let start = position
      while position < bytes.count, !", >])}:".utf8.contains(bytes[position]) { position += 1 }
      let word = bytes[start..<position]
      if word.elementsEqual("true".utf8) { return .bool(true) }
      if word.elementsEqual("false".utf8) { return .bool(false) }
      let text = String(decoding: word, as: UTF8.self)
      if let number = Int64(text) { return .number(number) }
      if word.starts(with: "0x".utf8), let number = Int64(text.dropFirst(2), radix: 16) {
        return .number(number)
      }
      let types = [
        "uint64", "int64", "uint32", "int32", "uint16", "int16", "byte", "objectpath", "signature",
      ]
      guard types.contains(text) else { return nil }
      return value(depth + 1)
    }

    private mutating func string() -> GVariantText? {
      let quote = bytes[position]
      position += 1
      var text: [UInt8] = []
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == quote { return .text(text) }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard position < bytes.count else { return nil }
        let escape = bytes[position]
        position += 1
        switch escape {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
          let count = escape == UInt8(ascii: "u") ? 4 : 8
          let digits = String(decoding: bytes[position...].prefix(count), as: UTF8.self)
          guard digits.utf8.count == count, let number = UInt32(digits, radix: 16),
            let scalar = Unicode.Scalar(number)
          else { return nil }
          text.append(contentsOf: String(scalar).utf8)
          position += count
        default: text.append(escape)
        }
      }
      return nil
    }
  }
}
