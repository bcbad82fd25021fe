/// Every option there is.
///
/// None takes a secret: arguments are seen by every process of the machine.
enum Option: String, CaseIterable, Sendable {
  case vault, keyFile = "key-file", identity, passphraseFile = "passphrase-file"
  case passphraseFD = "passphrase-fd"
  case help, version
  case names, newPassphraseFile = "new-passphrase-file", newKeyFile = "new-key-file"
  case group, sync, accessibility, label, comment
  case json
  case plaintext, output, force, array
  case repair
  case onConflict = "on-conflict", dryRun = "dry-run", partial

  /// The options that every command takes, before or after its name.
  static let global: [Option] = [
    .vault, .keyFile, .identity, .passphraseFile, .passphraseFD, .help, .version,
  ]

  /// The options of which one at most says what unlocks the vault.
  static let credentials: [Option] = [.keyFile, .identity, .passphraseFile, .passphraseFD]

  /// What stands for the option's value in the help; nil where it takes none.
  var valueName: String? {
    switch self {
    case .vault: "DIR"
    case .keyFile, .identity, .passphraseFile, .newPassphraseFile, .newKeyFile, .output: "FILE"
    case .passphraseFD: "N"
    case .names: "opaque|readable"
    case .group: "GROUP"
    case .accessibility: "NAME"
    case .label, .comment: "TEXT"
    case .onConflict: "fail|skip|replace|newest"
    case .help, .version, .sync, .json, .plaintext, .force, .array, .dryRun, .partial, .repair: nil
    }
  }

  /// One line for the help.
  var help: String {
    switch self {
    case .vault: "the vault's directory"
    case .keyFile: "unlock with this key file"
    case .identity: "unlock with this identity file"
    case .passphraseFile: "unlock with the passphrase in this file"
    case .passphraseFD: "unlock with the passphrase read from this open descriptor"
    case .help: "show help, also for a command"
    case .version: "show the version"
    case .names: "how files are named: not at all (the default), or with a readable beginning"
    case .newPassphraseFile: "let the passphrase in this file open the new vault"
    case .newKeyFile: "make a key in this new file and let it open the new vault"
    case .group: "only this access group"
    case .sync: "make it the synchronizable item of these names"
    case .accessibility: "when the value may be read: afterFirstUnlock, whenUnlocked, ..."
    case .label: "a title for people"
    case .comment: "a remark for people"
    case .json: "JSON instead of text"
    case .repair: "mend what can be mended without losing anything"
    case .plaintext: "say that you want the secrets unencrypted; required"
    case .output: "write this new file (mode 0600) instead of standard output"
    case .force: "write secrets to a terminal, or over an existing file"
    case .array: "one JSON array instead of JSON Lines"
    case .onConflict: "what to do where another state of an item exists (default: fail)"
    case .dryRun: "write nothing, list what would be done"
    case .partial: "read a file that was cut as far as it goes"
    }
  }

  /// The option as it is typed.
  var spelling: String { "--" + rawValue }

  /// The option of a spelling, compared by bytes.
  static func spelled(_ bytes: some Collection<UInt8>) -> Option? {
    allCases.first { $0.spelling.utf8.elementsEqual(bytes) }
  }
}
