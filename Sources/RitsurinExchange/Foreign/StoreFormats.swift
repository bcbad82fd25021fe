/// The formats of command-line tools, desktops and password managers.
enum StoreFormats {
  /// Each with a mark that no other format has.
  static var all: [any ForeignFormat.Type] {
    [
      KeePassXMLFormat.self, KWalletFormat.self, ObjectionFormat.self, SecretServiceJSONFormat.self,
      DockerFormat.self, SecretToolFormat.self, KeyringFormat.self, NetrcFormat.self,
      GitCredentialsFormat.self, AWSFormat.self, PythonKeyringFormat.self, KeychainDumperFormat.self,
      ChainbreakerFormat.self,
    ]
  }

  /// Those that are asked after all others.
  static var last: [any ForeignFormat.Type] { [DotEnvFormat.self] }
}
