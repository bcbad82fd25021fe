extension RKeychainError {
  /// What kind of failure an error is; more kinds may come, so a `switch` needs a `default`.
  ///
  /// Several kinds can share one ``status``: they are told apart here, not by number.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    let code: Code

    /// The status an error of this kind carries when nothing else is said (an `OSStatus`).
    public var status: Int32 { code.status }

    /// The kind's name, as in this source.
    public var description: String { code.rawValue }

    /// Every kind there is in this version, in the order of this source.
    public static var allKinds: [Kind] { Code.allCases.map(Kind.init(code:)) }
  }
}

// MARK: What the store answers

extension RKeychainError.Kind {
  /// No item matches (`errSecItemNotFound`); proven, never a guess.
  public static var itemNotFound: Self { Self(code: .itemNotFound) }
  /// Another item has this identity already (`errSecDuplicateItem`).
  public static var duplicateItem: Self { Self(code: .duplicateItem) }
  /// The item is not in the expected state (`errSecDataNotModifiable`); see
  /// ``RKeychainError/currentRevision``.
  public static var conflict: Self { Self(code: .conflict) }
  /// The access group is empty or not one that this store may use (`errSecMissingEntitlement`).
  public static var missingEntitlement: Self { Self(code: .missingEntitlement) }
  /// An argument, or a combination of arguments, is not allowed (`errSecParam`).
  public static var badParameter: Self { Self(code: .badParameter) }
  /// The value is above the store's limit (`errSecDataTooLarge`).
  public static var valueTooLarge: Self { Self(code: .valueTooLarge) }
  /// An attribute of an import or query does not exist (`errSecNoSuchAttr`).
  public static var noSuchAttribute: Self { Self(code: .noSuchAttribute) }
  /// An item class of an import does not exist here (`errSecNoSuchClass`).
  public static var noSuchClass: Self { Self(code: .noSuchClass) }
  /// An attribute cannot be set, only read (`errSecReadOnlyAttr`).
  public static var readOnlyAttribute: Self { Self(code: .readOnlyAttribute) }
}

// MARK: Keys and locks

extension RKeychainError.Kind {
  /// The store is locked (`errSecInteractionNotAllowed`); never the same as absent.
  public static var interactionNotAllowed: Self { Self(code: .interactionNotAllowed) }
  /// Nothing that could unlock the vault was given or found (`errSecInteractionNotAllowed`).
  public static var noCredential: Self { Self(code: .noCredential) }
  /// The key file that was named is not there (`errSecInteractionNotAllowed`).
  public static var keyFileMissing: Self { Self(code: .keyFileMissing) }
  /// The passphrase, key file or identity does not open the vault (`errSecAuthFailed`).
  public static var wrongCredential: Self { Self(code: .wrongCredential) }
  /// The passphrase opens only a key slot that is fit for tests, and nobody said that this is one
  /// (`errSecAuthFailed`).
  public static var weakPassphraseSlot: Self { Self(code: .weakPassphraseSlot) }
  /// The accessibility needs a passphrase, and the vault has none (`errSecAuthFailed`).
  public static var passcodeRequired: Self { Self(code: .passcodeRequired) }
  /// A file to be imported needs a passphrase (`errSecPassphraseRequired`).
  public static var passphraseRequired: Self { Self(code: .passphraseRequired) }
  /// The item is sealed with a key that was retired (`errSecNoAccessForItem`).
  public static var retiredKey: Self { Self(code: .retiredKey) }
  /// The item is sealed with a key that this vault does not know (`errSecNoAccessForItem`).
  public static var unknownKey: Self { Self(code: .unknownKey) }
  /// The item's own rules refuse access (`errSecNoAccessForItem`).
  public static var noAccessForItem: Self { Self(code: .noAccessForItem) }
  /// A person cancelled (`errSecUserCanceled`).
  public static var cancelled: Self { Self(code: .cancelled) }
}

// MARK: The vault as a whole

extension RKeychainError.Kind {
  /// There is no vault at the path (`errSecNoSuchKeychain`).
  public static var noSuchVault: Self { Self(code: .noSuchVault) }
  /// What lies at the path is not a vault (`errSecInvalidKeychain`).
  public static var notAVault: Self { Self(code: .notAVault) }
  /// The vault's header is damaged; it is never written anew (`errSecInvalidKeychain`).
  public static var headerDamaged: Self { Self(code: .headerDamaged) }
  /// The vault was written in a newer format (`errSecWrongSecVersion`).
  public static var newerFormat: Self { Self(code: .newerFormat) }
  /// A vault is there already (`errSecDuplicateKeychain`).
  public static var vaultExists: Self { Self(code: .vaultExists) }
  /// There is no default store on this system or in this build (`errSecNoDefaultKeychain`).
  public static var noDefaultStore: Self { Self(code: .noDefaultStore) }
}

// MARK: One item's file

