extension KeyFileText {
  /// Finds the one line that counts.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - kind: What the key must be for.
  /// - Throws: What is wrong with the file, without quoting it.
  /// - Complexity: O(bytes).
  package static func parse(_ bytes: RawSpan, kind: Kind) throws(KeyFileFault) -> KeyFileText {
    let hasMark = bytes.byteCount >= 3 && bytes.extracting(0..<3).equals("\u{feff}")
    var found: Range<Int>?
    var start = hasMark ? 3 : 0
    while start < bytes.byteCount {
      var end = start
      while end < bytes.byteCount, bytes.byte(end) != 0x0a { end += 1 }
      let line = trimmed(bytes, start..<end)
      start = end + 1
      if line.isEmpty || bytes.byte(line.lowerBound) == 0x23 { continue }
      guard found == nil else { throw KeyFileFault("it holds more than one line beside comments") }
      found = line
    }
    guard let found else { throw KeyFileFault("it holds no key") }
    return try parse(bytes, line: found, kind: kind)
  }

  /// The line without a CR at its end, and without spaces and tabs at both ends.
  private static func trimmed(_ bytes: RawSpan, _ line: Range<Int>) -> Range<Int> {
    func isBlank(_ index: Int) -> Bool { bytes.byte(index) == 0x20 || bytes.byte(index) == 0x09 }
    var (start, end) = (line.lowerBound, line.upperBound)
    if end > start, bytes.byte(end - 1) == 0x0d { end -= 1 }
    while start < end, isBlank(start) { start += 1 }
    while start < end, isBlank(end - 1) { end -= 1 }
    return start..<end
  }

  /// Parses `<kind>:<key>:<check>`.
  private static func parse(_ bytes: RawSpan, line: Range<Int>, kind: Kind) throws(KeyFileFault)
    -> KeyFileText
  {
    let colons = line.filter { bytes.byte($0) == 0x3a }
    guard colons.count == 2, let found = self.kind(bytes.extracting(line.lowerBound..<colons[0])) else {
      throw KeyFileFault("its line is not \(kind.rawValue):<key>:<check>")
    }
    guard found == kind else {
      throw KeyFileFault("it is a \(found.rawValue) file, and \(kind.rawValue) is needed")
    }
    let encoded = colons[0] + 1..<colons[1]
    guard encoded.count == encodedCount, encoded.allSatisfy({ value(bytes.byte($0)) != nil }) else {
      throw KeyFileFault("the key is not 43 characters of base64url")
    }
    // 43 characters hold 2 bits more than 32 bytes do.
    guard let last = value(bytes.byte(encoded.upperBound - 1)), last & 3 == 0 else {
      throw KeyFileFault("the key is not canonical base64url")
    }
    guard let check = LineValue.hex(bytes.extracting(colons[1] + 1..<line.upperBound).array[...], count: 4)
    else {
      throw KeyFileFault("the check at the end of the line is not 8 hexadecimal digits")
    }
    return KeyFileText(encodedRange: encoded, check: check)
  }

  private static func kind(_ name: RawSpan) -> Kind? {
    Kind.allCases.first { name.equals($0.rawValue) }
  }

  /// What a character of the URL alphabet stands for; nil for others.
  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5a: character - 0x41
    case 0x61...0x7a: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case 0x2d: 62
    case 0x5f: 63
    default: nil
    }
  }
}
