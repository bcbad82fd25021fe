extension Verb {
  /// Prints the manual page.
  static let manual = Verb(
    id: .manual, summary: "write the manual page rvault(1) to standard output",
    details: ["For example: rvault manual >~/.local/share/man/man1/rvault.1"],
    operands: [], options: []
  ) { (invocation) throws(ToolFailure) in
    try invocation.print(Array(ManualPage.text.utf8))
  }

  /// Prints a shell's completions.
  static let completions = Verb(
    id: .completions, summary: "write the completions for a shell to standard output",
    details: ["SHELL is bash, zsh or fish."],
    operands: [.required("SHELL", Completions.Shell.allCases.map(\.rawValue))], options: []
  ) { (invocation) throws(ToolFailure) in
    let name = invocation.operands[0]
    let shell = Completions.Shell.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
    guard let shell else { throw .usage("completions must be followed by bash, zsh or fish") }
    try invocation.print(Array(Completions.text(for: shell).utf8))
  }
}
