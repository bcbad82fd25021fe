/// A command of the tool: what it is called, what it takes, and what it does.
struct Verb: Sendable {
  /// An argument by place.
  struct Operand: Sendable {
    let name: String
    let isRequired: Bool
    /// The words of which it is one, as shells complete them; empty where anything may stand.
    let words: [String]

    static func required(_ name: String, _ words: [String] = []) -> Operand {
      Operand(name: name, isRequired: true, words: words)
    }

    static func optional(_ name: String, _ words: [String] = []) -> Operand {
      Operand(name: name, isRequired: false, words: words)
    }
  }

  let name: String
  /// One line for the list of commands.
  let summary: String
  /// Lines for the command's own help.
  let details: [String]
  let operands: [Operand]
  /// The options beside the global ones.
  let options: [Option]
  /// The words that the first operand may be.
  var actions: [String] { operands.first?.words ?? [] }
  let run: @Sendable (Invocation) throws(ToolFailure) -> Void

  /// Every command, in the order of the help.
  ///
  /// Options, help and dispatch come from this table alone.
  static let all: [Verb] = [
    .initialize, .set, .get, .list, .show, .remove, .export, .import, .check, .doctor, .conflicts, .slots,
    .changePassphrase, .rekey, .adopt, .git, .fixture, .manual, .completions,
  ]

  /// The command of a name, compared by bytes.
  static func named(_ name: String) -> Verb? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
