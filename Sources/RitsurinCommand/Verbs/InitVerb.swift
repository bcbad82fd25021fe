import RitsurinSystem

extension Verb {
  /// Makes a vault.
  static let initialize = Verb(
    name: "init", summary: "make a new vault",
    details: [
      "Without options a key is made where it is found by the vault's id; nothing is asked.",
      "Both kinds of credential may be given; either then opens the vault.",
    ],
    operands: [], options: [.names, .newPassphraseFile, .newKeyFile]
  ) { (invocation) throws(ToolFailure) in
    for option in Option.credentials where invocation.has(option) {
      throw .usage("\(option.spelling) opens a vault; init takes --new-passphrase-file and --new-key-file")
    }
    let isReadable = try isReadable(invocation)
    let path = try invocation.vaultPath()
    var credentials: [NewToolCredential] = []
    if let file = try invocation.path(.newPassphraseFile) { credentials.append(.passphraseFile(file)) }
    if let file = try invocation.path(.newKeyFile) {
      let files = invocation.environment.files
      let isInside = try invocation.system { () throws(SystemError) in
        try PathText.isInside(file, path, files)
      }
      guard !isInside else { throw .usage("the key file must not lie in the vault that it opens") }
      credentials.append(.newKeyFile(file))
    }
    if credentials.isEmpty { credentials = [.newDefaultKeyFile] }
    _ = try invocation.create(at: path, isReadable: isReadable, credentials: credentials)
    for name in invocation.environmentCredentials {
      invocation.note("\(name) is set and comes first: where it means another key, this vault stays closed")
    }
  }

  private static func isReadable(_ invocation: Invocation) throws(ToolFailure) -> Bool {
    guard let names = invocation.value(.names) else { return false }
    if names.utf8.elementsEqual("opaque".utf8) { return false }
    guard names.utf8.elementsEqual("readable".utf8) else {
      throw .usage("--names must be opaque or readable")
    }
    return true
  }
}
