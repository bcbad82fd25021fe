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

  /// What commands are called, in the order of the help.
  ///
  /// Apart from the commands, so that a start makes only the one that runs: all their texts take longer to make
  /// than an item takes to open.
  enum Name: String, CaseIterable, Sendable {
    case initialize = "init", set, get, list, show
    case remove = "rm", export, `import`, check, doctor
    case conflicts, slots
    case changePassphrase = "passwd", rekey, adopt, git, fixture, manual, completions

    /// The name that is typed so, compared by bytes.
    init?(typed text: String) {
      guard let found = Name(rawValue: text), found.rawValue.utf8.elementsEqual(text.utf8) else { return nil }
      self = found
    }

    /// The command of this name.
    var verb: Verb {
      switch self {
      case .initialize: .initialize
      case .set: .set
      case .get: .get
      case .list: .list
      case .show: .show
      case .remove: .remove
      case .export: .export
      case .import: .import
      case .check: .check
      case .doctor: .doctor
      case .conflicts: .conflicts
      case .slots: .slots
      case .changePassphrase: .changePassphrase
      case .rekey: .rekey
      case .adopt: .adopt
      case .git: .git
      case .fixture: .fixture
      case .manual: .manual
      case .completions: .completions
      }
    }
  }

  let id: Name
  /// What is typed.
  var name: String { id.rawValue }
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
  /// Options, help and dispatch come from these alone.
  static var all: [Verb] { Name.allCases.map(\.verb) }
}
