import Ritsurin

/// The bytes of a file to be imported as UTF-8 text, without a byte order mark.
///
/// UTF-16 with a byte order mark is converted; nothing is ever repaired.
struct InputText {
  /// Valid UTF-8.
  let bytes: [UInt8]

  /// Takes the text out of a file's bytes.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - encoding: What it is encoded in; nil is UTF-8, or UTF-16 where a byte order mark says so.
  /// - Throws: One problem with line and offset, where they are neither UTF-8 nor UTF-16.
  /// - Complexity: linear.
  init(_ file: [UInt8], encoding: RKeychainTextEncoding? = nil) throws(RKeychainImportError) {
    switch encoding {
    case .latin1:
      bytes = file.flatMap { SingleByteText.utf8(scalar: UInt32($0)) }
      return
    case .windows1252:
      bytes = try SingleByteText.windows1252(file)
      return
    case .utf16LittleEndian:
      bytes = try Self.converted(file, from: file.starts(with: [0xFF, 0xFE]) ? 2 : 0, isBigEndian: false)
      return
    case .utf16BigEndian:
      bytes = try Self.converted(file, from: file.starts(with: [0xFE, 0xFF]) ? 2 : 0, isBigEndian: true)
      return
    case .utf8, nil: break
    }
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes = try Self.checked(Array(file.dropFirst(3)), skipped: 3)
    } else if file.starts(with: [0xFF, 0xFE]) {
      bytes = try Self.converted(file, from: 2, isBigEndian: false)
    } else if file.starts(with: [0xFE, 0xFF]) {
      bytes = try Self.converted(file, from: 2, isBigEndian: true)
    } else {
      bytes = try Self.checked(file, skipped: 0)
    }
  }

  private static func checked(_ bytes: [UInt8], skipped: Int) throws(RKeychainImportError) -> [UInt8] {
    guard let offset = UTF8Check.firstInvalid(in: bytes) else { return bytes }
    let line = 1 + bytes[..<offset].count { $0 == 0x0A }
    throw RKeychainImportError(
      .decodingFailed, line: line,
      message: "the text is not UTF-8 at byte \(offset + skipped) of the file (--encoding names another one)")
  }

  private static func converted(
    _ file: [UInt8], from start: Int, isBigEndian: Bool
  ) throws(RKeychainImportError) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(file.count / 2)
    for position in stride(from: start, to: file.count - 1, by: 2) {
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
