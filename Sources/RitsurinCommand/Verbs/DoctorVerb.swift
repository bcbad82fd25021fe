import Ritsurin
import RitsurinExchange
import RitsurinSystem

extension Verb {
  /// Looks at a vault's surroundings.
  static let doctor = Verb(
    id: .doctor, summary: "look for what may go wrong around the vault: git, locks, modes, foreign files",
    details: [
      "Asks git what it ignores, tracks, converts and leaves out, whether its drivers are installed, tries",
      "whether locks keep a second process out, and reports what check finds, sidecars aside.",
      "Nothing is changed. Exits with 6 where something is damaged, with 1 where something may go wrong.",
      "doctor probe only tries the lock, and exits with 7 where it is held.",
    ],
    operands: [.optional("ACTION", ["probe"])], options: [.json]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      guard let action = invocation.operands.first else { return try examine(invocation) }
      guard action.utf8.elementsEqual("probe".utf8) else {
        throw .usage("doctor can be followed by probe only")
      }
      let probe = LockProbe(invocation, path: try invocation.vaultPath())
      let isGranted = try invocation.system { () throws(SystemError) in try probe.isGranted() }
      guard isGranted else { throw ToolFailure(.conflict, "the lock is held") }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }

  #if Vault
    private static func examine(_ invocation: Invocation) throws(ToolFailure) {
      try invocation.withVaultPerhapsLocked { (vault) throws(ToolFailure) in
        guard let vault = vault as? RVault else { return }
        let report = try invocation.call { () throws(RKeychainError) in try vault.check() }
        var findings = report.findings.filter { !$0.kind.hasPrefix("sidecar") || $0.isDamage }.map {
          DoctorFinding($0.isDamage ? .damage : .note, $0.kind, path: $0.path, $0.detail)
        }
        findings += LockProbe(invocation, path: vault.path).run()
        findings += try git(invocation, vault)
        try invocation.print(invocation.has(.json) ? json(findings) : text(findings, invocation))
        let all = counted(findings.count, "finding")
        let damage = findings.count { $0.weight == .damage }
        guard damage == 0 else {
          throw ToolFailure(.damaged, "\(damage) of \(all)" + (damage == 1 ? " is damage" : " are damage"))
        }
        let problems = findings.count { $0.weight == .problem }
        guard problems == 0 else {
          throw ToolFailure(
            .failed, "\(problems) of \(all) " + (problems == 1 ? "is a problem" : "are problems"))
        }
      }
    }

    private static func git(_ invocation: Invocation, _ vault: RVault) throws(ToolFailure) -> [DoctorFinding]
    {
      let tree = try invocation.system { () throws(SystemError) in
        try GitWorkTree.find(from: vault.path, invocation.environment.files)
      }
      guard tree != nil else { return [] }
      guard let git = GitProgram(invocation, in: vault.path) else {
        return [
          DoctorFinding(.note, "gitMissing", "the vault is in a git work tree, and git is not installed")
        ]
      }
      let (own, foreign) = try invocation.call { () throws(RKeychainError) in
        try vault.ownAndForeignFiles()
      }
      let unmerged = try GitUnmerged.list(invocation, vault: vault.path).map {
        DoctorFinding(.problem, "unmerged", path: $0.path, $0.state.explanation)
      }
      return try unmerged + GitExamination(git).run(own: own, copies: foreign.filter(VaultMerge.isKeptFile))
    }

    private static func text(_ findings: [DoctorFinding], _ invocation: Invocation) -> [UInt8] {
      var text = ""
      for finding in findings {
        let path = finding.path.isEmpty ? "." : finding.path
        let columns = [finding.weight.rawValue, finding.kind, path] + (finding.detail.map { [$0] } ?? [])
        text += columns.map(invocation.shown).joined(separator: "\t") + "\n"
      }
      return Array((text + counted(findings.count, "finding") + "\n").utf8)
    }

    /// A line for each finding.
    private static func json(_ findings: [DoctorFinding]) -> [UInt8] {
      var writer = JSONWriter()
      for finding in findings {
        writer.beginObject()
        writer.member("weight", finding.weight.rawValue)
        writer.member("kind", finding.kind)
        writer.member("path", finding.path)
        if let detail = finding.detail { writer.member("detail", detail) }
        writer.endObject()
        writer.raw("\n")
      }
      return writer.bytes
    }
  #endif
}
