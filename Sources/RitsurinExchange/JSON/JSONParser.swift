/// A strict reader of JSON (RFC 8259) for files that may hold secrets.
///
/// It refuses what the readers of Foundation let pass: names that occur twice, halves of surrogate pairs,
/// numbers out of the grammar, commas at the end. Depth is bounded, and no message quotes the text.
///
/// - Precondition: The bytes are valid UTF-8; strings are copied, not checked again.
struct JSONParser {
  /// How deep arrays and objects may stand in each other.
  static let depthLimit = 32

  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int
  /// The current line, from 1.
  private(set) var line: Int

  /// Reads a part of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The part of it.
  ///   - line: The line on which the part begins.
  init(_ bytes: [UInt8], range: Range<Int>? = nil, line: Int = 1) {
    self.bytes = bytes
    self.position = range?.lowerBound ?? 0
    self.end = range?.upperBound ?? bytes.count
    self.line = line
  }

  /// Reads one value and what blanks surround it, up to the end.
  ///
  /// - Complexity: linear.
  mutating func parseWhole() throws(JSONFault) -> JSONValue {
    skipBlanks()
    let value = try parseValue(depth: 0)
    skipBlanks()
    guard position == end else { throw fault("there is more after the end of the value") }
    return value
  }

  // MARK: Arrays, one element at a time

  /// Reads the bracket that begins an array.
  mutating func beginArray() throws(JSONFault) {
    skipBlanks()
    guard take(UInt8(ascii: "[")) else { throw fault("an array must begin here") }
    skipBlanks()
  }

  /// Reads the next element of the outermost array.
  ///
  /// - Parameter isFirst: Whether none was read before.
  /// - Returns: nil at the array's end, after which nothing but blanks may stand.
  mutating func nextElement(isFirst: Bool) throws(JSONFault) -> JSONValue? {
    skipBlanks()
    if take(UInt8(ascii: "]")) {
      skipBlanks()
      guard position == end else { throw fault("there is more after the end of the array") }
      return nil
    }
    if !isFirst {
      guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the array is missing") }
      skipBlanks()
    }
    return try parseValue(depth: 1)
  }

  // MARK: Values

  private mutating func parseValue(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth <= Self.depthLimit else { throw fault("values are nested too deeply") }
    guard position < end else { throw fault("a value is missing") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try parseObject(depth: depth))
    case UInt8(ascii: "["): return try parseArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw fault("this is not JSON")
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONFault) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      skipBlanks()
      elements.append(try parseValue(depth: depth + 1))
      skipBlanks()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the array is missing") }
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONFault) -> JSONObject {
    let firstLine = line
    var members: [(name: [UInt8], value: JSONValue)] = []
    var names: Set<[UInt8]> = []
    position += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return JSONObject(line: firstLine, members: []) }
    while true {
      skipBlanks()
      guard position < end, bytes[position] == UInt8(ascii: "\"") else {
        throw fault("a name in quotes is missing")
      }
      let name = try parseString()
      guard names.insert(name).inserted else { throw fault("a name occurs twice in one object") }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing after a name") }
      skipBlanks()
      members.append((name, try parseValue(depth: depth + 1)))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return JSONObject(line: firstLine, members: members) }
      guard take(UInt8(ascii: ",")) else { throw fault("a comma or the end of the object is missing") }
    }
  }

  private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    for byte in "\(word)".utf8 {
      guard take(byte) else { throw fault("this is not JSON") }
    }
    return value
  }

  private mutating func parseNumber() throws(JSONFault) -> JSONValue {
    let isNegative = take(UInt8(ascii: "-"))
    var magnitude: UInt64? = 0
    let zeroFirst = position < end && bytes[position] == UInt8(ascii: "0")
    let digits = takeDigits { digit in
      guard let current = magnitude else { return }
      let (product, high) = current.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      magnitude = high || carry ? nil : sum
    }
    guard digits > 0, !zeroFirst || digits == 1 else { throw fault("a number is malformed") }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard takeDigits({ _ in }) > 0 else { throw fault("a number is malformed") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard takeDigits({ _ in }) > 0 else { throw fault("a number is malformed") }
    }
    guard isInteger, let magnitude, !(isNegative && magnitude == 0) else { return .number }
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return .number }
      return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map(JSONValue.integer) ?? .number
  }

  private mutating func takeDigits(_ each: (UInt8) -> Void) -> Int {
    let start = position
    while position < end, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] {
      each(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    return position - start
  }

  // MARK: Small steps

  private mutating func parseString() throws(JSONFault) -> [UInt8] {
    var scanner = JSONStringScanner(bytes, from: position, end: end)
    switch scanner.scan() {
    case .text(let text):
      position = scanner.position
      return text
    case .fault(let message, let isUnfinished):
      throw JSONFault(line: line, message: message, isUnfinished: isUnfinished)
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while position < end {
      switch bytes[position] {
      case 0x0A: line += 1
      case 0x20, 0x09, 0x0D: break
      default: return
      }
      position += 1
    }
  }

  private func fault(_ message: String) -> JSONFault {
    let isUnfinished = position >= end
    return JSONFault(
      line: line, message: isUnfinished ? "the text ends too early" : message, isUnfinished: isUnfinished)
  }
}
