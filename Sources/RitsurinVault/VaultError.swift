internal import RitsurinFormat
package import RitsurinSystem

/// What can go wrong between a caller and a vault.
///
/// The cases never overlap, and none of them means "absent".
package enum VaultError: Error, Sendable {
  /// There is nothing at the path.
  case noSuchVault(path: String)
  /// The directory is there and holds no header.
  case notAVault(path: String)
  /// Neither header copy can be believed.
  case headerDamaged(path: String, what: String)
  /// The header names a later format; nothing is read or written.
  case newerFormat(path: String)
  /// A header or an item already stands where a vault was to be created.
  case vaultExists(path: String)
  /// No slot opens with the credential.
  case wrongCredential(path: String)
  /// No key slot is there that any credential could open.
  case noUsableSlot(path: String)
  /// The passphrase opens nothing but this slot, relative to the root, and its cost is fit for tests only.
  case weakSlot(path: String)
  /// The credential itself cannot be used.
  case credential(CredentialFault)
  /// The credential is a member's, and only an owner may change slots and header.
  case notOwner(path: String)
  /// No slot would be left that the handle's own credential opens as an owner.
  case lastOwnerSlot(path: String)
  /// There is no slot with this id.
  case noSuchSlot(id: String)
  /// The vault can have so many slots, or so many of a kind, and no more.
  case tooManySlots(limit: Int)
  /// Header or slots are others than those that a rekey was planned for.
  case slotsChanged(path: String)
  /// The credential in use is the one that a new slot was to be made for.
  case sameCredential(path: String)
  /// A second version of an item lies under an earlier key, which therefore stays open.
  case secondVersion(path: String)
  /// The item lies under a key that is in use: there is nothing to adopt.
  case notRetired(path: String)
  /// Nothing can be sealed to this public key.
  case invalidRecipient
  /// The key that this needs is not in memory.
  case locked
  /// One item's file cannot be served.
  case item(ItemProblem, path: String)
  /// A file could not be read.
  case cannotRead(SystemError)
  /// A file could not be written.
  case cannotWrite(SystemError)
  /// The file system takes no locks.
  case lockingUnsupported(SystemError)
  /// A symbolic link below the root leads out of the vault.
  case linkLeavesVault(path: String)
  /// Others than the owner may reach a file that only its owner should.
  case unsafePermissions(path: String, mode: UInt32)
  /// The value exceeds the limit, both in bytes.
  case valueTooLarge(count: Int, limit: Int)
  /// The attributes exceed the limit, both in bytes.
  case attributesTooLarge(count: Int, limit: Int)
  /// A file was changed by somebody without the lock between being read and being replaced.
  case interference(path: String)
  /// A write needs the device key, and none is at hand.
  case noDeviceKey
  /// The key derivation or the key store found no memory, in bytes.
  case outOfMemory(needed: Int)
  /// The cryptographic library does not start.
  case libraryUnavailable
}

/// Why one sealed file is not served.
package enum ItemProblem: Hashable, Sendable {
  /// The file is no item at all.
  case notAnItem
  /// A line-ending conversion went over the file.
  case lineEndings
  /// The file ends too early.
  case truncated
  /// The file was written by a later format version.
  case newerVersion
  /// The item has a kind or a critical attribute unknown here.
  case needsNewerTool
  /// The item was sealed for another vault.
  case otherVault
  /// The master key the item names is not known.
  case unknownKey
  /// The item lies under a master key that was retired.
  case retiredKey
  /// The item belongs at another path.
  case misplaced
  /// Anything else that does not check; the text says what.
  case damaged(String)

  /// Whether the bytes are broken, rather than meant for a key or a tool that is not at hand.
  package var isDamage: Bool {
    switch self {
    case .notAnItem, .lineEndings, .truncated, .damaged: true
    case .newerVersion, .needsNewerTool, .otherVault, .unknownKey, .retiredKey, .misplaced: false
    }
  }
}

/// Why a credential cannot be tried.
package enum CredentialFault: Hashable, Sendable {
  /// The passphrase has no bytes.
  case emptyPassphrase(source: String)
  /// The file is not there.
  case missingFile(path: String)
  /// The passphrase file is not there.
  case missingPassphraseFile(path: String)
  /// The file is no key, identity or device-key file.
  case malformedFile(path: String, what: String)
}
