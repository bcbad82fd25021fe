/// Writes JSON that has one form only: names in the order given, no blanks, few escapes.
///
/// Beside what JSON demands, it escapes the control characters from U+007F to U+009F, and U+2028 and U+2029:
/// so its output is one line, and does nothing to a terminal.
package struct JSONWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Begins with nothing written.
  package init() {}

  /// Begins an object.
  package mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Ends an object.
  package mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Writes a name and a text.
  ///
  /// - Complexity: linear in the text.
  package mutating func member(_ name: StaticString, _ text: String) {
    writeName(name)
    writeString(text.utf8)
  }

  /// Writes a name and a text of UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - text: Valid UTF-8.
  package mutating func member(_ name: StaticString, utf8 text: some Sequence<UInt8>) {
    writeName(name)
    writeString(text)
  }

  /// Writes a name and a whole number.
  package mutating func member(_ name: StaticString, _ number: some FixedWidthInteger) {
    writeName(name)
    bytes.append(contentsOf: "\(number)".utf8)
  }

  /// Writes a name and a truth value.
  package mutating func member(_ name: StaticString, _ flag: Bool) {
    writeName(name)
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Writes bytes as they are, such as a line end between values.
  package mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: "\(text)".utf8)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func writeName(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: "\(name)".utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = true
  }

  private mutating func writeString(_ text: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: escape("n")
      case 0x0D: escape("r")
      case 0x09: escape("t")
      case 0x00..<0x20, 0x7F: escape(unit: UInt16(byte))
      case 0x80...0x9F where bytes.last == 0xC2:
        // The two bytes C2 80 to C2 9F are the control characters U+0080 to U+009F.
        bytes.removeLast()
        escape(unit: UInt16(byte))
      case 0xA8, 0xA9:
        guard bytes.suffix(2).elementsEqual([0xE2, 0x80]) else {
          bytes.append(byte)
          continue
        }
        bytes.removeLast(2)
        escape(unit: 0x2000 + UInt16(byte - 0x80))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ letter: Unicode.Scalar) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: letter))
  }

  private mutating func escape(unit: UInt16) {
    let digits = Array("0123456789abcdef".utf8)
    escape("u")
    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
  }
}
