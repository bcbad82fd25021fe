/// The page rvault(1), made from the tables of commands and options, in the man macros of roff.
enum ManualPage {
  /// The page.
  static var text: String {
    var page = RoffText()
    page.raw(".TH RVAULT 1 \"\(HelpText.date)\" \"\(HelpText.version)\" Ritsurin\n")
    page.macro("SH", ["NAME"])
    page.prose(["rvault - keep secrets in an encrypted vault of one file per item"])
    page.macro("SH", ["SYNOPSIS"])
    page.raw(".B rvault\n[\\fIOPTIONS\\fR] \\fICOMMAND\\fR .\\|.\\|.\n")
    page.macro("SH", ["DESCRIPTION"])
    page.prose(HelpText.purpose)
    page.macro("PP")
    page.prose(HelpText.vaults)
    page.macro("SH", ["COMMANDS"])
    for verb in Verb.all { command(verb, in: &page) }
    page.macro("SH", ["OPTIONS OF EVERY COMMAND"])
    options(Option.global, in: &page)
    page.entry("--", "ends the options: names that begin with - stand after it")
    page.macro("SH", ["EXIT STATUS"])
    for status in ExitStatus.allCases { page.entry("\(status.rawValue)", status.meaning) }
    page.macro("SH", ["ENVIRONMENT"])
    for (name, meaning) in variables { page.entry(name, meaning) }
    return page.text
  }

  private static let variables = [
    ("RITSURIN_VAULT", "the directory of the default vault"),
    ("RITSURIN_KEY_FILE", "the key file that unlocks the vault"),
    ("RITSURIN_PASSPHRASE_FILE", "the file with the passphrase that unlocks the vault"),
    ("XDG_DATA_HOME", "where the default vault is, in ritsurin/default.vault"),
    ("XDG_CONFIG_HOME", "where key files are, in ritsurin/<vault id>.key"),
    ("XDG_STATE_HOME", "where this machine's device key is, in ritsurin/device.key"),
  ]

  private static func command(_ verb: Verb, in page: inout RoffText) {
    page.macro("SS", [HelpText.usage(of: verb)])
    page.prose([HelpText.sentence(verb.summary)] + verb.details)
    if !verb.options.isEmpty { options(verb.options, in: &page) }
  }

  private static func options(_ options: [Option], in page: inout RoffText) {
    for option in options { page.entry(HelpText.spelling(of: option), option.help) }
  }
}

/// Text for roff, with what roff would take for its own escaped.
struct RoffText {
  private(set) var text = ""

  /// A line of the program's own.
  mutating func raw(_ line: String) { text += line }

  /// A request with arguments.
  mutating func macro(_ name: String, _ arguments: [String] = []) {
    let quoted = arguments.map { " \"" + Self.escaped($0, inQuotes: true) + "\"" }
    text += "." + name + quoted.joined() + "\n"
  }

  /// Lines that are filled to one paragraph.
  mutating func prose(_ lines: [String]) {
    text += Self.filled(lines.joined(separator: " "))
  }

  /// A word in bold with its explanation.
  mutating func entry(_ word: String, _ meaning: String) {
    macro("TP")
    macro("B", [word])
    text += Self.filled(meaning)
  }

  /// Lines of at most 80 bytes that begin no request.
  private static func filled(_ text: String) -> String {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let word = escaped(String(word), inQuotes: false)
      let length = lines[lines.count - 1].utf8.count
      if length == 0 {
        lines[lines.count - 1] = word
      } else if length + word.utf8.count < 78 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.map { ($0.utf8.first == UInt8(ascii: ".") ? "\\&" : "") + $0 + "\n" }.joined()
  }

  private static func escaped(_ text: String, inQuotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "~": escaped += "\\(ti"
      case "\"" where inQuotes: escaped += "\\(dq"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
