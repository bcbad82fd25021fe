package import Ritsurin

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What opens a vault.
package enum ToolCredential: Sendable {
  case passphrase([UInt8])
  case passphraseFile(String)
  case keyFile(String)
  case identityFile(String)
}

/// What shall open a new vault.
package enum NewToolCredential: Sendable {
  /// The passphrase in an existing file.
  case passphraseFile(String)
  /// A new key, in a new file.
  case newKeyFile(String)
  /// A new key, in the file where it is found by the vault's id.
  case newDefaultKeyFile
}

/// A vault, as far as the tool uses it.
package protocol ToolVault: RKeychainRestoring {
  /// Its id, 32 hexadecimal digits.
  var id: String { get }
  /// Unlocks it.
  func unlock(_ credential: ToolCredential) throws(RKeychainError)
  /// The value of the item that names mean, where it can be had without any question.
  ///
  /// - Parameter group: The access group; with nil the default place, which comes before every group.
  /// - Returns: nil where `copyMatching` has to answer, absence included.
  func valueDirectly(service: String, key: String, group: String?) -> Data?
  /// What was noticed that stopped nothing.
  func notices() -> [String]
}

/// Finds, opens and creates vaults; tests put their own in its place.
package protocol CommandVaults: Sendable {
  /// Where the default vault is.
  func defaultPath(_ variables: [String: String]) throws(RKeychainError) -> String
  /// Where the key file of a vault is looked for.
  func keyFilePath(vault id: String, _ variables: [String: String]) throws(RKeychainError) -> String
  /// Opens a vault, still locked.
  func open(at path: String, _ variables: [String: String]) throws(RKeychainError) -> any ToolVault
  /// Unlocks a vault with what the variables name, or with its key file.
  ///
  /// - Returns: false where they offer nothing.
  func unlock(_ vault: any ToolVault, _ variables: [String: String]) throws(RKeychainError) -> Bool
  /// Creates a vault, and leaves it unlocked.
  func create(
    at path: String, isReadable: Bool, credentials: [NewToolCredential], _ variables: [String: String]
  ) throws(RKeychainError) -> any ToolVault
}
