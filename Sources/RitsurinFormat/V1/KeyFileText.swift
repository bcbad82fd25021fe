/// The text of key, identity and device-key files. Docs/Format.md, "Key files".
package struct KeyFileText: Sendable {
  /// What the key in the file is for.
  package enum Kind: String, Sendable, CaseIterable {
    case key = "ritsurin-key-1"
    case identity = "ritsurin-identity-1"
    case device = "ritsurin-device-1"
  }

  /// The key as 43 characters of unpadded base64url, still to be decoded into locked memory.
  package let encoded: [UInt8]
  /// The first 4 bytes of the key's hash, still to be compared.
  package let check: [UInt8]

  /// Finds the one line that counts.
  ///
  /// - Throws: What is wrong with the file, without quoting it.
  package static func parse(_ bytes: RawSpan, kind: Kind) throws(KeyFileFault) -> KeyFileText {
    var text = bytes.array[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    var found: ArraySlice<UInt8>?
    for part in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
      // A CR before LF, or before the end of the file, belongs to the line end.
      let line = trimmed(part.last == 0x0d ? part.dropLast() : part)
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      guard found == nil else { throw KeyFileFault("it holds more than one line beside comments") }
      found = line
    }
    guard let found else { throw KeyFileFault("it holds no key") }
    let parts = found.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let other = Kind.allCases.first(where: { $0.rawValue.utf8.elementsEqual(parts[0]) }) else {
      throw KeyFileFault("its line is not \(kind.rawValue):<key>:<check>")
    }
    guard other == kind else { throw KeyFileFault("it is a \(other.rawValue) file, and \(kind.rawValue) is needed") }
    guard parts[1].count == 43 else { throw KeyFileFault("the key is not 43 characters long") }
    guard let check = LineValue.hex(parts[2], count: 4) else {
      throw KeyFileFault("the check at the end of the line is not 8 hexadecimal digits")
    }
    return KeyFileText(encoded: Array(parts[1]), check: check)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let start = line.firstIndex(where: { !isBlank($0) }), let end = line.lastIndex(where: { !isBlank($0) }) else {
      return []
    }
    return line[start...end]
  }

  /// The text of a file.
  ///
  /// - Parameters:
  ///   - kind: What the key is for.
  ///   - encoded: The key as 43 characters of base64url.
  ///   - check: 4 bytes.
  ///   - comments: Lines above it, without the `#`.
  package static func encode(kind: Kind, encoded: [UInt8], check: [UInt8], comments: [String]) -> [UInt8] {
    var text: [UInt8] = []
    for comment in comments { text += Array("# \(comment)\n".utf8) }
    text += Array((kind.rawValue + ":").utf8)
    text += encoded
    text += Array((":" + Hex.encode(check) + "\n").utf8)
    return text
  }
}

/// Why a key file holds no key.
package struct KeyFileFault: Error, Hashable, Sendable {
  package let what: String
  init(_ what: String) { self.what = what }
}
