/// The attributes of `SecItemCopyMatching` that are read, under every name that dumps give them.
enum SecItemKey: String, CaseIterable {
  case itemClass = "class"
  case service = "svce"
  case account = "acct"
  case group = "agrp"
  case accessibility = "pdmn"
  case synchronizable = "sync"
  case label = "labl"
  case comment = "icmt"
  case kind = "desc"
  case generic = "gena"
  case created = "cdat"
  case modified = "mdat"
  case creator = "crtr"
  case type = "type"
  case invisible = "invi"
  case negative = "nega"
  case value = "v_Data"
  case tombstone = "tomb"
  case control = "accc"
  case server = "srvr"
  case port = "port"
  case proto = "ptcl"
  case path = "path"
  case domain = "sdmn"

  /// The names in Apple's headers, and those of KeychainAccess.
  private var otherNames: [String] {
    switch self {
    case .itemClass: ["kSecClass"]
    case .service: ["kSecAttrService", "service"]
    case .account: ["kSecAttrAccount", "key"]
    case .group: ["kSecAttrAccessGroup", "accessGroup"]
    case .accessibility: ["kSecAttrAccessible", "accessibility"]
    case .synchronizable: ["kSecAttrSynchronizable", "synchronizable"]
    case .label: ["kSecAttrLabel"]
    case .comment: ["kSecAttrComment"]
    case .kind: ["kSecAttrDescription"]
    case .generic: ["kSecAttrGeneric"]
    case .created: ["kSecAttrCreationDate"]
    case .modified: ["kSecAttrModificationDate"]
    case .creator: ["kSecAttrCreator"]
    case .type: ["kSecAttrType"]
    case .invisible: ["kSecAttrIsInvisible"]
    case .negative: ["kSecAttrIsNegative"]
    case .value: ["kSecValueData", "value"]
    case .tombstone: []
    case .control: ["kSecAttrAccessControl"]
    case .server: ["kSecAttrServer", "server"]
    case .port: ["kSecAttrPort"]
    case .proto: ["kSecAttrProtocol", "protocol"]
    case .path: ["kSecAttrPath"]
    case .domain: ["kSecAttrSecurityDomain"]
    }
  }

  private static let byName = Dictionary(
    allCases.flatMap { key in ([key.rawValue] + key.otherNames).map { (Array($0.utf8), key) } },
    uniquingKeysWith: { first, _ in first })

  /// The key of a name, compared by bytes.
  static func named(_ name: [UInt8]) -> SecItemKey? { byName[name] }

  /// Whether a name is one that only dumps of keychains have.
  static func isTelling(_ name: [UInt8]) -> Bool {
    name.isText("svce") || name.isText("acct") || name.isText("v_Data")
      || name.starts(with: "kSecAttr".utf8) || name.isText("kSecValueData")
  }
}
