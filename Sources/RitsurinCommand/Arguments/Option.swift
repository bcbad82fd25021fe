import Ritsurin
import RitsurinExchange

/// Every option there is.
///
/// None takes a secret: arguments are seen by every process of the machine.
enum Option: String, CaseIterable, Sendable {
  case vault, keyFile = "key-file", identity, passphraseFile = "passphrase-file"
  case passphraseFD = "passphrase-fd"
  case noLock = "no-lock"
  case help, version
  case names, newPassphraseFile = "new-passphrase-file", newKeyFile = "new-key-file"
  case group, sync, accessibility, label, comment
  case json, quiet
  case plaintext, output, force, array
  case repair, seed
  case onConflict = "on-conflict", dryRun = "dry-run", partial
  case format, from, service, serviceFrom = "service-from", groupMap = "group-map", groupFrom = "group-from"
  case extra, include, notes, unwrap, encoding, hex, text, account, data, usePath = "use-path", asForm = "as"
  case accountField = "account-field", body, valuePart = "value", firstLine = "first-line"
  case ageIdentity = "age-identity", resume
  case vaultTo = "vault-to"
  case everywhere = "global", local, noCopy = "no-copy", keep
  case recipient, member, keepPassphraseFile = "keep-passphrase-file", keepKeyFile = "keep-key-file"
  case endOthers = "end-others", replaceIdentity = "replace-identity", finish

  /// The options that may be given more than once.
  static let repeatable: [Option] = [
    .groupMap, .include, .accountField, .keepPassphraseFile, .keepKeyFile,
  ]

