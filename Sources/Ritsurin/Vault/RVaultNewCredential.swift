#if Vault
  internal import RitsurinCrypto
  internal import RitsurinFormat
  internal import RitsurinSystem
  internal import RitsurinVault

  /// A credential that a vault gets a slot for.
  ///
  /// Printing or dumping it shows no secret.
  public struct RVaultNewCredential: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    private enum Source: Sendable {
      case passphrase([UInt8], RVaultPassphraseCost)
      case passphraseFile(String, RVaultPassphraseCost)
      case keyFile(String)
      case newKeyFile(NewSlot.NewKeyPath)
      case recipient([UInt8])
    }

    private let source: Source
    private let label: String

    /// A passphrase.
    ///
    /// - Parameters:
    ///   - text: Not empty.
    ///   - cost: What each guess costs.
    ///   - label: What people see in the slot; stands in plain text in the vault. One line, without
    ///     control characters.
    public static func passphrase(
      _ text: String, cost: RVaultPassphraseCost = .moderate, label: String = "Passphrase"
    ) -> Self {
      passphrase(bytes: Array(text.utf8), cost: cost, label: label)
    }

    /// A passphrase as bytes; otherwise as ``passphrase(_:cost:label:)``.
    public static func passphrase(
      bytes: [UInt8], cost: RVaultPassphraseCost = .moderate, label: String = "Passphrase"
    ) -> Self {
      Self(source: .passphrase(bytes, cost), label: label)
    }

    /// A passphrase in a file that only its owner may reach, without one line end at its end.
    public static func passphraseFile(
      _ path: String, cost: RVaultPassphraseCost = .moderate, label: String = "Passphrase"
    ) -> Self {
      Self(source: .passphraseFile(path, cost), label: label)
    }

    /// A key file that is there already, and that only its owner may reach.
    public static func keyFile(_ path: String, label: String = "Key file") -> Self {
      Self(source: .keyFile(path), label: label)
    }

    /// A random key, written to a file that must not exist yet, mode 0600.
    ///
    /// - Parameters:
    ///   - path: Where; its directory exists and lies outside the vault.
    ///   - label: What people see in the slot.
    public static func newKeyFile(_ path: String, label: String = "Key file") -> Self {
      Self(source: .newKeyFile(.file(path)), label: label)
    }

    /// A random key, written to `<directory>/<vault id>.key`, where ``RVaultEnvironment`` looks for it.
    ///
    /// - Parameters:
    ///   - directory: Where; made if it is missing.
    ///   - label: What people see in the slot.
    public static func newKeyFile(inDirectory directory: String, label: String = "Key file") -> Self {
      Self(source: .newKeyFile(.directory(directory)), label: label)
    }

    /// An identity, by its public key; whoever holds its secret key opens the vault with it.
    ///
    /// - Parameters:
    ///   - publicKey: An X25519 public key, 32 bytes.
    ///   - label: What people see in the slot.
    public static func recipient(publicKey: [UInt8], label: String = "Recipient") -> Self {
      Self(source: .recipient(publicKey), label: label)
    }

    /// What kind of credential it is.
    public var description: String {
      switch source {
      case .passphrase: "passphrase(redacted)"
      case .passphraseFile(let path, _): "passphraseFile(\(path.debugDescription))"
      case .keyFile(let path): "keyFile(\(path.debugDescription))"
      case .newKeyFile(.file(let path)): "newKeyFile(\(path.debugDescription))"
      case .newKeyFile(.directory(let path)): "newKeyFile(inDirectory: \(path.debugDescription))"
      case .recipient: "recipient"
      }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The slot to make, with the secret in locked memory, and what opens it afterwards; nil where only somebody else can.
    func load(_ files: FileSystem) throws(RKeychainError) -> (
      slot: NewSlot, credential: Credential?
    ) {
      guard !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw RKeychainError(.badParameter, message: "a slot's label must not hold control characters")
      }
      return try translating { () throws(VaultError) in
        switch source {
        case .passphrase(let bytes, let cost):
          return try passphrase(.passphrase(bytes: unsafe bytes.span.bytes, source: ""), cost)
        case .passphraseFile(let path, let cost):
          return try passphrase(.passphrase(file: path, files: files), cost)
        case .keyFile(let path):
          let key = try KeyFile.read(path, kind: .key, files: files)
          return (NewSlot(.keyFile(key, path: nil), label: label), .key(key))
        case .newKeyFile(let path):
          let key = try mapped { () throws(CryptoError) in try SymmetricKey.random() }
          return (NewSlot(.keyFile(key, path: path), label: label), .key(key))
        case .recipient(let key):
          return (NewSlot(.recipient(key), label: label), nil)
        }
      }
    }

    private func passphrase(
      _ credential: Credential, _ cost: RVaultPassphraseCost
    ) throws(VaultError) -> (slot: NewSlot, credential: Credential?) {
      guard case .passphrase(let secret) = credential else { throw .credential(.emptyPassphrase(source: "")) }
      return (NewSlot(.passphrase(secret, cost: cost.cost), label: label), credential)
    }
  }

  /// What one guess of a passphrase costs (`crypto_pwhash`, Argon2id).
  public struct RVaultPassphraseCost: Hashable, Sendable {
    let cost: PasswordHashCost

    /// libsodium's moderate limits: 3 passes over 256 MiB, under a second on most machines.
    ///
    /// The default.
    public static let moderate = RVaultPassphraseCost(cost: .moderate)

    /// The least there is, no time at all: for vaults that end with a test.
    package static let least = RVaultPassphraseCost(cost: .least)

    /// 1 pass over 8 MiB, some milliseconds: for the vaults of tests and nothing else.
    ///
    /// Never picked unless named.
    public static let testing = RVaultPassphraseCost(cost: .testing)
  }

  /// How a vault names its files.
  public enum RVaultNames: String, Sendable, CaseIterable {
    /// Keyed hashes only: who sees the directory learns no name. The default.
    case opaque
    /// Keyed hashes with a readable beginning of up to 40 characters: for people who want to see what
    /// changed in git.
    case readable
  }
#endif
