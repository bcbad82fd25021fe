/// The text of one entry of pass, gopass or passage, decrypted.
struct PasswordStoreEntry {
  /// Where the password lies: the first line without its end.
  let password: [UInt8]
  /// Everything behind the first line and its end.
  let body: [UInt8]
  /// Whether the first line looks like a field.
  let looksLikeField: Bool
  /// Whether the first line ended with CR LF.
  let hasCarriageReturn: Bool
  /// Lines of the form `name: value`, the first one included.
  let fields: [(name: [UInt8], value: [UInt8])]
  /// URLs of one-time codes.
  let seeds: [[UInt8]]
  /// Lines of the body that hold something.
  let bodyLineCount: Int
  /// Whether the body holds what a header of gopass says is base64.
  let isBinary: Bool
  /// The bytes of such a body; nil where it is no base64.
  let binary: [UInt8]?

  /// - Complexity: linear.
  init(_ bytes: [UInt8]) {
    let text = LineText(bytes)
    // Only LF ends the first line: a lone carriage return is a byte of the password.
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    var line = bytes[..<end]
    hasCarriageReturn = end < bytes.count && line.last == 0x0D
    if hasCarriageReturn { line = line.dropLast() }
    password = Array(line)
    body = end < bytes.count ? Array(bytes[(end + 1)...]) : []
    looksLikeField = Self.isField(line)
    var fields: [(name: [UInt8], value: [UInt8])] = []
    var seeds: [[UInt8]] = []
    var filled = 0
    var headers: Int? = 0
    var isBase64 = false
    var base64: [UInt8] = []
    for (number, line) in text.lines.enumerated() {
      let content = text[line]
      if number > 0, !content.isEmpty { filled += 1 }
      if content.begins(with: "otpauth://") { seeds.append(Array(content)) }
      let field = content.firstPosition(of: ": ").map { position in
        (name: Array(content[..<position]), value: Array(content[(position + 2)...]))
      }
      if let field, number > 0 || looksLikeField { fields.append(field) }
      // Headers begin the entry, or follow an empty password.
      if isBase64, field == nil { base64 += content.filter { !$0.isBlank } }
      guard headers != nil else { continue }
      if let field {
        if field.name.isTextIgnoringCase("Content-Transfer-Encoding"),
          field.value.isTextIgnoringCase("base64")
        {
          isBase64 = true
        }
      } else if !(number == 0 && content.isEmpty) {
        headers = nil
      }
    }
    self.fields = fields
    self.seeds = seeds
    bodyLineCount = filled
    isBinary = isBase64
    binary = isBase64 ? Base64Text.decode(base64) : nil
  }

  /// The value of the first field that has one of the names, ASCII letters compared without case.
  func field(_ names: [String]) -> [UInt8]? {
    for name in names {
      let wanted = name.utf8.map(\.asciiLowercase)
      if let found = fields.first(where: { $0.name.map(\.asciiLowercase) == wanted }) { return found.value }
    }
    return nil
  }

  /// Small letters and underscores, then a colon and a blank.
  private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstPosition(of: ": "), colon > line.startIndex else { return false }
    return line[..<colon].allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
    }
  }
}