  /// The options that every command takes, before or after its name.
  static let global: [Option] = [
    .vault, .keyFile, .identity, .passphraseFile, .passphraseFD, .noLock, .help, .version,
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
    case .format, .serviceFrom, .groupFrom, .extra, .include, .notes, .encoding, .data, .asForm,
      .accountField,
      .body, .valuePart, .firstLine, .from:
      words
    case .service: "SERVICE"
    case .account: "KEY"
    case .groupMap: "OLD=NEW"
    case .ageIdentity: "FILE"
    case .vaultTo: "DIR"
    case .keepPassphraseFile, .keepKeyFile: "FILE"
    case .recipient: "KEY"
    case .member, .endOthers, .replaceIdentity, .finish: nil
    case .unwrap, .hex, .text, .usePath, .resume, .everywhere, .local, .noCopy: nil
    case .keep: "current|copy"
    case .noLock, .help, .version, .sync, .json, .quiet, .plaintext, .force, .array, .dryRun: nil
    case .partial, .repair: nil
    case .seed: "TEXT"
    }
  }

  /// What may stand as the value of an option that takes one of some words.
  private var words: String? {
    switch self {
    case .format: "NAME"
    case .from: "SOURCE"
    case .serviceFrom: "host|url|title|path"
    case .groupFrom: "folder"
    case .extra: "items"
    case .include: "internet|archived|default"
    case .notes: "text|raw"
    case .encoding: "NAME"
    case .data: "base64"
    case .asForm: "env"
    case .accountField: "NAME"
    case .body: "comment"
    case .valuePart: "all"
    case .firstLine: "auto"
    default: nil
    }
  }

  /// The words of which one is the option's value; empty where any value may be given.
  var choices: [String] {
    switch self {
    case .accessibility: return RKeychainAccessibility.allCases.map(\.rawValue)
    case .encoding: return RKeychainTextEncoding.allCases.map(\.rawValue)
    case .format: return FormatName.readable + ["plist"]
    default: break
    }
    guard let valueName, valueName != valueName.uppercased() else { return [] }
    return valueName.split(separator: "|").map(String.init)
  }

  /// One line for the help.
  var help: String {
    switch self {
    case .vault: "the vault's directory"
    case .keyFile: "unlock with this key file"
    case .identity: "unlock with this identity file"
    case .passphraseFile: "unlock with the passphrase in this file"
    case .passphraseFD: "unlock with the passphrase read from this open descriptor"
    case .noLock: "write although the file system takes no locks: see to it that nobody else writes"
    case .help: "show help, also for a command"
    case .version: "show the version"
    case .names: "how files are named: not at all (the default), or with a readable beginning"
    case .newPassphraseFile: "let the passphrase in this file open the vault"
    case .newKeyFile: "make a key in this new file and let it open the vault"
    case .group: "only this access group"
    case .sync: "make it the synchronizable item of these names"
    case .accessibility: "when the value may be read: afterFirstUnlock, whenUnlocked, ..."
    case .label: "a title for people"
    case .comment: "a remark for people"
    case .json: "JSON instead of text"
    case .quiet: "show no progress on a terminal"
    case .seed: "what the keys of a fixture follow from"
    case .repair: "mend what can be mended without losing anything"
    case .plaintext: "say that you want the secrets unencrypted; required"
    case .output: "write this new file (mode 0600) instead of standard output"
    case .force: "write secrets to a terminal, or over an existing file"
    case .array: "one JSON array instead of JSON Lines"
    case .onConflict: "what to do where another state of an item exists (default: fail)"
    case .dryRun: "write nothing, list what would be done"
    case .format: "what the file is (default: found by its content)"
    case .from: "import: the store pass or secret-service itself; fixture: the file of items"
    case .service: "only this service; for import: the service of formats that have none"
    case .serviceFrom: "where the service of web logins comes from (default: host)"
    case .groupMap: "give an access group another name; may be given again"
    case .groupFrom: "make the folder of an entry its access group"
    case .extra: "make further secrets of an entry items of their own, KEY#FIELD"
    case .include: "take what is otherwise left out; may be given again"
    case .notes: "what becomes of Apple's secure notes (default: text)"
    case .unwrap: "take values out of the wrapping that a library put round them"
    case .encoding: "utf-8, iso-8859-1, windows-1252, utf-16le or utf-16be"
    case .hex: "the value that security -w printed is hexadecimal"
    case .text: "the value that security -w printed is text, though it looks hexadecimal"
    case .account: "the key of formats that have none"
    case .data: "v_Data strings of JSON are base64"
    case .usePath: "git: the path of the URL is part of the service"
    case .asForm: "aws: make variables of the profiles"
    case .accountField: "pass: take the key from this field; may be given again"
    case .body: "pass: what follows the first line becomes the comment"
    case .valuePart: "pass: the whole entry is the value"
    case .firstLine: "pass: a first line that is a field is no password"
    case .ageIdentity: "pass: the identity file for age (default: as passage has it)"
    case .resume: "pass: write as it goes, and leave out what is there already"
    case .vaultTo: "make a new vault in DIR and copy the items into it"
    case .partial: "read a file that was cut as far as it goes"
    case .everywhere: "install into the user's configuration of git"
    case .local: "install into the configuration of the vault's repository (the default)"
    case .noCopy: "merge-driver: keep no copy, for merges between merge bases"
    case .keep: "which version stays"
    case .recipient: "let the identity of this public key (base64) open the vault"
    case .member: "let it read and write items, but change no slots and not rekey"
    case .keepPassphraseFile: "keep the slot of the passphrase in this file; may be given again"
    case .keepKeyFile: "keep the slot of this key file; may be given again"
    case .endOthers: "agree that slots end whose secret is not given, with all that they alone open"
    case .replaceIdentity: "change what signs the vault too: ends what an earlier owner can sign"
    case .finish: "go on with a rekey that was interrupted, and begin none"
    }
  }

  /// The option as it is typed.
  var spelling: String { "--" + rawValue }

  /// The option of a spelling, compared by bytes.
  static func spelled(_ bytes: ArraySlice<UInt8>) -> Option? {
    let name = bytes.dropFirst(2)
    guard bytes.starts(with: "--".utf8), let found = Option(rawValue: String(decoding: name, as: UTF8.self)),
      found.rawValue.utf8.elementsEqual(name)
    else { return nil }
    return found
  }
}
