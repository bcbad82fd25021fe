#if Vault
  internal import RitsurinCrypto
  internal import RitsurinSystem
  internal import RitsurinVault

  /// What opens a vault.
  ///
  /// Printing or dumping it shows no secret.
  public struct RVaultCredential: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    private enum Source: Sendable {
      case passphrase([UInt8])
      case passphraseFile(String)
      case keyFile(String)
      case identityFile(String)
    }

    private let source: Source

    /// A passphrase, hashed as its UTF-8 bytes; other Unicode forms of it are tried when it does not open.
    ///
    /// - Parameter text: Not empty.
    public static func passphrase(_ text: String) -> Self { Self(source: .passphrase(Array(text.utf8))) }

    /// A passphrase as bytes.
    ///
    /// - Parameter bytes: Not empty.
    public static func passphrase(bytes: [UInt8]) -> Self { Self(source: .passphrase(bytes)) }

    /// A passphrase in a file that only its owner may reach, without one line end at its end.
    public static func passphraseFile(_ path: String) -> Self { Self(source: .passphraseFile(path)) }

    /// A key file that only its owner may reach.
    public static func keyFile(_ path: String) -> Self { Self(source: .keyFile(path)) }

    /// An identity file that only its owner may reach.
    public static func identityFile(_ path: String) -> Self { Self(source: .identityFile(path)) }

    /// What kind of credential it is.
    public var description: String {
      switch source {
      case .passphrase: "passphrase(redacted)"
      case .passphraseFile(let path): "passphraseFile(\(path.debugDescription))"
      case .keyFile(let path): "keyFile(\(path.debugDescription))"
      case .identityFile(let path): "identityFile(\(path.debugDescription))"
      }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The same credential, in another file where it is in one.
    ///
    /// - Parameter copy: gives the path of a copy of a file.
    func copyingFile(_ copy: (String) throws(RKeychainError) -> String) throws(RKeychainError)
      -> RVaultCredential
    {
      switch source {
      case .passphrase: self
      case .passphraseFile(let path): .passphraseFile(try copy(path))
      case .keyFile(let path): .keyFile(try copy(path))
      case .identityFile(let path): .identityFile(try copy(path))
      }
    }

    /// Reads files, and moves secrets into locked memory.
    func load(_ files: FileSystem) throws(RKeychainError) -> Credential {
      try translating { () throws(VaultError) in
        switch source {
        case .passphrase(let bytes): try .passphrase(bytes: unsafe bytes.span.bytes, source: "")
        case .passphraseFile(let path): try .passphrase(file: path, files: files)
        case .keyFile(let path): try .key(file: path, files: files)
        case .identityFile(let path): try .identity(file: path, files: files)
        }
      }
    }
  }
#endif
