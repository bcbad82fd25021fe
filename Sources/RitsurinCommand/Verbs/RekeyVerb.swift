import Ritsurin

extension Verb {
  /// Replaces a vault's key.
  static let rekey = Verb(
    id: .rekey, summary: "replace the vault's key, and end what is not named",
    details: [
      "The credential that unlocks the vault stays, and recipients do; of passphrases and key files those",
      "stay that --keep-passphrase-file and --keep-key-file give. If others would end, they are listed and",
      "nothing is done without --end-others. --dry-run only lists.",
      "Every item is sealed anew, one by one; others read and write meanwhile. What was interrupted is taken",
      "up by --finish, by the next rekey, or by check --repair.",
      "Exits with 7 where a slot would end that was not agreed to, or conflicts are not resolved, and with 9",
      "where the new key counts and items are left under the old one.",
    ],
    operands: [],
    options: [.keepPassphraseFile, .keepKeyFile, .endOthers, .replaceIdentity, .finish, .dryRun, .quiet]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      let beginning = [Option.keepPassphraseFile, .keepKeyFile, .endOthers, .replaceIdentity, .dryRun]
      if invocation.has(.finish), let other = beginning.first(where: invocation.has) {
        throw .usage("--finish and \(other.spelling) exclude each other")
      }
      try invocation.withVault { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        if invocation.has(.finish) {
          let result = try sealing(vault, invocation) { (progress) throws(RKeychainError) in
            try vault.finishRekey(progress: progress)
          }
          return try report(result, invocation)
        }
        try begin(vault, invocation)
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }

  #if Vault
    private static func begin(_ vault: RVault, _ invocation: Invocation) throws(ToolFailure) {
      let credentials =
        invocation.values(.keepPassphraseFile).map { RVaultCredential.passphraseFile($0) }
        + invocation.values(.keepKeyFile).map { RVaultCredential.keyFile($0) }
      let plan = try invocation.call { () throws(RKeychainError) in
        try vault.rekeyPlan(keeping: credentials, replacingIdentity: invocation.has(.replaceIdentity))
      }
      let isDryRun = invocation.has(.dryRun)
      let isRefused = !plan.ending.isEmpty && !invocation.has(.endOthers)
      if isDryRun || isRefused {
        let lines =
          plan.kept.map { line("keeps", $0, invocation) } + plan.ending.map { line("ends", $0, invocation) }
          + plan.left.map { line("leaves", $0, invocation) }
        try invocation.print(Array(lines.joined().utf8))
      }
      if !plan.left.isEmpty {
        invocation.note(
          counted(plan.left.count, "slot")
            + " of another key, which nothing given opens: left as it is, with the items under that key")
        invocation.note("give --keep-key-file or --keep-passphrase-file of that side to bring its items in")
      }
      if isDryRun { return }
      if isRefused {
        throw ToolFailure(
          .conflict, counted(plan.ending.count, "slot") + " would end; nothing was changed",
          "give --keep-passphrase-file or --keep-key-file for what shall stay, and --end-others to go on")
      }
      try requireNoConflicts(vault, invocation)
      let result = try sealing(vault, invocation) { (progress) throws(RKeychainError) in
        try vault.rekey(plan, progress: progress)
      }
      try report(result, invocation)
    }

    /// Runs what seals items, and says how it stands where that fails.
    private static func sealing(
      _ vault: RVault, _ invocation: Invocation,
      _ body: ((Int, Int) -> Void) throws(RKeychainError) -> RVaultRekeyResult
    ) throws(ToolFailure) -> RVaultRekeyResult {
      do throws(ToolFailure) {
        return try invocation.withProgress("sealing") { (bar) throws(ToolFailure) in
          try invocation.call { () throws(RKeychainError) in
            try body { bar.show($0, of: $1, "sealing") }
          }
        }
      } catch {
        guard vault.isRekeyUnfinished else { throw error }
        throw error.adding(
          "the new key counts, and every item is served: finish with rvault rekey --finish")
      }
    }

    private static func line(_ word: String, _ slot: RVaultSlot, _ invocation: Invocation) -> String {
      [word, slot.id, slot.kind.rawValue, slot.role?.rawValue ?? "", slot.label].map(invocation.shown)
        .joined(separator: "\t") + "\n"
    }

    /// A second version of an item is sealed under the old key, and could not be taken any more.
    private static func requireNoConflicts(_ vault: RVault, _ invocation: Invocation) throws(ToolFailure) {
      let conflicts = try invocation.call { () throws(RKeychainError) in try vault.conflicts() }
      let count = conflicts.count { $0.copy != nil && !$0.isEqualToCurrent }
      guard count == 0 else {
        throw ToolFailure(
          .conflict,
          "the vault holds \(counted(count, "second version")) of items, which no rekey takes along",
          "resolve them first: rvault conflicts")
      }
    }

    private static func report(_ result: RVaultRekeyResult, _ invocation: Invocation) throws(ToolFailure) {
      invocation.note(counted(result.resealedCount, "item") + " sealed under the new key")
      for problem in result.damaged {
        invocation.note("left as it is: " + ToolFailure.text(of: problem.error))
      }
      for problem in result.obstacles {
        invocation.note("in the way: " + ToolFailure.text(of: problem.error))
      }
      guard result.isFinished else {
        throw ToolFailure(
          .incomplete, "the new key counts, and the old one is still in use for what is in the way",
          "mend that, and finish with rvault rekey --finish")
      }
      guard result.damaged.isEmpty else {
        throw ToolFailure(
          .incomplete,
          "the new key counts; " + counted(result.damaged.count, "damaged item")
            + " stayed under the old one",
          "whoever restores one of them has to vouch for it: rvault adopt")
      }
    }
  #endif
}
