/// The help, made from the tables of commands and options.
enum HelpText {
  /// The line of `--version`.
  static let version = "rvault 0.1.0"

  /// The help of a command, or of the tool.
  static func text(for verb: Verb?) -> String {
    let lines = verb.map(lines(for:)) ?? overview
    return lines.joined(separator: "\n") + "\n"
  }

  /// How a command is called, in one line.
  static func usage(of verb: Verb) -> String {
    var words = ["rvault", verb.name]
    words += verb.operands.map { $0.isRequired ? $0.name : "[\($0.name)]" }
    let options = verb.options.map { "[\(spelling(of: $0))]" }
    let line = (words + options).joined(separator: " ")
    return line.utf8.count <= 120 ? line : (words + ["[OPTIONS]"]).joined(separator: " ")
  }

  private static func spelling(of option: Option) -> String {
    option.valueName.map { "\(option.spelling) \($0)" } ?? option.spelling
  }

  private static func lines(for verb: Verb) -> [String] {
    var lines = ["usage: " + usage(of: verb), "", sentence(verb.summary)] + verb.details
    if !verb.options.isEmpty { lines += ["", "Options:"] + table(verb.options) }
    return lines + ["", "Options of every command:"] + table(Option.global) + statuses
  }

  private static var overview: [String] {
    let width = Verb.all.map(\.name.count).max() ?? 0
    let verbs = Verb.all.map { "  " + padded($0.name, width) + "  " + $0.summary }
    return [
      "usage: rvault [OPTIONS] COMMAND ...", "",
      "Keeps secrets in an encrypted vault of one file per item, under the names of a keychain:",
      "a service, a key within it, and perhaps an access group.", "", "Commands:",
    ] + verbs + ["", "Options of every command, before or after its name:"] + table(Option.global) + [
      "  --  ends the options: names that begin with - stand after it",
      "", "The vault is the directory of --vault, else RITSURIN_VAULT, else",
      "$XDG_DATA_HOME/ritsurin/default.vault (~/.local/share). It is unlocked with the option given,",
      "else with RITSURIN_PASSPHRASE_FILE or RITSURIN_KEY_FILE, else with the key file",
      "$XDG_CONFIG_HOME/ritsurin/<vault id>.key (~/.config), else with a passphrase asked on the terminal.",
      "No option takes a secret.",
    ] + statuses
  }

  private static var statuses: [String] {
    ["", "Exit status:"] + ExitStatus.allCases.map { "  " + padded("\($0.rawValue)", 2) + "  " + $0.meaning }
  }

  private static func table(_ options: [Option]) -> [String] {
    let width = options.map { spelling(of: $0).count }.max() ?? 0
    return options.map { "  " + padded(spelling(of: $0), width) + "  " + $0.help }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
