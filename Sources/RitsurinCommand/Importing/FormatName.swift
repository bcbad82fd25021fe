import RitsurinExchange

/// What names say of formats: those of files, and those of options.
enum FormatName {
  /// The format that a file's name stands for where its content tells nothing; nil where the name tells nothing either.
  static func format(ofFile path: String) -> RKeychainExchangeFormat? {
    let name = PathText.name(of: path)
    switch name {
    case ".netrc", "_netrc", "netrc": return .netrc
    case ".git-credentials": return .gitCredentials
    case "credentials" where PathText.name(of: PathText.parent(of: path)) == ".aws": return .aws
    default: return name == ".env" || name.hasSuffix(".env") || name.hasPrefix(".env.") ? .dotenv : nil
    }
  }

  /// Every name that `import --format` takes.
  static let readable = RKeychainExchangeFormat.readable.map(\.rawValue)

  /// The names for a command's help, in lines.
  static var help: [String] {
    var lines = ["NAME is one of"]
    for (position, name) in readable.enumerated() {
      let word = name + (position + 1 == readable.count ? "." : ",")
      if lines[lines.count - 1].utf8.count + word.utf8.count < 100 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
