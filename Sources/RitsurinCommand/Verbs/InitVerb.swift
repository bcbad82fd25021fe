import RitsurinSystem

extension Verb {
  /// Makes a vault.
  static let initialize = Verb(
    id: .initialize, summary: "make a new vault",
    details: [
      "Without options a key is made where it is found by the vault's id; nothing is asked.",
      "Both kinds of credential may be given; either then opens the vault.",
    ],
    operands: [], options: [.names, .newPassphraseFile, .newKeyFile]
  ) { (invocation) throws(ToolFailure) in
    for option in Option.credentials where invocation.has(option) {
      throw .usage("\(option.spelling) opens a vault; init takes --new-passphrase-file and --new-key-file")
    }
    let isReadable = try invocation.wantsReadableNames()
    let path = try invocation.vaultPath()
    var credentials = try invocation.newCredentials(of: path)
    if credentials.isEmpty { credentials = [.newDefaultKeyFile] }
    _ = try invocation.create(at: path, isReadable: isReadable, credentials: credentials)
    for name in invocation.environmentCredentials {
      invocation.note("\(name) is set and comes first: where it means another key, this vault stays closed")
    }
  }
}

extension Invocation {
  /// Whether a new vault's files get names with a readable beginning.
  func wantsReadableNames() throws(ToolFailure) -> Bool {
    guard let names = value(.names) else { return false }
    if names.utf8.elementsEqual("opaque".utf8) { return false }
    guard names.utf8.elementsEqual("readable".utf8) else {
      throw .usage("--names must be opaque or readable")
    }
    return true
  }

  /// What shall open a new vault, as far as options say it.
  func newCredentials(of vault: String) throws(ToolFailure) -> [NewToolCredential] {
    var credentials: [NewToolCredential] = []
    if let file = try path(.newPassphraseFile) { credentials.append(.passphraseFile(file)) }
    if let file = try path(.newKeyFile) {
      try requireOutside(file, vault)
      credentials.append(.newKeyFile(file))
    }
    return credentials
  }
}