extension RKeychainError.Kind {
  /// The item does not open: it was changed or damaged (`errSecDecode`).
  public static var itemDamaged: Self { Self(code: .itemDamaged) }
  /// The item's end is missing (`errSecDecode`).
  public static var itemTruncated: Self { Self(code: .itemTruncated) }
  /// A tool converted line ends inside the item (`errSecDecode`).
  public static var lineEndingsConverted: Self { Self(code: .lineEndingsConverted) }
  /// The file in the item's place is no item (`errSecDecode`).
  public static var notAnItem: Self { Self(code: .notAnItem) }
  /// The item belongs to another vault (`errSecDecode`).
  public static var otherVault: Self { Self(code: .otherVault) }
  /// The item lies where another one belongs (`errSecDecode`).
  public static var misplaced: Self { Self(code: .misplaced) }
  /// The item uses something this version does not know (`errSecWrongSecVersion`).
  public static var needsNewerTool: Self { Self(code: .needsNewerTool) }
}

// MARK: Values

extension RKeychainError.Kind {
  /// The value is not UTF-8 text; it stays readable as data (`errSecConversionError`).
  public static var notUTF8: Self { Self(code: .notUTF8) }
  /// The value is not what the requested type needs (`errSecDecode`).
  public static var decodingFailed: Self { Self(code: .decodingFailed) }
  /// The value could not be encoded (`errSecParam`).
  public static var encodingFailed: Self { Self(code: .encodingFailed) }
}

// MARK: The system underneath

extension RKeychainError.Kind {
  /// The store cannot be reached or read (`errSecNotAvailable`; `errSecIO` for EIO, `errSecAllocate` for
  /// ENOMEM).
  public static var cannotRead: Self { Self(code: .cannotRead) }
  /// The store cannot be written (`errSecReadOnly`).
  public static var cannotWrite: Self { Self(code: .cannotWrite) }
  /// No space is left (`errSecDiskFull`).
  public static var diskFull: Self { Self(code: .diskFull) }
  /// Reading or writing failed (`errSecIO`).
  public static var ioError: Self { Self(code: .ioError) }
  /// Memory is not available, such as that a passphrase needs (`errSecAllocate`).
  public static var outOfMemory: Self { Self(code: .outOfMemory) }
  /// The file system has no locks that writers need (`errSecNotAvailable`).
  public static var lockingUnsupported: Self { Self(code: .lockingUnsupported) }
  /// A symbolic link leads out of the vault (`errSecNotAvailable`).
  public static var linkLeavesVault: Self { Self(code: .linkLeavesVault) }
  /// Others may read a file that must be private (`errSecNotAvailable`).
  public static var unsafePermissions: Self { Self(code: .unsafePermissions) }
}

// MARK: Numbers that Keychain Services has besides

extension RKeychainError.Kind {
  /// The call is not valid in this state, such as after closing (`errSecBadReq`).
  public static var badRequest: Self { Self(code: .badRequest) }
  /// The option is not supported (`errSecUnimplemented`).
  public static var unimplemented: Self { Self(code: .unimplemented) }
  /// The format of an import is recognised but not supported (`errSecUnsupportedFormat`).
  public static var unsupportedFormat: Self { Self(code: .unsupportedFormat) }
  /// The format of an import is not recognised (`errSecUnknownFormat`).
  public static var unknownFormat: Self { Self(code: .unknownFormat) }
  /// The client may not use this call (`errSecRestrictedAPI`).
  public static var restrictedAPI: Self { Self(code: .restrictedAPI) }
  /// The owner may not be changed so (`errSecInvalidOwnerEdit`).
  public static var invalidOwnerEdit: Self { Self(code: .invalidOwnerEdit) }
  /// A person must be asked, which was not possible (`errSecInteractionRequired`).
  public static var interactionRequired: Self { Self(code: .interactionRequired) }
  /// The data are not available (`errSecDataNotAvailable`).
  public static var dataNotAvailable: Self { Self(code: .dataNotAvailable) }
  /// The machine is in dark wake and can ask nobody (`errSecInDarkWake`).
  public static var inDarkWake: Self { Self(code: .inDarkWake) }
  /// A quota is exceeded (`errSecQuotaExceeded`).
  public static var quotaExceeded: Self { Self(code: .quotaExceeded) }
  /// A file is too big (`errSecFileTooBig`).
  public static var fileTooBig: Self { Self(code: .fileTooBig) }
  /// A service is not available (`errSecServiceNotAvailable`).
  public static var serviceNotAvailable: Self { Self(code: .serviceNotAvailable) }
  /// The database is locked by another (`errSecDatabaseLocked`).
  public static var databaseLocked: Self { Self(code: .databaseLocked) }
  /// An invariant is broken: a fault of this software (`errSecInternal`).
  public static var `internal`: Self { Self(code: .`internal`) }
  /// A status that has no kind of its own; ``RKeychainError/status`` preserves it.
  public static var unhandled: Self { Self(code: .unhandled) }
}
