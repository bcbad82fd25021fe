/// Everything about an item but its value. Docs/Format.md, "Attributes".
package struct ItemAttributes: Sendable {
  /// An attribute that this version does not know, kept as it is.
  package struct Unknown: Hashable, Sendable {
    /// 4 ASCII letters or digits.
    package var code: [UInt8]
    package var bytes: [UInt8]

    package init(code: [UInt8], bytes: [UInt8]) {
      self.code = code
      self.bytes = bytes
    }

    /// Whether a tool that does not know it must leave the item alone.
    package var isCritical: Bool { code.first.map(ASCII.isUpper) ?? false }
  }

  /// `acct`
  package var account: String
  /// `svce`
  package var service: String
  /// `agrp`; never empty, nil where there is no access group.
  package var group: String?
  /// `sync`
  package var synchronizable: Bool
  /// `pdmn`
  package var accessibility: AccessibilityClass
  /// `cdat`, microseconds since 1970 UTC.
  package var created: Int64
  /// `mdat`, microseconds since 1970 UTC.
  package var modified: Int64
  /// `labl`
  package var label: String?
  /// `icmt`
  package var comment: String?
  /// `desc`
  package var kind: String?
  /// `gena`
  package var generic: [UInt8]?
  /// `crtr`
  package var creator: UInt32?
  /// `type`
  package var type: UInt32?
  /// `invi`
  package var isInvisible: Bool?
  /// `nega`
  package var isNegative: Bool?
  /// The rest, by code.
  package var unknown: [Unknown]

  package init(
    account: String, service: String, group: String? = nil, synchronizable: Bool = false,
    accessibility: AccessibilityClass = .ck, created: Int64, modified: Int64, label: String? = nil,
    comment: String? = nil, kind: String? = nil, generic: [UInt8]? = nil, creator: UInt32? = nil, type: UInt32? = nil,
    isInvisible: Bool? = nil, isNegative: Bool? = nil, unknown: [Unknown] = []
  ) {
    self.account = account
    self.service = service
    self.group = group
    self.synchronizable = synchronizable
    self.accessibility = accessibility
    self.created = created
    self.modified = modified
    self.label = label
    self.comment = comment
    self.kind = kind
    self.generic = generic
    self.creator = creator
    self.type = type
    self.isInvisible = isInvisible
    self.isNegative = isNegative
    self.unknown = unknown
  }

  /// Whether a newer tool says that older ones must leave the item alone.
  package var hasUnknownCriticalCode: Bool { unknown.contains { $0.isCritical } }
}
