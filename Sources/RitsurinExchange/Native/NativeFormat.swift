/// `keychain-items`, version 1: Ritsurin's own format, readable by any program that reads JSON.
///
/// One JSON object a line, UTF-8, LF: first the header, then the items, last the trailer, which tells a whole
/// file from a cut one. Files may be joined: a header after a trailer begins a new part. Header and trailer
/// may
/// be missing in files made by hand. The item objects may also stand in one JSON array.
enum NativeFormat {
  /// What the header's `format` says.
  static let name = "keychain-items"
  /// The version that is read and written.
  static let version: Int64 = 1
  /// The greatest value of an item, in bytes: that of the vault's format.
  static let valueLimit = 64 << 20

  /// The names of an item's members, in the order in which they are written.
  ///
  /// Other names that begin with `x-` are passed over, so that tools can annotate; all others are refused.
  enum Key: String, CaseIterable {
    case service, account, accessGroup, synchronizable, accessibility, label, comment, kind, created, modified
    case value, valueBase64
    /// Base64 of `kSecAttrGeneric`; this and the next four are Ritsurin's additions to the format.
    case generic = "x-ritsurin-generic"
    /// `kSecAttrCreator`, a number.
    case creator = "x-ritsurin-creator"
    /// `kSecAttrType`, a number.
    case type = "x-ritsurin-type"
    /// `kSecAttrIsInvisible`, a boolean.
    case invisible = "x-ritsurin-invisible"
    /// `kSecAttrIsNegative`, a boolean.
    case negative = "x-ritsurin-negative"

    private static let byName = Dictionary(
      uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

    /// The key of a name, compared by bytes.
    static func named(_ name: [UInt8]) -> Key? { byName[name] }
  }

  /// Whether a name is an annotation.
  static func isAnnotation(_ name: [UInt8]) -> Bool {
    name.starts(with: "x-".utf8)
  }
}
