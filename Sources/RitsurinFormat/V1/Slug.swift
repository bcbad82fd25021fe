/// The readable beginning of a path component, for people. Docs/Format.md, "Names".
package enum Slug {
  /// The most characters.
  package static let limit = 40

  /// Lowers ASCII letters, makes one `-` of every run of other bytes, cuts to 40, trims `-` and `.`.
  ///
  /// - Returns: Possibly nothing.
  package static func make(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isInRun = false
    for byte in text.utf8 {
      guard bytes.count < limit else { break }
      if ASCII.isLower(byte) || ASCII.isDigit(byte) || byte == 0x2e || byte == 0x5f || byte == 0x2d {
        bytes.append(byte)
        isInRun = false
      } else if ASCII.isUpper(byte) {
        bytes.append(byte + 0x20)
        isInRun = false
      } else if !isInRun {
        bytes.append(0x2d)
        isInRun = true
      }
    }
    func isTrimmed(_ byte: UInt8) -> Bool { byte == 0x2d || byte == 0x2e }
    let end = bytes.lastIndex { !isTrimmed($0) }
    let start = bytes.firstIndex { !isTrimmed($0) }
    guard let start, let end else { return "" }
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}
