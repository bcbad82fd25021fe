/// Reads the output of `security dump-keychain` and `security find-generic-password -g`, line by line.
struct SecurityDumpParser {
  private enum Expectation {
    case anything
    /// The line after `data:`.
    case value
    /// The line after `raw data:`, which is ciphertext.
    case ciphertext
  }

  /// The items, in the order of the text.
  private(set) var records: [SecurityRecord] = []
  /// What is wrong.
  private(set) var problems: [(line: Int, message: String)] = []
  /// What was passed over, or taken with a doubt.
  private(set) var remarks: [(line: Int?, message: String)] = []
  /// Whether a value stood anywhere.
  private(set) var hasValues = false

  private let text: [UInt8]
  private var expectation = Expectation.anything
  /// Whether `password:` lines come before their items, because one stands before all items.
  private var passwordsComeFirst: Bool?
  private var pendingPassword: [UInt8]?
  /// The line of an access list, after which nothing can be trusted: descriptions are printed raw.
  private var accessLine: Int?
  private var messageCount = 0
  private var isForged = false

  /// Reads a whole text.
  ///
  /// - Parameter text: Valid UTF-8.
  /// - Complexity: linear.
  init(_ text: [UInt8]) {
    self.text = text
    for line in TextLines(text) { read(text[line.range], number: line.number) }
    if case .value = expectation { report(records.last?.line ?? 1, "the value after \"data:\" is missing") }
    if pendingPassword != nil {
      report(nil, "a \"password:\" stands alone, without the item that it belongs to")
    }
    if messageCount > 0 {
      let lines = messageCount == 1 ? "1 message" : "\(messageCount) messages"
      remarks.append((nil, "\(lines) of the security tool passed over"))
    }
  }

  private mutating func report(_ line: Int?, _ message: String) {
    problems.append((line ?? 1, message))
  }

  private mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
    switch expectation {
    case .value:
      if line.starts(with: "security: ".utf8) { messageCount += 1 } else { readValue(line, number: number) }
      return
    case .ciphertext:
      expectation = .anything
      return
    case .anything: break
    }
    if accessLine != nil {
      readAfterAccess(line, number: number)
    } else if line.first?.isBlank ?? false {
      readAttribute(line, number: number)
    } else if !line.isEmpty {
      readStatement(line, number: number)
    }
  }

  // MARK: Lines at the left margin

  private mutating func readStatement(_ line: ArraySlice<UInt8>, number: Int) {
    if rest(of: line, after: "keychain: ") != nil {
      records.append(SecurityRecord(line: number))
      if let password = pendingPassword {
        records[records.count - 1].value = password
        pendingPassword = nil
      }
    } else if let value = rest(of: line, after: "password:") {
      readPassword(value.starts(with: " ".utf8) ? value.dropFirst() : value, number: number)
    } else if line.starts(with: "security: ".utf8) {
      messageCount += 1
    } else if records.isEmpty {
      report(number, "this is no output of the security tool")
    } else {
      readField(line, number: number)
    }
  }

  private mutating func readField(_ line: ArraySlice<UInt8>, number: Int) {
    let last = records.count - 1
    if let itemClass = rest(of: line, after: "class: ") {
      guard let name = SecurityPrinting.bytes(itemClass), records[last].itemClass == nil else {
        return report(number, "the item's class is malformed")
      }
      records[last].itemClass = name
    } else if line.trimmingBlanks.isText("attributes:") {
      records[last].hasAttributes = true
    } else if line.trimmingBlanks.isText("data:") {
      if records[last].value != nil { report(number, "an item has two values") }
      expectation = .value
    } else if line.trimmingBlanks.isText("raw data:") {
      expectation = .ciphertext
    } else if line.starts(with: "access: ".utf8) {
      accessLine = number
    } else if !line.starts(with: "version: ".utf8),
      !line.trimmingBlanks.isText("no access control for this item")
    {
      report(number, "this is not a line of the security tool")
    }
  }

  /// Access lists hold descriptions as they are, line ends included: an item after one may be forged.
  private mutating func readAfterAccess(_ line: ArraySlice<UInt8>, number: Int) {
    guard !isForged, line.starts(with: "keychain: ".utf8) || line.starts(with: "password:".utf8) else {
      return
    }
    isForged = true
    report(
      number,
      "items after the access list of line \(accessLine ?? 0) cannot be trusted: dump again without -a")
  }

  // MARK: Values

  private mutating func readPassword(_ text: ArraySlice<UInt8>, number: Int) {
    guard let value = bytes(text, number: number, what: "password") else { return }
    hasValues = true
    if passwordsComeFirst == nil { passwordsComeFirst = records.isEmpty }
    if passwordsComeFirst ?? false {
      if pendingPassword != nil { report(number, "two passwords follow each other without an item") }
      pendingPassword = value
    } else if records[records.count - 1].value != nil {
      report(number, "an item has two values")
    } else {
      records[records.count - 1].value = value
    }
  }

  private mutating func readValue(_ line: ArraySlice<UInt8>, number: Int) {
    expectation = .anything
    guard let value = bytes(line, number: number, what: "value") else { return }
    hasValues = true
    records[records.count - 1].value = value
  }

  private mutating func readAttribute(_ line: ArraySlice<UInt8>, number: Int) {
    guard !line.allSatisfy(\.isBlank) else { return }
    guard !records.isEmpty, records[records.count - 1].hasAttributes else {
      return report(number, "this is not a line of the security tool")
    }
    let last = records.count - 1
    records[last].attributeCount += 1
    guard let (tag, text) = SecurityRecord.attribute(line) else {
      records[last].malformed.append((nil, number))
      return
    }
    switch SecurityPrinting.value(text) {
    case nil: records[last].malformed.append((tag, number))
    case .absent: break
    case .bytes(let bytes, let isExact):
      if !isExact { remarkDoubt(number) }
      if records[last].attributes.updateValue(bytes, forKey: tag) != nil {
        records[last].malformed.append((tag, number))
      }
    }
  }

  private mutating func bytes(_ text: ArraySlice<UInt8>, number: Int, what: String) -> [UInt8]? {
    guard case .bytes(let bytes, let isExact) = SecurityPrinting.value(text) else {
      report(number, "the \(what) is neither in quotes nor hexadecimal")
      return nil
    }
    if !isExact { remarkDoubt(number) }
    return bytes
  }

  private mutating func remarkDoubt(_ number: Int) {
    remarks.append(
      (number, "a text in quotes holds what the security tool prints as hexadecimal; it is taken as it is"))
  }

  private func rest(of line: ArraySlice<UInt8>, after start: StaticString) -> ArraySlice<UInt8>? {
    line.starts(with: "\(start)".utf8) ? line.dropFirst(start.utf8CodeUnitCount) : nil
  }
}
