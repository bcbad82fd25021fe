import Ritsurin
import RitsurinSystem

extension Invocation {
  /// The path of the vault, absolute.
  func vaultPath() throws(ToolFailure) -> String {
    let path: String
    if let given = try self.path(.vault) {
      path = given
    } else {
      path = try call { () throws(RKeychainError) in
        try environment.vaults.defaultPath(environment.variables)
      }
    }
    return try system { () throws(SystemError) in try PathText.absolute(path, environment.files) }
  }

  /// Opens and unlocks the vault, and passes on what it noticed, whatever becomes of the command.
  ///
  /// - Parameters:
  ///   - creating: Whether a default vault that is not there yet is made, as the library's first write does.
  ///     A vault that `--vault` names is only made by `init`.
  ///   - body: What to do with it.
  func withVault(
    creating: Bool = false, _ body: (any ToolVault) throws(ToolFailure) -> Void
  ) throws(ToolFailure) {
    let path = try vaultPath()
    let vault: any ToolVault
    do throws(RKeychainError) {
      vault = try environment.vaults.open(at: path, environment.variables)
    } catch {
      guard creating, isNeverMade(error) else { throw failure(error, path) }
      try body(createDefault(at: path))
      return
    }
    defer { for notice in vault.notices() { note(notice) } }
    try unlock(vault, path: path)
    try body(vault)
  }

  /// Whether an error says that the default vault is not there yet.
  private func isNeverMade(_ error: RKeychainError) -> Bool { error.kind == .noSuchVault && !has(.vault) }

  /// Why a vault cannot be opened.
  private func failure(_ error: RKeychainError, _ path: String) -> ToolFailure {
    guard isNeverMade(error) else { return ToolFailure(error) }
    return ToolFailure(.notFound, "there is no vault yet (rvault init makes one): \(path)")
  }

  /// Opens the vault and unlocks it with what is given or found, if anything is; asks nobody.
  ///
  /// Where damage keeps every credential out, the locked vault is looked at all the same, and the command fails then.
  func withVaultPerhapsLocked(
    _ body: (any ToolVault) throws(ToolFailure) -> Void
  ) throws(ToolFailure) {
    let vault = try openLocked(at: vaultPath())
    defer { for notice in vault.notices() { note(notice) } }
    var isDamaged = false
    do throws(ToolFailure) {
      try unlockPerhaps(vault)
    } catch {
      guard error.status == .damaged else { throw error }
      for message in error.messages { note(message) }
      isDamaged = true
    }
    try body(vault)
    if isDamaged { throw ToolFailure(.damaged) }
  }

  /// Opens a vault and unlocks it with what is given or found, if anything is; asks nobody.
  func openPerhapsLocked(at path: String) throws(ToolFailure) -> any ToolVault {
    let vault = try openLocked(at: path)
    try unlockPerhaps(vault)
    return vault
  }

  private func openLocked(at path: String) throws(ToolFailure) -> any ToolVault {
    do throws(RKeychainError) {
      return try environment.vaults.open(at: path, environment.variables)
    } catch {
      throw failure(error, path)
    }
  }

  private func unlockPerhaps(_ vault: any ToolVault) throws(ToolFailure) {
    if let credential = try givenCredential() {
      try call { () throws(RKeychainError) in try vault.unlock(credential) }
    } else {
      _ = try call { () throws(RKeychainError) in
        try environment.vaults.unlock(vault, environment.variables)
      }
    }
  }

  /// Opens the vault and unlocks it with the passphrase that an option gives or somebody types: no key file will do.
  func withPassphrase(_ body: (any ToolVault) throws(ToolFailure) -> Void) throws(ToolFailure) {
    let path = try vaultPath()
    let vault = try openLocked(at: path)
    defer { for notice in vault.notices() { note(notice) } }
    for option in [Option.keyFile, .identity] where has(option) {
      throw .usage(
        "\(option.spelling) is no passphrase, and \(verb.name) changes the one that unlocks the vault")
    }
    let credential =
      if let given = try givenCredential() { given } else {
        ToolCredential.passphrase(try askForPassphrase(path))
      }
    try call { () throws(RKeychainError) in try vault.unlock(credential) }
    try body(vault)
  }

