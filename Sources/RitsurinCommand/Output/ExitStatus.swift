import Ritsurin

/// What the tool tells its caller.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case notFound = 3
  case noCredential = 4
  case wrongCredential = 5
  case damaged = 6
  case conflict = 7
  case cannotReachFiles = 8
  case incomplete = 9
  case usage = 64

  /// What the status means, for the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "another failure"
    case .notFound: "there is no such item, or the default vault was never made"
    case .noCredential: "locked: no credential was given or found, and there is no terminal to ask on"
    case .wrongCredential: "the credential does not open the vault"
    case .damaged: "the vault or an item is damaged, or sealed with a key that is not at hand"
    case .conflict: "something else is there already"
    case .cannotReachFiles: "a file cannot be read or written, or is open to others"
    case .incomplete:
      "rows of an import, or items of an export or rekey, were left out; all others were written"
    case .usage: "the command line, or a variable of the environment, is wrong"
    }
  }

  /// The status of an error of the library; the one place where kinds become numbers.
  init(_ kind: RKeychainError.Kind) {
    switch kind {
    case .itemNotFound: self = .notFound
    case .interactionNotAllowed, .noCredential, .keyFileMissing, .cancelled, .interactionRequired,
      .passphraseRequired:
      self = .noCredential
    case .wrongCredential, .weakPassphraseSlot: self = .wrongCredential
    case .itemDamaged, .itemTruncated, .lineEndingsConverted, .notAnItem, .otherVault, .misplaced,
      .retiredKey, .unknownKey, .noAccessForItem, .headerDamaged:
      self = .damaged
    case .conflict, .duplicateItem, .vaultExists: self = .conflict
    case .noSuchVault, .notAVault, .cannotRead, .cannotWrite, .diskFull, .ioError, .lockingUnsupported,
      .linkLeavesVault, .unsafePermissions, .databaseLocked, .quotaExceeded:
      self = .cannotReachFiles
    case .badParameter, .missingEntitlement: self = .usage
    default: self = .failed
    }
  }
}
