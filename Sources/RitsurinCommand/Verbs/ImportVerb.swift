import Ritsurin
import RitsurinExchange
import RitsurinSystem

extension Verb {
  /// Reads items from a file.
  static let `import` = Verb(
    name: "import", summary: "add the items of a file (- is standard input)",
    details: [
      "The file is JSON Lines as export writes them, or a JSON array of the same objects.",
      "All of it is checked first; then all items are written, or none.",
    ],
    operands: [.required("FILE")], options: [.onConflict, .dryRun, .partial]
  ) { (invocation) throws(ToolFailure) in
    let policy = try policy(invocation)
    let file = try read(invocation)
    for notice in file.notices { invocation.note(notice.description) }
    let dryRun = invocation.has(.dryRun)
    try invocation.withVault(creating: !dryRun) { (vault) throws(ToolFailure) in
      let report = try invocation.call { () throws(RKeychainError) in
        try restore(file, into: vault, policy, dryRun: dryRun)
      }
      if dryRun { try list(report, invocation) }
      try summarize(report, policy, invocation)
    }
  }

  /// Opens the existential.
  private static func restore(
    _ file: RKeychainImport, into vault: some ToolVault, _ policy: RKeychainConflictPolicy, dryRun: Bool
  ) throws(RKeychainError) -> RKeychainImportReport {
    try file.restore(into: vault, onConflict: policy, dryRun: dryRun)
  }

  private static func policy(_ invocation: Invocation) throws(ToolFailure) -> RKeychainConflictPolicy {
    guard let name = invocation.value(.onConflict) else { return .fail }
    let known = RKeychainConflictPolicy.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
    guard let known else { throw .usage("--on-conflict must be fail, skip, replace or newest") }
    return known
  }

  private static func read(_ invocation: Invocation) throws(ToolFailure) -> RKeychainImport {
    let environment = invocation.environment
    let path = invocation.operands[0]
    let limit = RKeychainImport.byteLimit
    let descriptor = PathText.isStandardInput(path) ? 0 : PathText.descriptor(path)
    if descriptor == 0 { try invocation.requireInput() }
    var bytes = try invocation.system { () throws(SystemError) in
      if let descriptor { return try environment.streams.readAll(descriptor: descriptor, limit: limit) }
      return try environment.files.readFile(path: path, limit: limit)
    }
    defer { wipe(&bytes) }
    do throws(RKeychainImportError) {
      return try RKeychainImport(
        reading: bytes, options: RKeychainImportOptions(isPartial: invocation.has(.partial)))
    } catch {
      throw ToolFailure(error)
    }
  }

  // MARK: Reports

  private static func list(_ report: RKeychainImportReport, _ invocation: Invocation) throws(ToolFailure) {
    for row in report.rows {
      let columns = ["\(row.outcome)"] + [row.service, row.key, row.accessGroup ?? ""].map(invocation.shown)
      try invocation.print(Array((columns.joined(separator: "\t") + "\n").utf8))
    }
  }

  private static func summarize(
    _ report: RKeychainImportReport, _ policy: RKeychainConflictPolicy, _ invocation: Invocation
  ) throws(ToolFailure) {
    let outcomes: [(RKeychainRestoreOutcome, String)] = [
      (.imported, "imported"), (.replaced, "replaced"), (.unchanged, "unchanged"), (.skipped, "skipped"),
      (.conflict, "in conflict"),
    ]
    let counts = outcomes.map { (count: report.count(of: $0.0), name: $0.1) }
      .filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    let summary = counts.isEmpty ? "no items" : counts.joined(separator: ", ")
    invocation.note(report.isWritten ? summary : summary + " (nothing was written)")
    guard policy == .fail, !report.conflicts.isEmpty else { return }
    for row in report.conflicts {
      invocation.note("line \(row.line): another state of the item is there: \(row.service) \(row.key)")
    }
    throw ToolFailure(.conflict, "--on-conflict skip, replace or newest says what shall become of them")
  }
}
