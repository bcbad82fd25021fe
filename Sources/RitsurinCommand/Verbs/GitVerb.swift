import Ritsurin

extension Verb {
  /// Lets git merge and show items.
  static let git = Verb(
    id: .git, summary: "let git merge and show the vault's items",
    details: [
      "git install writes the drivers into the configuration of the vault's repository, or with --global",
      "into the user's. With --key-file the drivers unlock with that file; a secret is never written.",
      "git merge-driver BASE OURS THEIRS PATH and git diff-driver FILE are what git then runs.",
      "merge-driver keeps the newer version and puts the other beside it. Where it has no key to tell",
      "which is newer it leaves OURS as it is, puts THEIRS beside it and exits with 7: git shows a conflict.",
      "diff-driver prints names, attributes and dates, never a value.",
    ],
    operands: [
      .required("ACTION", ["install", "merge-driver", "diff-driver"]), .optional("FILE"), .optional("FILE"),
      .optional("FILE"), .optional("PATH"),
    ],
    options: [.everywhere, .local, .noCopy]
  ) { (invocation) throws(ToolFailure) in
    #if Vault
      let action = Array(invocation.operands[0].utf8)
      let files = Array(invocation.operands.dropFirst())
      let isInstall = action.elementsEqual("install".utf8)
      let isMerge = action.elementsEqual("merge-driver".utf8)
      for option in [Option.everywhere, .local] where invocation.has(option) && !isInstall {
        throw .usage("\(option.spelling) belongs to git install")
      }
      guard isMerge || !invocation.has(.noCopy) else {
        throw .usage("\(Option.noCopy.spelling) belongs to git merge-driver")
      }
      if isInstall {
        guard files.isEmpty else { throw .usage("git install takes no more arguments") }
        try GitInstall(invocation).run()
      } else if isMerge {
        guard files.count == 4 else { throw .usage("git merge-driver takes BASE OURS THEIRS PATH") }
        try GitMergeDriver(invocation).run(base: files[0], ours: files[1], theirs: files[2], path: files[3])
      } else if action.elementsEqual("diff-driver".utf8) {
        guard files.count == 1 else { throw .usage("git diff-driver takes one FILE") }
        try GitDiffDriver(invocation).run(files[0])
      } else {
        throw .usage("git must be followed by install, merge-driver or diff-driver")
      }
    #else
      throw ToolFailure(RKeychainError(.unimplemented))
    #endif
  }
}
