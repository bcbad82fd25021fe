import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The CSV of CSVKeychain, whose columns are those of Apple's own keychain window.
enum CSVKeychainReader: CSVFormat {
  static let format = RKeychainExchangeFormat.csvKeychain
  static let neededColumns: [StaticString] = ["where", "account", "password"]

  static func matches(_ header: CSVHeader) -> Bool { header.hasAll(neededColumns) }

  static func add(_ record: CSVRecord, to logins: inout LoginCollector) {
    let line = record.line
    let isInternet = record.text("class")?.isText("inet") ?? false
    guard isInternet || record.text("class")?.isText("genp") ?? true else {
      return logins.skip(line: line, "neither a generic nor an internet password")
    }
    guard !isInternet || logins.options.include.contains(.internet) else {
      return logins.skip(line: line, "an internet password; --include internet imports it")
    }
    let place = record.text("where") ?? []
    let value = record["password"] ?? []
    guard !value.isEmpty || record.text("account") != nil else {
      return logins.skip(line: line, "the item has no value")
    }
    let item = RKeychainNewItem(
      service: text(isInternet ? WebAddress.host(of: place) ?? place : place) ?? "",
      key: text(record.text("account")) ?? "", label: text(record.text("label")),
      comment: text(record.text("comment")), kind: text(record.text("kind")),
      creator: code(record.text("creator")), type: code(record.text("type")), value: Data(value))
    logins.add(
      item, created: logins.time(record.text("created"), "time of creation", line, ForeignTime.compact),
      modified: logins.time(record.text("modified"), "time of change", line, ForeignTime.compact), line: line)
  }

  private static func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func code(_ text: [UInt8]?) -> UInt32? {
    guard let text, text.count == 4 else { return nil }
    return text.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
