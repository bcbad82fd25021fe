extension RKeychainError.Kind {
  /// The closed list behind the open ``RKeychainError/Kind``.
  enum Code: String, CaseIterable, Sendable {
    case itemNotFound, duplicateItem, conflict, missingEntitlement, badParameter, valueTooLarge,
      noSuchAttribute, noSuchClass, readOnlyAttribute
    case interactionNotAllowed, noCredential, keyFileMissing, wrongCredential, weakPassphraseSlot,
      passcodeRequired,
      passphraseRequired, retiredKey, unknownKey, noAccessForItem, cancelled
    case noSuchVault, notAVault, headerDamaged, newerFormat, vaultExists, noDefaultStore
    case itemDamaged, itemTruncated, lineEndingsConverted, notAnItem, otherVault, misplaced,
      needsNewerTool
    case notUTF8, decodingFailed, encodingFailed
    case cannotRead, cannotWrite, diskFull, ioError, outOfMemory, lockingUnsupported, linkLeavesVault,
      unsafePermissions
    case badRequest, unimplemented, unsupportedFormat, unknownFormat, restrictedAPI, invalidOwnerEdit,
      interactionRequired, dataNotAvailable, inDarkWake, quotaExceeded, fileTooBig, serviceNotAvailable,
      databaseLocked, `internal`, unhandled

    /// The kind's usual `OSStatus`.
    var status: Int32 {
      switch self {
      case .itemNotFound: -25300
      case .duplicateItem: -25299
      case .conflict: -25317
      case .missingEntitlement: -34018
      case .badParameter, .encodingFailed: -50
      case .valueTooLarge: -25302
      case .noSuchAttribute: -25303
      case .noSuchClass: -25306
      case .readOnlyAttribute: -25309
      case .interactionNotAllowed, .noCredential, .keyFileMissing: -25308
      case .wrongCredential, .weakPassphraseSlot, .passcodeRequired: -25293
      case .passphraseRequired: -25260
      case .retiredKey, .unknownKey, .noAccessForItem: -25243
      case .cancelled: -128
      case .noSuchVault: -25294
      case .notAVault, .headerDamaged: -25295
      case .newerFormat, .needsNewerTool: -25310
      case .vaultExists: -25296
      case .noDefaultStore: -25307
      case .itemDamaged, .itemTruncated, .lineEndingsConverted, .notAnItem, .otherVault, .misplaced,
        .decodingFailed:
        -26275
      case .notUTF8: -67594
      case .cannotRead, .lockingUnsupported, .linkLeavesVault, .unsafePermissions: -25291
      case .cannotWrite: -25292
      case .diskFull: -34
      case .ioError: -36
      case .outOfMemory: -108
      case .badRequest: -909
      case .unimplemented: -4
      case .unsupportedFormat: -25256
      case .unknownFormat: -25257
      case .restrictedAPI: -34020
      case .invalidOwnerEdit: -25244
      case .interactionRequired: -25315
      case .dataNotAvailable: -25316
      case .inDarkWake: -25320
      case .quotaExceeded: -67596
      case .fileTooBig: -67597
      case .serviceNotAvailable: -67585
      case .databaseLocked: -67869
      case .internal: -26276
      case .unhandled: 0
      }
    }

    /// What is said when the error brings no message of its own.
    var message: String {
      switch self {
      case .itemNotFound: "no such item"
      case .duplicateItem: "an item of this identity exists already"
      case .conflict: "the item was changed in the meantime"
      case .missingEntitlement: "this access group may not be used here"
      case .badParameter: "an argument is not allowed"
      case .valueTooLarge: "the value is too large"
      case .noSuchAttribute: "there is no such attribute"
      case .noSuchClass: "there is no such item class"
      case .readOnlyAttribute: "this attribute can only be read"
      case .interactionNotAllowed: "the store is locked"
      case .noCredential: "no credential for this vault was given or found"
      case .keyFileMissing: "the key file is missing"
      case .wrongCredential: "the credential does not open this vault"
      case .weakPassphraseSlot: "the passphrase slot is fit for tests only"
      case .passcodeRequired: "this accessibility needs a vault with a passphrase"
      case .passphraseRequired: "a passphrase is required"
      case .retiredKey: "the item is sealed with a retired key"
      case .unknownKey: "the item is sealed with an unknown key"
      case .noAccessForItem: "the item may not be accessed"
      case .cancelled: "cancelled"
      case .noSuchVault: "there is no vault"
      case .notAVault: "this is not a vault"
      case .headerDamaged: "the vault's header is damaged"
      case .newerFormat: "the vault has a newer format"
      case .vaultExists: "a vault exists already"
      case .noDefaultStore: "there is no default store"
      case .itemDamaged: "the item is damaged"
      case .itemTruncated: "the item is truncated"
      case .lineEndingsConverted: "line endings inside the item were converted"
      case .notAnItem: "this is not an item"
      case .otherVault: "the item belongs to another vault"
      case .misplaced: "the item is misplaced"
      case .needsNewerTool: "the item needs a newer version of this software"
      case .notUTF8: "the value is not UTF-8 text"
      case .decodingFailed: "the value could not be decoded"
      case .encodingFailed: "the value could not be encoded"
      case .cannotRead: "the store cannot be read"
      case .cannotWrite: "the store cannot be written"
      case .diskFull: "the disk is full"
      case .ioError: "input or output failed"
      case .outOfMemory: "not enough memory"
      case .lockingUnsupported: "the file system does not support locking"
      case .linkLeavesVault: "a link leaves the vault"
      case .unsafePermissions: "the file's permissions are unsafe"
      case .badRequest: "the call is not valid now"
      case .unimplemented: "this is not supported"
      case .unsupportedFormat: "the format is not supported"
      case .unknownFormat: "the format is not recognised"
      case .restrictedAPI: "this call is restricted"
      case .invalidOwnerEdit: "the owner cannot be changed so"
      case .interactionRequired: "user interaction is required"
      case .dataNotAvailable: "the data are not available"
      case .inDarkWake: "nobody can be asked in dark wake"
      case .quotaExceeded: "a quota is exceeded"
      case .fileTooBig: "the file is too big"
      case .serviceNotAvailable: "the service is not available"
      case .databaseLocked: "the database is locked"
      case .internal: "internal error"
      case .unhandled: "unhandled status"
      }
    }
  }
}
