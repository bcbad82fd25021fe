import Ritsurin

/// The bytes of a file to be imported as UTF-8 text, without a byte order mark.
///
/// UTF-16 with a byte order mark is converted; nothing is ever repaired.
struct InputText {
  /// Valid UTF-8.
  let bytes: [UInt8]

  /// Takes the text out of a file's bytes.
  ///
  /// - Throws: One problem with line and offset, where they are neither UTF-8 nor UTF-16.
  /// - Complexity: linear.
  init(_ file: [UInt8]) throws(RKeychainImportError) {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes = try Self.checked(Array(file.dropFirst(3)), skipped: 3)
    } else if file.starts(with: [0xFF, 0xFE]) {
      bytes = try Self.converted(file, isBigEndian: false)
    } else if file.starts(with: [0xFE, 0xFF]) {
      bytes = try Self.converted(file, isBigEndian: true)
    } else {
      bytes = try Self.checked(file, skipped: 0)
    }
  }

  private static func checked(_ bytes: [UInt8], skipped: Int) throws(RKeychainImportError) -> [UInt8] {
    guard let offset = UTF8Check.firstInvalid(in: bytes) else { return bytes }
    let line = 1 + bytes[..<offset].count { $0 == 0x0A }
    throw RKeychainImportError(
      .decodingFailed, line: line, message: "the text is not UTF-8 at byte \(offset + skipped) of the file")
  }

  private static func converted(_ file: [UInt8], isBigEndian: Bool) throws(RKeychainImportError) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(file.count / 2)
    for position in stride(from: 2, to: file.count - 1, by: 2) {
      let (first, second) = (UInt16(file[position]), UInt16(file[position + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    var bytes: [UInt8] = []
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while file.count % 2 == 0 {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      case .emptyInput: return bytes
      case .error:
        throw RKeychainImportError(
          .decodingFailed, line: 1 + bytes.count { $0 == 0x0A }, message: "the text is not UTF-16")
      }
    }
    throw RKeychainImportError(.decodingFailed, message: "the text is not UTF-16: a byte is missing")
  }
}
