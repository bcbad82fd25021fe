import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What chainbreaker prints of generic passwords, as well as it can be read; a value of several lines is refused,
/// since nothing says where it ends.
enum ChainbreakerFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.chainbreaker

  private struct Record {
    let line: Int
    var fields: [[UInt8]: [UInt8]] = [:]
    var isBroken = false
  }

  static func recognizes(_ input: ImportInput) -> Bool {
    input.text?.holds("[+] Generic Password Record") ?? false
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = LineText(try input.requireText())
    var builder = ImportBuilder(format)
    builder.remark(line: nil, "chainbreaker leaves out comments; security dump-keychain -d does not")
    var record: Record?
    for line in text.lines {
      let content = withoutPrefix(text[line])
      if content.begins(with: "[+] ") {
        finish(&record, &builder)
        if content.begins(with: "[+] Generic Password Record") { record = Record(line: line.number) }
      } else if let field = content.after("[-] "), let colon = field.firstIndex(of: UInt8(ascii: ":")) {
        var value = field[(colon + 1)...]
        if value.first == 0x20 { value = value.dropFirst() }
        record?.fields[Array(field[..<colon])] = Array(value)
      } else if !content.isEmpty, record?.fields[Array("Password".utf8)] != nil {
        record?.isBroken = true
      }
    }
    finish(&record, &builder)
    return try builder.finish()
  }

  /// The line without the date and level that a log has before it, and without its indentation.
  private static func withoutPrefix(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    if let mark = line.prefix(48).firstPosition(of: " - INFO - ") { rest = line[(mark + 10)...] }
    let trimmed = rest.drop(while: \.isBlank)
    return trimmed.begins(with: "[+] ") || trimmed.begins(with: "[-] ") || trimmed.isEmpty ? trimmed : rest
  }

  private static func finish(_ pending: inout Record?, _ builder: inout ImportBuilder) {
    guard let record = pending else { return }
    pending = nil
    let line = record.line
    guard !record.isBroken else {
      return builder.report(line: line, "the value has several lines, and nothing says where it ends")
    }
    func bytes(_ name: String) -> [UInt8]? { record.fields[Array(name.utf8)].map(unquoted) }
    func text(_ name: String) -> String? {
      guard let bytes = bytes(name), !bytes.isEmpty else { return nil }
      return builder.name(bytes, of: "name", line: line)
    }
    let value: [UInt8]
    if let base64 = bytes("Base64 Encoded Password") {
      guard let decoded = Base64Text.decode(base64) else {
        return builder.report(line: line, "the value is no base64")
      }
      value = decoded
    } else if let plain = record.fields[Array("Password".utf8)], !plain.begins(with: "[Invalid Password") {
      value = unquoted(plain)
    } else {
      return builder.skip(line: line, "there is no secret; the keychain was locked")
    }
    let service = text("Service") ?? text("Print Name") ?? ""
    func time(_ name: String) -> Int64? {
      guard let date = bytes(name), !date.isEmpty else { return nil }
      let time = LooseTimes.dateAndTime(date)
      if time == nil { builder.remark(line: line, "\(name) is no date, and left out") }
      return time
    }
    builder.add(
      RKeychainNewItem(
        service: service, key: text("Account") ?? "", label: text("Print Name"), kind: text("Description"),
        value: Data(value)),
      created: time("Create DateTime"), modified: time("Last Modified DateTime"), line: line)
  }

  /// The bytes of `b'…'`, in the way of Python 3; any other text as it is.
  private static func unquoted(_ text: [UInt8]) -> [UInt8] {
    guard text.count >= 3, text[0] == UInt8(ascii: "b"),
      text[1] == UInt8(ascii: "'") || text[1] == UInt8(ascii: "\""),
      text.last == text[1]
    else { return text }
    var bytes: [UInt8] = []
    var rest = text[2..<(text.count - 1)].makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "n")?: bytes.append(0x0A)
      case UInt8(ascii: "r")?: bytes.append(0x0D)
      case UInt8(ascii: "t")?: bytes.append(0x09)
      case UInt8(ascii: "x")?:
        guard let high = rest.next()?.hexDigit, let low = rest.next()?.hexDigit else { return text }
        bytes.append(high << 4 | low)
      case let other?: bytes.append(other)
      case nil: return text
      }
    }
    return bytes
  }
}
