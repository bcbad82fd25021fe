import Ritsurin
import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if Vault
  extension Invocation {
    /// What a new slot shall be opened by: what an option names, or a passphrase that is asked for, twice.
    ///
    /// - Parameters:
    ///   - vault: The vault that it will open.
    ///   - label: What people see where no option says it.
    /// - Returns: The slot to make, and what opens it; nil where only somebody else can.
    func newSlot(
      of vault: String, label: String? = nil
    ) throws(ToolFailure) -> (slot: RVaultNewCredential, opener: RVaultCredential?) {
      let given = [Option.newPassphraseFile, .newKeyFile, .recipient].filter(has)
      guard given.count <= 1 else {
        throw .usage("\(given[0].spelling) and \(given[1].spelling) make a slot each; give one of them")
      }
      let label = value(.label) ?? label
      if let file = try path(.newPassphraseFile) {
        return (.passphraseFile(file, label: label ?? "Passphrase"), .passphraseFile(file))
      }
      if let file = try path(.newKeyFile) {
        try requireOutside(file, vault)
        return (.newKeyFile(file, label: label ?? "Key file"), .keyFile(file))
      }
      if let text = value(.recipient) {
        guard let key = Data(base64Encoded: text), key.count == 32 else {
          throw .usage("--recipient must be the base64 of a public key of 32 bytes")
        }
        return (.recipient(publicKey: Array(key), label: label ?? "Recipient"), nil)
      }
      let bytes = try askForNewPassphrase(vault)
      return (.passphrase(bytes: bytes, label: label ?? "Passphrase"), .passphrase(bytes: bytes))
    }

    private func askForNewPassphrase(_ vault: String) throws(ToolFailure) -> [UInt8] {
      let passphrase = try ask("New passphrase for \(DisplayText.escaped(vault)): ")
      var again = try ask("The same again: ")
      defer { wipe(&again) }
      guard passphrase == again else {
        throw ToolFailure(.failed, "the two passphrases differ; nothing was changed")
      }
      guard !passphrase.isEmpty else {
        throw ToolFailure(.failed, "the passphrase is empty; nothing was changed")
      }
      return passphrase
    }

    private func ask(_ prompt: String) throws(ToolFailure) -> [UInt8] {
      do throws(PromptError) { return try environment.streams.readSecret(prompt: prompt) } catch {
        switch error {
        case .noTerminal:
          throw ToolFailure(
            .noCredential, "there is no terminal to ask for the new passphrase on; give --new-passphrase-file"
          )
        case .cancelled: throw ToolFailure(.noCredential, "cancelled; nothing was changed")
        case .tooLong(let limit): throw ToolFailure(.failed, "the passphrase has more than \(limit) bytes")
        case .system(let failure): throw ToolFailure(failure)
        }
      }
    }
  }
#endif

extension Invocation {
  /// Refuses a key file in the vault that it opens.
  func requireOutside(_ file: String, _ vault: String) throws(ToolFailure) {
    let isInside = try system { () throws(SystemError) in
      try PathText.isInside(file, vault, environment.files)
    }
    guard !isInside else { throw .usage("the key file must not lie in the vault that it opens") }
  }
}
