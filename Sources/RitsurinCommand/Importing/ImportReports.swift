import Ritsurin
import RitsurinExchange

/// What an import tells people: rows by their number and names, never by value.
struct ImportReports {
  /// How many remarks of one kind are written out.
  private static let limit = 100

  let invocation: Invocation
  let policy: RKeychainConflictPolicy

  /// Writes a line for each row, as a dry run does.
  func list(_ report: RKeychainImportReport) throws(ToolFailure) {
    for row in report.rows {
      let columns = ["\(row.outcome)"] + [row.service, row.key, row.accessGroup ?? ""].map(invocation.shown)
      try invocation.print(Array((columns.joined(separator: "\t") + "\n").utf8))
    }
  }

  /// Says what was remarked and left out while reading.
  func note(_ file: RKeychainImport) {
    note(file.notices, unit: file.unit, before: "")
    note(file.skipped, unit: file.unit, before: "left out: ")
  }

  private func note(_ remarks: [RKeychainImportRemark], unit: RKeychainImport.Unit, before: String) {
    for remark in remarks.prefix(Self.limit) {
      let place = remark.line.map { "\(unit.rawValue) \($0): " } ?? ""
      invocation.note(before + place + remark.message)
    }
    if remarks.count > Self.limit { invocation.note(before + "and \(remarks.count - Self.limit) more") }
  }

  /// Says what became of the rows.
  ///
  /// - Throws: `.conflict` where a conflict stopped the import, `.incomplete` where rows did not arrive.
  func summarize(_ report: RKeychainImportReport, of file: RKeychainImport) throws(ToolFailure) {
    let outcomes: [(RKeychainRestoreOutcome, String)] = [
      (.imported, "imported"), (.replaced, "replaced"), (.unchanged, "unchanged"), (.skipped, "skipped"),
      (.conflict, "in conflict"),
    ]
    var counts = outcomes.map { (count: report.count(of: $0.0), name: $0.1) }
    counts.append((file.skipped.count, "left out"))
    let parts = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    let summary = parts.isEmpty ? "no items" : parts.joined(separator: ", ")
    invocation.note(report.isWritten ? summary : summary + " (nothing was written)")
    if policy == .fail, !report.conflicts.isEmpty {
      for row in report.conflicts {
        invocation.note(
          "\(file.unit.rawValue) \(row.line): another state of it is there, or stands before it: \(row.service) \(row.key)"
        )
      }
      throw ToolFailure(.conflict, "--on-conflict skip, replace or newest says what shall become of them")
    }
    for row in report.rows.lazy.filter({ $0.outcome == .skipped }).prefix(Self.limit) {
      invocation.note(
        "\(file.unit.rawValue) \(row.line): the existing state stays: \(row.service) \(row.key)")
    }
    let missing = report.count(of: .skipped) + file.skipped.count
    guard missing == 0 else {
      throw ToolFailure(
        .incomplete, missing == 1 ? "1 row did not arrive" : "\(missing) rows did not arrive")
    }
  }
}