  private func createDefault(at path: String) throws(ToolFailure) -> any ToolVault {
    let isUnlockedOtherwise =
      Option.credentials.contains(where: has) || !environmentCredentials.isEmpty
    guard !isUnlockedOtherwise else {
      throw ToolFailure(
        .cannotReachFiles,
        "there is no vault yet, and one with a key file is not what was asked for; use rvault init: \(path)")
    }
    return try create(at: path, isReadable: false, credentials: [.newDefaultKeyFile])
  }

  /// Creates a vault and says where it and its key are.
  func create(
    at path: String, isReadable: Bool, credentials: [NewToolCredential]
  ) throws(ToolFailure) -> any ToolVault {
    let vault = try call { () throws(RKeychainError) in
      try environment.vaults.create(
        at: path, isReadable: isReadable, credentials: credentials, environment.variables)
    }
    note("created the vault \(path)")
    for credential in credentials {
      switch credential {
      case .passphraseFile: break
      case .newKeyFile(let file): noteKeyFile(file)
      case .newDefaultKeyFile:
        noteKeyFile(
          try call { () throws(RKeychainError) in
            try environment.vaults.keyFilePath(vault: vault.id, environment.variables)
          })
      }
    }
    return vault
  }

  func noteKeyFile(_ path: String) {
    note("its key is \(path): keep a copy in another place, nothing opens the vault without it")
  }

  /// The variables that name a credential and are set.
  var environmentCredentials: [String] {
    ["RITSURIN_PASSPHRASE_FILE", "RITSURIN_KEY_FILE"].filter { environment.variables[$0] != nil }
  }

  // MARK: Unlocking

  private func unlock(_ vault: any ToolVault, path: String) throws(ToolFailure) {
    if let credential = try givenCredential() {
      try call { () throws(RKeychainError) in try vault.unlock(credential) }
      return
    }
    let isUnlocked = try call { () throws(RKeychainError) in
      try environment.vaults.unlock(vault, environment.variables)
    }
    guard !isUnlocked else { return }
    let credential = ToolCredential.passphrase(try askForPassphrase(path))
    try call { () throws(RKeychainError) in try vault.unlock(credential) }
  }

  private func givenCredential() throws(ToolFailure) -> ToolCredential? {
    if let path = try path(.keyFile) { return .keyFile(path) }
    if let path = try path(.identity) { return .identityFile(path) }
    if let number = value(.passphraseFD) {
      guard let descriptor = PathText.number(number.utf8) else {
        throw .usage("\(Option.passphraseFD.spelling) must be the number of an open descriptor")
      }
      return .passphrase(try readPassphrase(descriptor))
    }
    guard let path = try path(.passphraseFile) else { return nil }
    // What a shell puts in place of <(...) is no regular file.
    if let descriptor = PathText.descriptor(path) { return .passphrase(try readPassphrase(descriptor)) }
    return .passphraseFile(path)
  }

  /// Makes sure that standard input is not the passphrase, for commands that read it themselves.
  func requireInput() throws(ToolFailure) {
    let descriptors = [
      value(.passphraseFD).flatMap { PathText.number($0.utf8) },
      value(.passphraseFile).flatMap(PathText.descriptor),
    ]
    guard !descriptors.contains(StandardStream.input.rawValue) else {
      throw .usage("standard input cannot be both the passphrase and what \(verb.name) reads")
    }
  }

  /// Reads a passphrase as from a file: without one line end at its end.
  private func readPassphrase(_ descriptor: Int32) throws(ToolFailure) -> [UInt8] {
    var bytes = try system { () throws(SystemError) in
      try environment.streams.readAll(descriptor: descriptor, limit: 1 << 20)
    }
    if bytes.last == 0x0A {
      bytes.removeLast()
      if bytes.last == 0x0D { bytes.removeLast() }
    }
    return bytes
  }

  private func askForPassphrase(_ path: String) throws(ToolFailure) -> [UInt8] {
    do throws(PromptError) {
      return try environment.streams.readSecret(prompt: "Passphrase for \(DisplayText.escaped(path)): ")
    } catch {
      switch error {
      case .noTerminal:
        throw ToolFailure(
          .noCredential, "nothing unlocks the vault: \(path)",
          "give --key-file, --identity, --passphrase-file or --passphrase-fd; there is no terminal to ask on")
      case .cancelled: throw ToolFailure(.noCredential, "cancelled")
      case .tooLong(let limit): throw ToolFailure(.failed, "the passphrase has more than \(limit) bytes")
      case .system(let failure): throw ToolFailure(failure)
      }
    }
  }
}
