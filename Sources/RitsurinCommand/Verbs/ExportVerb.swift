import Ritsurin
import RitsurinExchange
import RitsurinSystem

extension Verb {
  /// Writes every item, with its value, as plain text.
  static let export = Verb(
    name: "export", summary: "write all items and their values as plain text",
    details: [
      "The output is JSON Lines, sorted, and holds every secret: --plaintext says that you want that.",
      "Items of this device only are left out.",
    ],
    operands: [], options: [.plaintext, .output, .force, .array]
  ) { (invocation) throws(ToolFailure) in
    guard invocation.has(.plaintext) else {
      throw .usage("export writes every secret unencrypted; say --plaintext if you want that")
    }
    let target = try target(invocation)
    if target == nil, invocation.environment.streams.isTerminal(.output), !invocation.has(.force) {
      throw .usage("standard output is a terminal; --force shows the secrets on it, --output writes a file")
    }
    try invocation.withVault { (vault) throws(ToolFailure) in
      let query = RKeychainQuery(synchronizable: .any)
      let matches = try invocation.allMatches(of: vault, query, returning: .both)
      let export = RKeychainExport(matches.items)
      var bytes =
        invocation.has(.array)
        ? export.array()
        : export.lines(generator: HelpText.version, exportedMicroseconds: invocation.environment.now())
      defer { wipe(&bytes) }
      if let target {
        try PrivateOutput(invocation).write(bytes, to: target)
      } else {
        try invocation.print(bytes)
      }
      summarize(export, invocation)
      try invocation.report(matches.problems)
    }
  }

  private static func target(_ invocation: Invocation) throws(ToolFailure) -> String? {
    guard let path = try invocation.path(.output), !path.utf8.elementsEqual("-".utf8) else { return nil }
    return path
  }

  private static func summarize(_ export: RKeychainExport, _ invocation: Invocation) {
    invocation.note(export.items.count == 1 ? "1 item written" : "\(export.items.count) items written")
    for item in export.leftOut {
      invocation.note("left out, being of this device only: \(item.service) \(item.key)")
    }
    for item in export.withoutDate {
      invocation.note("written without a date that has no year of four digits: \(item.service) \(item.key)")
    }
  }
}
