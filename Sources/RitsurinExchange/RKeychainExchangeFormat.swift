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
}
