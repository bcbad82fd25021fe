import RitsurinSystem

/// What git does to a vault: what it ignores, converts, merges and leaves out.
struct GitExamination {
  /// How many paths a command of git is given at once.
  private static let portion = 500

  private let git: GitProgram

  init(_ git: GitProgram) { self.git = git }

  /// Looks at everything.
  ///
  /// - Parameters:
  ///   - own: The files of the vault that belong into git, relative to its directory, items included.
  ///   - copies: The kept copies beside items, which belong there too.
  func run(own: [String], copies: [String]) throws(ToolFailure) -> [DoctorFinding] {
    var findings = try ignored(own + copies)
    findings += try tracked()
    findings += try attributes(own.first { $0.hasSuffix(".sealed") } ?? "items/x.sealed")
    findings += try drivers()
    findings += try leftOut()
    let untracked = Set(try git.fields(["ls-files", "-o", "-z", "--", "items"]) ?? [])
    findings += copies.filter(untracked.contains).map {
      DoctorFinding(.problem, "uncommitted", path: $0, "a kept version that no commit has: git add it")
    }
    return findings
  }

  private func ignored(_ paths: [String]) throws(ToolFailure) -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    for start in stride(from: 0, to: paths.count, by: Self.portion) {
      let some = Array(paths[start..<min(start + Self.portion, paths.count)])
      // Tracked files are asked about too: the next file of such a name would be missed.
      let outcome = try git.run(["check-ignore", "--no-index", "--verbose", "--"] + some)
      guard outcome.status < 2 else {
        return [DoctorFinding(.problem, "ignoreUnknown", StorePrograms.message(of: outcome))]
      }
      // `source:line:pattern TAB path`; the paths are the vault's own, so git quotes none.
      for line in outcome.output.split(separator: 0x0A) {
        guard let tab = line.lastIndex(of: 0x09) else { continue }
        let rule = line[..<tab].split(separator: UInt8(ascii: ":"), maxSplits: 2)
        if rule.count == 3, rule[2].first == UInt8(ascii: "!") { continue }
        findings.append(
          DoctorFinding(
            .problem, "ignored", path: String(decoding: line[(tab + 1)...], as: UTF8.self),
            "git ignores it by \(String(decoding: line[..<tab], as: UTF8.self))"))
      }
    }
    return findings
  }

  /// What is of one machine only, or of one moment, and should be in nobody's history.
  private func tracked() throws(ToolFailure) -> [DoctorFinding] {
    let paths = try git.fields(
      ["ls-files", "-z", "--", ".lock", ".commit", "device", ":(glob)**/*.meta", ":(glob)**/.tmp-*"])
    return (paths ?? []).map {
      DoctorFinding(
        .problem, "tracked", path: $0, "git tracks what should stay on this machine: git rm --cached it")
    }
  }

  private func attributes(_ item: String) throws(ToolFailure) -> [DoctorFinding] {
    let wanted = ["text": "unset", "merge": "rvault", "diff": "rvault"]
    let fields =
      try git.fields(["check-attr", "-z", "text", "merge", "diff", "--", item, "vault.header"]) ?? []
    var findings: [DoctorFinding] = []
    for position in stride(from: 0, to: fields.count - 2, by: 3) {
      let (path, name, value) = (fields[position], fields[position + 1], fields[position + 2])
      let expected = path.utf8.elementsEqual(item.utf8) ? wanted[name] : name == "text" ? "unset" : nil
      guard let expected, value != expected else { continue }
      let meaning =
        name == "text" ? "git may convert line ends" : "git does not \(name) items with the driver"
      findings.append(
        DoctorFinding(
          .problem, "attributes", path: path, "\(name) is \(value) instead of \(expected): \(meaning)"))
    }
    return findings
  }

  private func drivers() throws(ToolFailure) -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    for name in ["merge.rvault.driver", "diff.rvault.textconv"]
    where try git.text(["config", "--get", name]) == nil {
      findings.append(
        DoctorFinding(
          .problem, "driverMissing",
          "\(name) is not set, though .gitattributes names it: run rvault git install"))
    }
    if try git.text(["config", "--type=bool", "--get", "diff.rvault.cachetextconv"]) == "true" {
      findings.append(
        DoctorFinding(
          .problem, "driverCaches",
          "diff.rvault.cachetextconv keeps names of items in git's notes: set it to false"))
    }
    return findings
  }

  /// What a sparse checkout leaves out: to every reader it is absent.
  private func leftOut() throws(ToolFailure) -> [DoctorFinding] {
    let entries = try git.fields(["ls-files", "-v", "-z", "--", "items", "slots", "vault.header"]) ?? []
    let missing = entries.filter { $0.hasPrefix("S ") || $0.hasPrefix("s ") }.map { String($0.dropFirst(2)) }
    guard let first = missing.first else { return [] }
    let count = missing.count == 1 ? "1 file is" : "\(missing.count) files are"
    return [
      DoctorFinding(
        .problem, "sparse", path: first,
        "\(count) left out by a sparse checkout, and read as absent: take the whole vault into the checkout")
    ]
  }
}
