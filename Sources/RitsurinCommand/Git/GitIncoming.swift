import RitsurinSystem

/// The commits that git merges just now, as it tells its drivers.
struct GitIncoming {
  /// What the names of git's variables for them begin with; a commit's name follows.
  static let prefix = "GITHEAD_"

  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Whether the merge puts a file into the work tree because one of the commits has it, bytes and all.
  ///
  /// A file that the common version has too was removed on our side, and does not come back.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds.
  ///   - path: Its path, relative to the top of the work tree, where drivers run.
  func brings(_ bytes: [UInt8], at path: String) throws(ToolFailure) -> Bool {
    let names = invocation.environment.variables.keys.filter { $0.hasPrefix(Self.prefix) }
    let commits = names.map { String($0.dropFirst(Self.prefix.count)) }.filter(isObjectName).sorted()
    guard !commits.isEmpty, let git = GitProgram(invocation, in: ".") else { return false }
    for commit in commits {
      let blob = try git.run(["cat-file", "blob", "\(commit):\(path)"])
      guard blob.status == 0, blob.output == bytes else { continue }
      let bases = try git.text(["merge-base", "--all", "HEAD", commit]) ?? ""
      var isInBase = false
      for base in bases.split(separator: "\n")
      where try git.run(["cat-file", "-e", "\(base):\(path)"]).status == 0 {
        isInBase = true
      }
      if !isInBase { return true }
    }
    return false
  }

  private func isObjectName(_ text: String) -> Bool {
    text.utf8.count >= 40 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
