/// The bytes, references and declarations of XML.
enum XMLText {
  private static let predefined: [(name: String, scalar: Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
  ]

  /// What a reference stands for.
  ///
  /// - Parameter name: What stands between `&` and `;`.
  /// - Returns: nil for every entity that is not one of XML's own five, and for numbers of no scalar.
  static func scalar(ofReference name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard name.first == UInt8(ascii: "#") else {
      return predefined.first { name.elementsEqual($0.name.utf8) }?.scalar
    }
    let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard 1...7 ~= digits.count else { return nil }
    var number: UInt32 = 0
    for digit in digits {
      guard let value = value(of: digit), isHexadecimal || value < 10 else { return nil }
      number = number * (isHexadecimal ? 16 : 10) + value
    }
    return Unicode.Scalar(number)
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case 0x30...0x39: UInt32(digit - 0x30)
    case 0x41...0x46: UInt32(digit - 0x41 + 10)
    case 0x61...0x66: UInt32(digit - 0x61 + 10)
    default: nil
    }
  }

  /// The encoding that an XML declaration names, in lower case; nil where it names none.
  static func encoding(in declaration: [UInt8]) -> String? {
    let name = Array("encoding".utf8)
    guard
      let start = declaration.indices.first(where: { declaration[$0...].starts(with: name) })
    else { return nil }
    let value = declaration[(start + name.count)...].drop { isBlank($0) || $0 == UInt8(ascii: "=") }
    guard let quote = value.first else { return nil }
    let lowered = value.dropFirst().prefix { $0 != quote }.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
    return String(decoding: lowered, as: UTF8.self)
  }

  /// Whether a byte is a space, a tab or part of a line end.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a byte may stand in a name: letters, digits, `_`, `:`, `-`, `.` and everything beyond ASCII.
  static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...0xFF: true
    default: false
    }
  }
}
