import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes an item of what `security` printed.
struct SecurityRecordMapper {
  let record: SecurityRecord
  let isInternet: Bool
  let notes: RKeychainImportOptions.NotesForm

  /// Adds the item, or says why there is none.
  ///
  /// - Parameters:
  ///   - value: The item's value.
  ///   - builder: Where it goes.
  mutating func add(_ value: [UInt8], to builder: inout ImportBuilder) {
    let line = record.line
    guard let service = ExactText.decode(service), let account = ExactText.decode(record[.account] ?? [])
    else {
      return builder.skip(line: line, "refused: the service or the account is not UTF-8")
    }
    let item = RKeychainNewItem(
      service: service, key: account, label: text(.label, "label", &builder),
      comment: text(.comment, "comment", &builder), kind: text(.kind, "kind", &builder),
      generic: record[.generic].map { Data($0) }, creator: record.number(.creator),
      type: record.number(.type), isInvisible: record.number(.invisible).map { $0 != 0 },
      isNegative: record.number(.negative).map { $0 != 0 }, value: Data(content(of: value, &builder)))
    if isInternet, [SecurityRecord.Tag.proto, .path, .domain].contains(where: { record[$0] != nil }) {
      builder.remark(line: line, "protocol, path and security domain are left out")
    }
    builder.add(
      item, created: date(.created, "creation", &builder),
      modified: date(.modified, "modification", &builder),
      line: line)
  }

  /// The service's bytes: the label's where there is neither service nor account.
  private var service: [UInt8] {
    if isInternet {
      let port = record.number(.port) ?? 0
      return (record[.server] ?? []) + (port == 0 ? [] : Array(":\(port)".utf8))
    }
    if let service = record[.service] { return service }
    return record[.account] == nil ? record[.label] ?? [] : []
  }

  private func text(
    _ tag: SecurityRecord.Tag, _ name: String, _ builder: inout ImportBuilder
  ) -> String? {
    guard let bytes = record[tag] else { return nil }
    if let text = ExactText.decode(bytes) { return text }
    builder.remark(line: record.line, "the \(name) is not UTF-8 and is left out")
    return nil
  }

  /// A time as `YYYYMMDDhhmmssZ` and a zero byte.
  private func date(
    _ tag: SecurityRecord.Tag, _ name: String, _ builder: inout ImportBuilder
  ) -> Int64? {
    guard var bytes = record[tag] else { return nil }
    if bytes.last == 0 { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "Z"), let time = ForeignTime.compact(bytes.dropLast()) { return time }
    builder.remark(line: record.line, "the \(name) date is not a time and is left out")
    return nil
  }

  // MARK: Secure notes

  private func content(of value: [UInt8], _ builder: inout ImportBuilder) -> [UInt8] {
    let isNote = record[.type].map { $0.isText("note") } ?? false
    guard isNote || (record[.kind].map { $0.isText("secure note") } ?? false), notes == .text else {
      return value
    }
    guard let note = SecureNote(value) else {
      builder.remark(
        line: record.line, "the secure note is not in the usual form; its value is kept as it is")
      return value
    }
    if note.isFormatted {
      builder.remark(line: record.line, "the note's formatting is left out; --notes raw keeps it")
    }
    return note.text
  }
}
