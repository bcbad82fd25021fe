import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What keychain_dumper prints of generic passwords, as well as it can be read: values have no frame, and bytes
/// that were no text are lost already.
enum KeychainDumperFormat: ForeignFormat {
  static let format = RKeychainExchangeFormat.keychainDumper

  private static let titles: [StaticString] = ["Generic Password", "Internet Password"]

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let bytes = input.text else { return false }
    let text = LineText(bytes)
    return text.lines.indices.contains { isStart($0, text) } && bytes.holds("\nKeychain Data")
  }

  /// Whether a block begins at a line: a title with a line of hyphens below it.
  private static func isStart(_ index: Int, _ text: LineText) -> Bool {
    guard index + 1 < text.lines.count, titles.contains(where: { text[text.lines[index]].isText($0) }) else {
      return false
    }
    let rule = text[text.lines[index + 1]]
    return rule.count >= 8 && rule.allSatisfy { $0 == UInt8(ascii: "-") }
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let text = LineText(try input.requireText())
    let starts = text.lines.indices.filter { isStart($0, text) }
    guard !starts.isEmpty else {
      throw RKeychainImportError(
        .decodingFailed, message: "there is no title of an item; output of older versions has none")
    }
    var builder = ImportBuilder(format)
    builder.remark(line: nil, "keychain_dumper loses values that are no text, and dates")
    for (position, start) in starts.enumerated() {
      let end = position + 1 < starts.count ? starts[position + 1] : text.lines.count
      add(start..<end, of: text, to: &builder)
    }
    return try builder.finish()
  }

  private static func add(_ block: Range<Int>, of text: LineText, to builder: inout ImportBuilder) {
    let number = text.lines[block.lowerBound].number
    guard text[text.lines[block.lowerBound]].isText("Generic Password") else {
      return builder.skip(line: number, "the item is no generic password")
    }
    var fields: [[UInt8]: [UInt8]] = [:]
    for index in block.dropFirst(2) {
      let raw = text[text.lines[index]]
      if raw.begins(with: "Keychain Data") {
        guard let value = value(from: index, block, text) else {
          return builder.skip(line: number, "there is no secret")
        }
        return add(fields, value, number, to: &builder)
      }
      let line = withoutColours(raw)
      guard let colon = line.firstPosition(of: ": ") else { continue }
      fields[Array(line[..<colon])] = Array(line[(colon + 2)...])
    }
    builder.skip(line: number, "there is no secret")
  }

  /// The value that begins on a line: up to the blank line before the next title; nil for `(null)`.
  private static func value(from index: Int, _ block: Range<Int>, _ text: LineText) -> [UInt8]? {
    let line = text[text.lines[index]]
    if let hex = line.after("Keychain Data (Hex): 0x") { return HexText.decode(hex.trimmingBlanks) }
    guard let first = line.after("Keychain Data: ") else { return nil }
    var last = block.upperBound - 1
    if last > index, text[text.lines[last]].isEmpty { last -= 1 }
    let value = Array(text.bytes[first.startIndex..<max(text.lines[last].range.upperBound, first.startIndex)])
    return value.isText("(null)") ? nil : value
  }

  private static func add(
    _ fields: [[UInt8]: [UInt8]], _ value: [UInt8], _ line: Int, to builder: inout ImportBuilder
  ) {
    func text(_ name: String) -> String? {
      guard let bytes = fields[Array(name.utf8)], !bytes.isEmpty, !bytes.isText("(null)") else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    var accessibility = RKeychainAccessibility.afterFirstUnlock
    if let attribute = text("Accessible Attribute") {
      let name = String(
        decoding: attribute.utf8.prefix { $0 != UInt8(ascii: ",") }.map(\.self), as: UTF8.self)
      accessibility = ObjectionFormat.accessibility(named: name) ?? accessibility
    }
    if value.contains(0x0A) {
      builder.remark(line: line, "the value has several lines; where it ends is a guess")
    }
    builder.add(
      RKeychainNewItem(
        service: text("Service") ?? "", key: text("Account") ?? "", accessGroup: text("Entitlement Group"),
        synchronizable: fields[Array("Synchronizable".utf8)]?.isText("1") ?? false,
        accessibility: accessibility, label: text("Label"), comment: text("Comment"),
        kind: text("Description"),
        value: Data(value)), line: line)
  }

  /// The line without the sequences that colour it on a terminal.
  private static func withoutColours(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var isEscape = false
    for byte in line {
      if byte == 0x1B {
        isEscape = true
      } else if isEscape {
        isEscape = byte != UInt8(ascii: "m")
      } else {
        plain.append(byte)
      }
    }
    return plain
  }
}
