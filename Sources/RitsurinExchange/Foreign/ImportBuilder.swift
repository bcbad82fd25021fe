import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Collects what a reader of a foreign format finds: items, remarks, rows left out, and problems.
///
/// No message that it is given may hold a value.
struct ImportBuilder {
  private let format: RKeychainExchangeFormat
  private let unit: RKeychainImport.Unit
  private var entries: [RKeychainImport.Entry] = []
  private var notices: [RKeychainImportRemark] = []
  private var skipped: [RKeychainImportRemark] = []
  private var problems: [RKeychainImportRemark] = []
  private var problemCount = 0

  init(_ format: RKeychainExchangeFormat, unit: RKeychainImport.Unit = .line) {
    self.format = format
    self.unit = unit
  }

  /// Whether nothing was found at all.
  var isEmpty: Bool { entries.isEmpty && skipped.isEmpty && problems.isEmpty }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - item: The item; one that no store takes becomes a problem.
  ///   - created: Microseconds since 1970 UTC; nil where the source does not say.
  ///   - modified: Microseconds since 1970 UTC; nil where the source does not say.
  ///   - line: Where it stands.
  mutating func add(_ item: RKeychainNewItem, created: Int64? = nil, modified: Int64? = nil, line: Int) {
    do throws(RKeychainError) {
      try ItemLimits.check(value: item.value)
      if let attributes = Self.attributes(of: item) { try ItemLimits.check(attributes) }
    } catch {
      report(line: line, error.message)
      return
    }
    entries.append(
      RKeychainImport.Entry(
        item: RKeychainRestoredItem(
          item, createdMicroseconds: created ?? modified, modifiedMicroseconds: modified ?? created),
        line: line))
  }

  /// The attributes of an item, for their limits; dates and revision do not matter to these.
  private static func attributes(of item: RKeychainNewItem) -> RKeychainAttributes? {
    guard let revision = RKeychainRevision(bytes: [UInt8](repeating: 0, count: 24)) else { return nil }
    return RKeychainAttributes(
      service: item.service, key: item.key, accessGroup: item.accessGroup,
      synchronizable: item.synchronizable, accessibility: item.accessibility, label: item.label,
      comment: item.comment, kind: item.kind, generic: item.generic, creator: item.creator, type: item.type,
      isInvisible: item.isInvisible, isNegative: item.isNegative, createdMicroseconds: 0,
      modifiedMicroseconds: 0, revision: revision)
  }

  /// Text of names, which the file need not have held as UTF-8 where it was escaped.
  ///
  /// - Returns: nil where the bytes are not UTF-8, which is reported: no name is ever repaired.
  mutating func name(_ bytes: some Collection<UInt8>, of what: StaticString, line: Int) -> String? {
    if let text = ExactText.decode(bytes) { return text }
    report(line: line, "the \(what) is not UTF-8")
    return nil
  }

  /// Notes what was not taken over exactly, or looks like a mistake.
  mutating func remark(line: Int?, _ message: String) {
    notices.append(RKeychainImportRemark(line: line, message: message))
  }

  /// Notes a row that is no item and is left out.
  mutating func skip(line: Int?, _ reason: String) {
    skipped.append(RKeychainImportRemark(line: line, message: reason))
  }

  /// Notes a problem: nothing of the file will be imported.
  mutating func report(line: Int?, _ message: String) {
    problemCount += 1
    guard problems.count < RKeychainImportError.problemLimit else { return }
    problems.append(RKeychainImportRemark(line: line, message: message))
  }

  /// What was collected.
  ///
  /// - Throws: the problems, where there are any.
  func finish() throws(RKeychainImportError) -> RKeychainImport {
    guard problems.isEmpty else {
      throw RKeychainImportError(.decodingFailed, problems: problems, count: problemCount)
    }
    return RKeychainImport(
      entries: entries, notices: notices, skipped: skipped, format: format, unit: unit)
  }
}
