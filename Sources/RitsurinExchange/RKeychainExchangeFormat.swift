/// A file format that items come from or go to; more may come.
public struct RKeychainExchangeFormat: RawRepresentable, Hashable, Sendable {
  /// The format's name, as in the tool's options.
  public let rawValue: String

  /// A format of a name.
  ///
  /// - Parameter rawValue: The name; those without a reader are refused when they are used.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `keychain-items`, version 1: JSON Lines, or the same objects in one JSON array.
  public static let native = RKeychainExchangeFormat(rawValue: "native")

  /// Assignments as `.env` files have them.
  public static let dotenv = RKeychainExchangeFormat(rawValue: "dotenv")
  /// The file of `git credential-store`.
  public static let gitCredentials = RKeychainExchangeFormat(rawValue: "git-credentials")
  /// `.netrc`.
  public static let netrc = RKeychainExchangeFormat(rawValue: "netrc")
  /// Docker's `config.json`, Podman's `auth.json`, and the older `.dockercfg`.
  public static let docker = RKeychainExchangeFormat(rawValue: "docker")
  /// The shared credentials file of AWS.
  public static let aws = RKeychainExchangeFormat(rawValue: "aws")
  /// A decrypted tree of pass, gopass or passage.
  public static let pass = RKeychainExchangeFormat(rawValue: "pass")
  /// What `secret-tool search --all` prints, standard error included.
  public static let secretTool = RKeychainExchangeFormat(rawValue: "secret-tool")
  /// A JSON dump of a Secret Service: collections of items with their attributes.
  public static let secretServiceJSON = RKeychainExchangeFormat(rawValue: "secret-service-json")
  /// A GNOME keyring that has no password.
  public static let keyring = RKeychainExchangeFormat(rawValue: "keyring")
  /// The XML export of KeePass 2 and KeePassXC.
  public static let keepassXML = RKeychainExchangeFormat(rawValue: "keepass-xml")
  /// The XML export of KWalletManager.
  public static let kwallet = RKeychainExchangeFormat(rawValue: "kwallet-xml")
  /// `keyring_pass.cfg` of Python's keyrings.alt.
  public static let pythonKeyring = RKeychainExchangeFormat(rawValue: "python-keyring")
  /// `ios keychain dump --json` of objection.
  public static let objection = RKeychainExchangeFormat(rawValue: "objection")
  /// What keychain_dumper prints; read as well as it can be.
  public static let keychainDumper = RKeychainExchangeFormat(rawValue: "keychain-dumper")
  /// What chainbreaker prints; read as well as it can be.
  public static let chainbreaker = RKeychainExchangeFormat(rawValue: "chainbreaker")

  /// What `security dump-keychain -d` and `security find-generic-password -g` of macOS print.
  public static let security = RKeychainExchangeFormat(rawValue: "security")
  /// What `security find-generic-password -w` of macOS prints: a value alone, so only where it is named.
  public static let securityValue = RKeychainExchangeFormat(rawValue: "security-w")
  /// What Apple's `security item` prints on devices: attributes by name, and `====` after an item.
  public static let securityItem = RKeychainExchangeFormat(rawValue: "security-item")
  /// Attribute dictionaries of `SecItemCopyMatching`, as property list or JSON.
  public static let secItem = RKeychainExchangeFormat(rawValue: "secitem")
  /// `allItems()` of KeychainAccess as JSON.
  public static let keychainAccess = RKeychainExchangeFormat(rawValue: "keychainaccess")
  /// The CSV of CSVKeychain.
  public static let csvKeychain = RKeychainExchangeFormat(rawValue: "csvkeychain")
  /// The CSV that Apple's Passwords and Safari export.
  public static let applePasswords = RKeychainExchangeFormat(rawValue: "apple-passwords")
  /// The CSV that Chrome, Edge and Brave export.
  public static let chrome = RKeychainExchangeFormat(rawValue: "chrome")
  /// The CSV that Firefox exports, and that of firefox_decrypt.
  public static let firefox = RKeychainExchangeFormat(rawValue: "firefox")
  /// The CSV that Bitwarden exports.
  public static let bitwardenCSV = RKeychainExchangeFormat(rawValue: "bitwarden-csv")
  /// The unencrypted JSON that Bitwarden exports.
  public static let bitwarden = RKeychainExchangeFormat(rawValue: "bitwarden-json")
  /// The CSV that KeePassXC exports.
  public static let keepassXC = RKeychainExchangeFormat(rawValue: "keepassxc-csv")
  /// The CSV that KeePass 1 exports.
  public static let keepass1 = RKeychainExchangeFormat(rawValue: "keepass1-csv")
  /// The CSV that 1Password exports.
  public static let onePassword = RKeychainExchangeFormat(rawValue: "1password-csv")
  /// The CSV that LastPass exports.
  public static let lastPass = RKeychainExchangeFormat(rawValue: "lastpass")
  /// The CSV that Proton Pass exports.
  public static let protonPass = RKeychainExchangeFormat(rawValue: "proton-csv")
}
