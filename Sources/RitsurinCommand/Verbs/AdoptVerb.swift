import Ritsurin
import RitsurinExchange

extension Verb {
  /// Takes over an item under a retired key.
  static let adopt = Verb(
    id: .adopt, summary: "take over an item that lies under a retired key: you vouch for it",
    details: [
      "PATH is the item's file, as check names it (retiredKey). Prints service, key, access group and when it",
      "was modified, columns between tabs. Whoever ever had the old key could have written the item; most",
      "often it was a machine that had not heard of the rekey. --dry-run only prints.",
    ],
    operands: [.required("PATH")], options: [.dryRun]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      try invocation.withVault { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let path = invocation.operands[0]
        let item = try invocation.call { () throws(RKeychainError) in try vault.retiredItem(at: path) }
        if !invocation.has(.dryRun) {
          try invocation.call { () throws(RKeychainError) in try vault.adopt(item, at: path) }
        }
        let columns = [
          item.service, item.key, item.accessGroup ?? "",
          Timestamp.text(microseconds: item.modifiedMicroseconds) ?? "",
        ]
        try invocation.print(Array((columns.map(invocation.shown).joined(separator: "\t") + "\n").utf8))
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }
}
