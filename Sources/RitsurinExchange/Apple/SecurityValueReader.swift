import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `security find-generic-password -w` of macOS: one value and a line end, without any names.
///
/// The tool prints text as it is and other bytes as small hexadecimal digits without a mark, so a text of such
/// digits may be either: nobody but the caller can say which.
enum SecurityValueReader: ForeignFormat {
  static let format = RKeychainExchangeFormat.securityValue

  static func recognizes(_ input: ImportInput) -> Bool { false }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    var builder = ImportBuilder(format)
    var value = input.raw
    if value.last == 0x0A { value.removeLast() }
    if options.isHexadecimal {
      if let bytes = HexText.decode(value) {
        value = bytes
      } else {
        builder.report(line: 1, "the value is not hexadecimal")
      }
    } else if !value.isEmpty, value.count.isMultiple(of: 2), value.allSatisfy(isSmallDigit),
      !options.isText
    {
      builder.report(
        line: 1, "the value may be text or the digits of bytes: --hex says that it is digits, --text text")
    } else if !value.allSatisfy({ 0x20...0x7E ~= $0 }) {
      builder.report(line: 1, "this is not what security prints with -w: one line of ASCII")
    }
    let service = options.service ?? options.fileStem ?? ""
    if options.service == nil {
      builder.remark(line: 1, "the text names no service; the file's name stands for it (see --service)")
    }
    let item = RKeychainNewItem(service: service, key: options.account ?? "", value: Data(value))
    builder.add(item, line: 1)
    return try builder.finish()
  }

  private static func isSmallDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
