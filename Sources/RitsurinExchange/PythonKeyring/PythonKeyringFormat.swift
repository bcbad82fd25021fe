import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `keyring_pass.cfg`, the plaintext file of Python's keyrings.alt.
enum PythonKeyringFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.pythonKeyring

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, input.json == nil else { return false }
    var (hasSetting, hasContinuation) = (false, false)
    for line in INIText(text).lines {
      switch line.content {
      case .section(let name):
        if name.isText("keyring_2Dsetting") { return true }
        guard name.allSatisfy(isEscapedByte) else { return false }
      case .setting(let name, let value):
        guard name.allSatisfy(isEscapedByte), value.allSatisfy(\.isBlank) else { return false }
        hasSetting = true
      case .continuation(let base64):
        guard base64.allSatisfy(isBase64Byte) else { return false }
        hasContinuation = true
      case .other: return false
      }
    }
    return hasSetting && hasContinuation
  }

  private static func isEscapedByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
  }

  private static func isBase64Byte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "+/=".utf8.contains(byte)
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    var builder = ImportBuilder(format)
    var service: [UInt8]?
    var pending: (user: [UInt8], base64: [UInt8], line: Int)?
    func finish() {
      guard let (user, base64, line) = pending else { return }
      pending = nil
      guard let service else { return builder.report(line: line, "a user stands before the first section") }
      add(service, user, base64, line, to: &builder)
    }
    for line in INIText(try input.requireText()).lines {
      switch line.content {
      case .section(let name):
        finish()
        guard !name.isText("keyring_2Dsetting") else {
          throw RKeychainImportError(
            .unsupportedFormat, line: line.number,
            message: "this is an encrypted keyring of Python: read it with keyring get, and import the values"
          )
        }
        service = Array(name)
      case .setting(let name, let value):
        finish()
        pending = (Array(name), Array(value.trimmingBlanks), line.number)
      case .continuation(let more):
        guard pending != nil else {
          builder.report(line: line.number, "a value stands before its user")
          continue
        }
        pending?.base64 += more
      case .other: builder.report(line: line.number, "the line is neither a section nor a setting")
      }
    }
    finish()
    var file = try builder.finish()
    if !file.entries.isEmpty {
      file.notices.append(
        RKeychainImportRemark(line: nil, message: "the file keeps user names in small letters only"))
    }
    return file
  }

  private static func add(
    _ service: [UInt8], _ user: [UInt8], _ base64: [UInt8], _ line: Int, to builder: inout ImportBuilder
  ) {
    guard let serviceBytes = unescaped(service), let userBytes = unescaped(user) else {
      return builder.report(line: line, "an escape in the service or user is not _ and two digits")
    }
    guard let value = Base64Text.decode(base64) else {
      return builder.report(line: line, "the value is no base64")
    }
    guard let serviceText = builder.name(serviceBytes, of: "service", line: line),
      let account = builder.name(userBytes, of: "user", line: line)
    else { return }
    builder.add(RKeychainNewItem(service: serviceText, key: account, value: Data(value)), line: line)
  }

  /// Undoes `_XX`, two hexadecimal digits for each byte that is neither letter nor digit.
  private static func unescaped(_ name: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = name.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "_") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexDigit, let low = rest.next()?.hexDigit else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
