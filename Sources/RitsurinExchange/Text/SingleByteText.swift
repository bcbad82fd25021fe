import Ritsurin

/// Texts of one byte a character, as older programs on Windows write them.
enum SingleByteText {
  /// What Windows code page 1252 has from 0x80 to 0x9F; 0 where it has nothing.
  private static let windowsScalars: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0, 0x017E, 0x0178,
  ]

  /// The UTF-8 bytes of a scalar's number.
  static func utf8(scalar number: UInt32) -> [UInt8] {
    Unicode.Scalar(number).flatMap { UTF8.encode($0).map(Array.init) } ?? []
  }

  /// The text of bytes of Windows code page 1252.
  ///
  /// - Throws: where a byte stands for nothing.
  static func windows1252(_ file: [UInt8]) throws(RKeychainImportError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(file.count)
    for (offset, byte) in file.enumerated() {
      guard case 0x80...0x9F = byte else {
        text += utf8(scalar: UInt32(byte))
        continue
      }
      let scalar = windowsScalars[Int(byte - 0x80)]
      guard scalar != 0 else {
        throw RKeychainImportError(
          .decodingFailed, line: 1 + file[..<offset].count { $0 == 0x0A },
          message: "the text is not in code page 1252 at byte \(offset) of the file")
      }
      text += utf8(scalar: scalar)
    }
    return text
  }
}
