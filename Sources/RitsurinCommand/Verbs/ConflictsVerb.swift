import Ritsurin
import RitsurinExchange

extension Verb {
  /// Lists and ends conflicts.
  static let conflicts = Verb(
    id: .conflicts, summary: "list the second versions that merges and sync tools left, or end one",
    details: [
      "conflicts list (the default) prints a line each, columns between tabs: path, who left it, service,",
      "key, access group, when the copy was modified, when the item was, and how they compare.",
      "conflicts resolve COPY --keep current|copy ends one: the item stays or becomes the copy, and the",
      "copy is removed. COPY is a path as the list shows it. No value is shown.",
    ],
    operands: [.optional("ACTION", ["list", "resolve"]), .optional("COPY")], options: [.keep, .json]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      let action = invocation.operands.first ?? "list"
      if action.utf8.elementsEqual("list".utf8) {
        guard invocation.operands.count < 2, !invocation.has(.keep) else {
          throw .usage("conflicts list takes no COPY and no --keep")
        }
        try listConflicts(invocation)
      } else if action.utf8.elementsEqual("resolve".utf8) {
        try resolveConflict(invocation)
      } else {
        throw .usage("conflicts must be followed by list or resolve")
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }

  #if Vault
    private static func listConflicts(_ invocation: Invocation) throws(ToolFailure) {
      try invocation.withVaultPerhapsLocked { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let conflicts = try invocation.call { () throws(RKeychainError) in try vault.conflicts() }
        let unmerged = try GitUnmerged.list(invocation, vault: vault.path)
        if invocation.has(.json) {
          try invocation.print(json(conflicts, unmerged))
        } else {
          var text = ""
          for conflict in conflicts {
            text += line(conflict).map(invocation.shown).joined(separator: "\t") + "\n"
          }
          for entry in unmerged {
            text += "\(invocation.shown(entry.path))\tgit\t\(entry.state.explanation)\n"
          }
          try invocation.print(Array(text.utf8))
        }
        if !vault.isUnlocked, conflicts.contains(where: { $0.problem?.kind == .interactionNotAllowed }) {
          invocation.note("without a credential it is not known which items these are")
        }
      }
    }

    private static func line(_ conflict: RVaultConflict) -> [String] {
      let item = conflict.copy
      return [
        conflict.path, conflict.origin.rawValue, item?.service ?? "", item?.key ?? "",
        item?.accessGroup ?? "",
        item.flatMap { Timestamp.text(microseconds: $0.modifiedMicroseconds) } ?? "",
        conflict.current.flatMap { Timestamp.text(microseconds: $0.modifiedMicroseconds) } ?? "",
        comparison(conflict),
      ]
    }

    /// How a copy compares with the item, in a word.
    private static func comparison(_ conflict: RVaultConflict) -> String {
      if conflict.origin == .mergeConflict { return "unmerged" }
      guard let copy = conflict.copy else { return conflict.problem.map { _ in "unreadable" } ?? "noItem" }
      guard let current = conflict.current else {
        return conflict.problem.map { _ in "unreadable" } ?? "absent"
      }
      if conflict.isEqualToCurrent { return "equal" }
      return copy.modifiedMicroseconds > current.modifiedMicroseconds ? "newer" : "older"
    }

    private static func json(_ conflicts: [RVaultConflict], _ unmerged: [GitUnmerged]) -> [UInt8] {
      var writer = JSONWriter()
      for conflict in conflicts {
        writer.beginObject()
        writer.member("path", conflict.path)
        writer.member("origin", conflict.origin.rawValue)
        writer.member("comparison", comparison(conflict))
        if let item = conflict.copy {
          writer.member("service", item.service)
          writer.member("account", item.key)
          if let group = item.accessGroup { writer.member("accessGroup", group) }
          if item.synchronizable { writer.member("synchronizable", true) }
          if let date = Timestamp.text(microseconds: item.modifiedMicroseconds) {
            writer.member("copyModified", date)
          }
        }
        if let date = conflict.current.flatMap({ Timestamp.text(microseconds: $0.modifiedMicroseconds) }) {
          writer.member("modified", date)
        }
        if let problem = conflict.problem { writer.member("problem", problem.message) }
        writer.endObject()
        writer.raw("\n")
      }
      for entry in unmerged {
        writer.beginObject()
        writer.member("path", entry.path)
        writer.member("origin", "git")
        writer.member("comparison", entry.state.rawValue)
        writer.member("problem", entry.state.explanation)
        writer.endObject()
        writer.raw("\n")
      }
      return writer.bytes
    }

    private static func resolveConflict(_ invocation: Invocation) throws(ToolFailure) {
      guard invocation.operands.count == 2 else { throw .usage("conflicts resolve lacks COPY") }
      guard let word = invocation.value(.keep) else { throw .usage("conflicts resolve lacks --keep") }
      let choice = RVaultConflict.Choice.allCases.first { $0.rawValue.utf8.elementsEqual(word.utf8) }
      guard let choice else { throw .usage("--keep must be current or copy") }
      let path = invocation.operands[1]
      try invocation.withVault { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let conflict = try invocation.call { () throws(RKeychainError) in
          try vault.conflicts().first { $0.path.utf8.elementsEqual(path.utf8) }
        }
        guard let conflict else {
          let isUnmerged = try GitUnmerged.list(invocation, vault: vault.path).contains {
            $0.path.utf8.elementsEqual(path.utf8)
          }
          let reason =
            isUnmerged
            ? "git ends this one: git add or git rm" : "there is no such copy; conflicts lists them"
          throw ToolFailure(.notFound, "\(reason): \(path)")
        }
        try invocation.call { () throws(RKeychainError) in try vault.resolve(conflict, keeping: choice) }
      }
    }
  #endif
}
