extension RKeychainError {
  /// The error of an `OSStatus`, as Keychain Services returns it; no number is lost.
  ///
  /// Where several kinds share a number, the most general one is taken. 0 (`errSecSuccess`) and numbers
  /// without a kind become ``Kind/unhandled``.
  ///
  /// - Parameter status: any number.
  public init(status: Int32) {
    self.init(Self.kind(ofStatus: status), status: status)
  }

  private static func kind(ofStatus status: Int32) -> Kind {
    switch status {
    case -4: .unimplemented
    case -34: .diskFull
    case -36: .ioError
    // -34000 to -34016 are the former numbers of what is errSecParam today.
    case -50, -34016 ... -34000: .badParameter
    // errSecWrPerm is an older name of the same failure.
    case -25292, -61: .cannotWrite
    case -108: .outOfMemory
    case -128: .cancelled
    case -909: .badRequest
    case -26276, -2070, -67671: .internal
    case -25243: .noAccessForItem
    case -25244: .invalidOwnerEdit
    case -25256: .unsupportedFormat
    case -25257: .unknownFormat
    case -25260: .passphraseRequired
    case -25291: .cannotRead
    case -25293: .wrongCredential
    case -25294: .noSuchVault
    case -25295: .notAVault
    case -25296: .vaultExists
    case -25299: .duplicateItem
    case -25300: .itemNotFound
    case -25302, -25301: .valueTooLarge
    case -25303: .noSuchAttribute
    case -25306: .noSuchClass
    case -25307: .noDefaultStore
    case -25308: .interactionNotAllowed
    case -25309: .readOnlyAttribute
    case -25310: .newerFormat
    case -25315: .interactionRequired
    case -25316: .dataNotAvailable
    case -25317: .conflict
    case -25320: .inDarkWake
    case -26275: .decodingFailed
    case -34018: .missingEntitlement
    case -34020: .restrictedAPI
    case -67585: .serviceNotAvailable
    case -67594, -67853: .notUTF8
    case -67596: .quotaExceeded
    case -67597: .fileTooBig
    case -67869: .databaseLocked
    default: .unhandled
    }
  }
}
