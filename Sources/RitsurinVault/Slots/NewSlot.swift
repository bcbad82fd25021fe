package import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// A key slot to be made, and what people call it.
package struct NewSlot: Sendable {
  /// What shall open it.
  package enum Secret: Sendable {
    /// A passphrase and the cost of trying one.
    case passphrase(SecretBytes, cost: PasswordHashCost)
    /// A key, written to a new file where a path is given.
    case keyFile(SymmetricKey, path: NewKeyPath?)
    /// An X25519 public key, 32 bytes.
    case recipient([UInt8])

    /// Whether a credential opens what is made for this.
    func isFor(_ credential: Credential) -> Bool {
      switch (self, credential) {
      case (.passphrase(let one, _), .passphrase(let other)): one == other
      case (.keyFile(let one, _), .key(let other)): one.bytes == other.bytes
      case (.recipient(let one), .identity(let other)): one == SealedBox.publicKey(of: other)
      default: false
      }
    }
  }

  /// Where a new key file goes.
  package enum NewKeyPath: Sendable {
    /// Exactly here.
    case file(String)
    /// In this directory, named after the vault: `<vault id>.key`.
    case directory(String)
  }

  package let secret: Secret
  package let label: String
  /// Lines of a later version's names, carried over from the slot that this one takes the place of.
  let unknown: [SignedLines.Unknown]
  /// Whether the slot is to say that it is meant for tests, which ordinary opening refuses.
  let isForTests: Bool

  package init(_ secret: Secret, label: String) {
    self.secret = secret
    self.label = label
    unknown = []
    if case .passphrase(_, let cost) = secret { isForTests = cost.isWeak } else { isForTests = false }
  }

  /// A slot that takes the place of another.
  ///
  /// It is for tests if that one is: a cheap one that did not say so opens as before.
  init(_ secret: Secret, replacing old: KeySlot) {
    self.secret = secret
    label = old.label
    unknown = old.unknown
    isForTests = old.isForTests
  }

  /// Writes the key file, where there is one to be written: outside the vault, and never over another.
  ///
  /// - Parameters:
  ///   - vault: The vault's id.
  ///   - created: The time, for people.
  ///   - files: The file system.
  /// - Returns: Its path; nil for a slot without one.
  /// - Throws: `.cannotWrite`, also where something has the path.
  func writeKeyFile(vault: [UInt8], created: String, files: FileSystem) throws(VaultError) -> String? {
    guard case .keyFile(let key, let target?) = secret else { return nil }
    var text = KeyFile.text(
      of: key, kind: .key, comments: ["Ritsurin key file of vault \(Hex.encode(vault)), created \(created)"])
    defer { text.wipe() }
    do {
      var path: String
      switch target {
      case .file(let file): path = file
      case .directory(let directory):
        try files.makeDirectories(directory)
        path = directory + "/" + Hex.encode(vault) + ".key"
      }
      try files.writeNewPrivateFile(unsafe text.span.bytes, path: path)
      return path
    } catch {
      throw .cannotWrite(error)
    }
  }
}
