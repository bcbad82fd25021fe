import Ritsurin
import RitsurinExchange

extension Verb {
  /// Checks every file of a vault.
  static let check = Verb(
    id: .check, summary: "check every file of the vault, and mend what can be mended",
    details: [
      "With a credential every item is opened; without one, digests, signatures and names are checked.",
      "--repair rebuilds sidecars and the header's copy, removes the vault's own left-overs and mends",
      "modes. Nothing that cannot be opened is touched, nor anything foreign.",
      "Exits with 6 where something is damaged, and with 0 where things are only untidy.",
    ],
    operands: [], options: [.repair, .json, .quiet]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      try invocation.withVaultPerhapsLocked { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let report = try invocation.withProgress("checking") { (bar) throws(ToolFailure) in
          try invocation.call { () throws(RKeychainError) in
            try vault.check(repairing: invocation.has(.repair)) { done in
              if done % 100 == 0 { bar.show(done, of: 0, "checking") }
            }
          }
        }
        try invocation.print(invocation.has(.json) ? json(report) : text(report, invocation))
        guard report.hasDamage else { return }
        let count = report.findings.count { $0.isDamage }
        let all = counted(report.findings.count, "finding")
        throw ToolFailure(.damaged, "\(count) of \(all)" + (count == 1 ? " is damage" : " are damage"))
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }

  #if Vault
    private static func text(_ report: RVaultCheckReport, _ invocation: Invocation) -> [UInt8] {
      var text = ""
      for finding in report.findings {
        text += "\(finding.kind)\t\(invocation.shown(finding.path.isEmpty ? "." : finding.path))"
        if let detail = finding.detail { text += "\t\(detail)" }
        if finding.isRepairable {
          text += invocation.has(.repair) ? "\tmended" : "\tcan be mended with --repair"
        }
        text += "\n"
      }
      text += counted(report.itemCount, "item") + ", \(report.openedCount) opened, "
      text += counted(report.findings.count, "finding") + "\n"
      return Array(text.utf8)
    }

    /// A line for each finding, and a last one with the counts.
    private static func json(_ report: RVaultCheckReport) -> [UInt8] {
      var writer = JSONWriter()
      for finding in report.findings {
        writer.beginObject()
        writer.member("kind", finding.kind)
        writer.member("path", finding.path)
        if let detail = finding.detail { writer.member("detail", detail) }
        writer.member("damage", finding.isDamage)
        writer.member("repairable", finding.isRepairable)
        writer.endObject()
        writer.raw("\n")
      }
      writer.beginObject()
      writer.member("items", report.itemCount)
      writer.member("opened", report.openedCount)
      writer.member("findings", report.findings.count)
      writer.endObject()
      writer.raw("\n")
      return writer.bytes
    }
  #endif
}
