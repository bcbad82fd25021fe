/// The codes of the attributes that this version knows, those of Keychain Services.
///
/// The raw value is the four ASCII characters as a big-endian number, so numbers are ordered as the codes
/// are.
enum AttributeCode: UInt32, CaseIterable {
  /// `acct`, `kSecAttrAccount`.
  case account = 0x6163_6374
  /// `agrp`, `kSecAttrAccessGroup`.
  case group = 0x6167_7270
  /// `cdat`, `kSecAttrCreationDate`.
  case created = 0x6364_6174
  /// `crtr`, `kSecAttrCreator`.
  case creator = 0x6372_7472
  /// `desc`, `kSecAttrDescription`.
  case kind = 0x6465_7363
  /// `gena`, `kSecAttrGeneric`.
  case generic = 0x6765_6e61
  /// `icmt`, `kSecAttrComment`.
  case comment = 0x6963_6d74
  /// `invi`, `kSecAttrIsInvisible`.
  case invisible = 0x696e_7669
  /// `labl`, `kSecAttrLabel`.
  case label = 0x6c61_626c
  /// `mdat`, `kSecAttrModificationDate`.
  case modified = 0x6d64_6174
  /// `nega`, `kSecAttrIsNegative`.
  case negative = 0x6e65_6761
  /// `pdmn`, `kSecAttrAccessible`.
  case accessibility = 0x7064_6d6e
  /// `svce`, `kSecAttrService`.
  case service = 0x7376_6365
  /// `sync`, `kSecAttrSynchronizable`.
  case synchronizable = 0x7379_6e63
  /// `type`, `kSecAttrType`.
  case type = 0x7479_7065

  /// The four characters, for messages.
  var name: String {
    let number = rawValue
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
