extension SignedLines {
  /// Parses everything but the signature's truth.
  ///
  /// - Parameters:
  ///   - bytes: The file; of one above 1 MiB at least its first line, and more than 1 MiB of it.
  ///   - grammar: What may stand in it.
  /// - Throws: `.newerFormat` where the first line says so, whatever follows; `.malformed`.
  /// - Complexity: O(bytes).
  static func parse(_ bytes: RawSpan, _ grammar: Grammar) throws(LineFault) -> SignedLines {
    guard let version = firstVersion(bytes, format: grammar.format) else {
      throw .malformed("the first line is not \(grammar.format) and a number")
    }
    guard version <= Self.version else { throw .newerFormat }
    guard version == Self.version else { throw .malformed("the version") }
    guard bytes.byteCount <= limit else { throw .malformed("it is larger than 1 MiB") }
    guard ValidText.isValid(bytes) else { throw .malformed("it is not UTF-8") }
    let all = bytes.array
    guard !holdsControlCharacter(all) else { throw .malformed("it holds a control character") }
    let signedCount = all.count - signatureLineCount
    // The first line ends before, so that it cannot be the signature line itself.
    guard signedCount > 0, all[signedCount - 1] == 0x0a, all[all.count - 1] == 0x0a else {
      throw .malformed("its last line is no signature")
    }
    let last = try split(all[signedCount..<all.count - 1])
    guard last.name == "signature", let signature = LineValue.base64(last.value, count: 64) else {
      throw .malformed("its last line is no signature")
    }
    var single = Single()
    var repeated: [ArraySlice<UInt8>] = []
    var unknown: [Unknown] = []
    // Without the LF that ends the signed lines, or an empty line would follow it.
    let lines = all[..<(signedCount - 1)].split(separator: 0x0a, omittingEmptySubsequences: false)
    for line in lines.dropFirst() {
      let (name, value) = try split(line)
      if name == grammar.repeated {
        repeated.append(value)
      } else if grammar.single.contains(name) {
        guard single.insert(name, value) else { throw .malformed("\(name) stands twice") }
      } else if name == grammar.format || name == "signature" {
        throw .malformed("\(name) stands twice")
      } else {
        unknown.append(Unknown(name: name, value: Array(value)))
      }
    }
    return SignedLines(
      single: single, repeated: repeated, unknown: unknown, signature: signature,
      signedByteCount: signedCount)
  }

  /// The number in a first line that bears a name and is ended by LF; nil for any other beginning.
  private static func firstVersion(_ bytes: RawSpan, format: String) -> Int64? {
    // The longest number has 19 digits.
    let head = bytes.extracting(first: format.utf8.count + 21).array
    guard let end = head.firstIndex(of: 0x0a), head.starts(with: format.utf8) else { return nil }
    let rest = head[format.utf8.count..<end]
    return rest.first == 0x20 ? LineValue.integer(rest.dropFirst()) : nil
  }

  /// Whether valid UTF-8 holds a scalar of the category Cc other than LF: U+0000...1F and U+007F...9F.
  private static func holdsControlCharacter(_ bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && byte != 0x0a || byte == 0x7f || previous == 0xc2 && byte <= 0x9f { return true }
      previous = byte
    }
    return false
  }

  private static func split(_ line: ArraySlice<UInt8>) throws(LineFault) -> (
    name: String, value: ArraySlice<UInt8>
  ) {
    guard let space = line.firstIndex(of: 0x20) else { throw .malformed("a line has no space") }
    let name = line[..<space]
    guard !name.isEmpty, name.count <= 32, name.allSatisfy(isNameByte) else {
      throw .malformed("a line has no name")
    }
    return (String(decoding: name, as: UTF8.self), line[(space + 1)...])
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLower(byte) || ASCII.isDigit(byte) || byte == 0x2d
  }
}
