import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `security dump-keychain -d` and `security find-generic-password -g` of macOS.
///
/// The text knows neither access group nor accessibility nor synchronization: keychains of files have none.
enum SecurityReader: ForeignFormat {
  static let format = RKeychainExchangeFormat.security

  static func recognizes(_ input: ImportInput) -> Bool {
    guard let text = input.text, !input.beginsLikeJSON else { return false }
    var (hasKeychain, hasClass, hasPassword, hasAttributes) = (false, false, false, false)
    for line in TextLines(text) {
      let line = text[line.range]
      hasKeychain =
        hasKeychain || line.starts(with: "keychain: \"".utf8) || line.starts(with: "keychain: 0x".utf8)
      hasClass = hasClass || line.starts(with: "class: ".utf8)
      hasPassword = hasPassword || line.starts(with: "password:".utf8)
      hasAttributes = hasAttributes || line.starts(with: "attributes:".utf8)
      if hasKeychain && hasClass || hasPassword && hasAttributes { return true }
    }
    return false
  }

  static func read(
    _ input: ImportInput, options: RKeychainImportOptions
  ) throws(RKeychainImportError) -> RKeychainImport {
    let parser = SecurityDumpParser(try input.requireText())
    var builder = ImportBuilder(format)
    for problem in parser.problems { builder.report(line: problem.line, problem.message) }
    if parser.records.isEmpty, parser.problems.isEmpty {
      builder.report(line: nil, "there is no item in the text")
    }
    if !parser.hasValues, parser.problems.isEmpty, parser.records.contains(where: { $0.attributeCount > 0 }) {
      builder.report(
        line: nil, "the text holds no values: dump with security dump-keychain -d, or find with -g")
    }
    for remark in parser.remarks { builder.remark(line: remark.line, remark.message) }
    for record in parser.records { add(record, options: options, to: &builder) }
    return try builder.finish()
  }

  private static func add(
    _ record: SecurityRecord, options: RKeychainImportOptions, to builder: inout ImportBuilder
  ) {
    let line = record.line
    guard let itemClass = record.itemClass else {
      return builder.report(line: line, "an item has no class")
    }
    let isInternet = itemClass.isText("inet")
    guard isInternet || itemClass.isText("genp") else {
      return builder.skip(line: line, "neither a generic nor an internet password: a key or a certificate")
    }
    guard !isInternet || options.include.contains(.internet) else {
      return builder.skip(line: line, "an internet password; --include internet imports it")
    }
    guard record.hasAttributes else { return builder.report(line: line, "an item has no attributes") }
    guard record.attributeCount > 0 else {
      return builder.skip(line: line, "access to the item was denied when the text was made")
    }
    for malformed in record.malformed
    where malformed.tag.map({ SecurityRecord.Tag(rawValue: $0) != nil }) ?? true {
      builder.report(line: malformed.line, "an attribute is malformed, or stands twice in one item")
    }
    guard let value = record.value else { return builder.skip(line: line, "the item has no value") }
    var mapper = SecurityRecordMapper(record: record, isInternet: isInternet, notes: options.notes)
    mapper.add(value, to: &builder)
  }
}
