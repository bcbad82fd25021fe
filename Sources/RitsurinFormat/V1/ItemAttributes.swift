/// Everything about an item but its value: Docs/Format.md#attributes.
package struct ItemAttributes: Sendable {
  /// `acct`: the account.
  package var account: String
  /// `svce`: the service.
  package var service: String
  /// `agrp`: the access group; never empty, nil where there is none.
  package var group: String?
  /// `sync`: whether the item may be synchronized.
  package var synchronizable: Bool
  /// `pdmn`: when the value is readable.
  package var accessibility: AccessibilityClass
  /// `cdat`: the time of creation, in microseconds since 1970 UTC.
  package var created: Int64
  /// `mdat`: the time of the last change, in microseconds since 1970 UTC.
  package var modified: Int64
  /// `labl`: a name for people.
  package var label: String?
  /// `icmt`: a comment.
  package var comment: String?
  /// `desc`: what kind of item it is, for people.
  package var kind: String?
  /// `gena`: bytes of the user's own.
  package var generic: [UInt8]?
  /// `crtr`: the creator's four-character code.
  package var creator: UInt32?
  /// `type`: the type's four-character code.
  package var type: UInt32?
  /// `invi`: whether the item is hidden from people.
  package var isInvisible: Bool?
  /// `nega`: whether the item only says that there is no value.
  package var isNegative: Bool?
  /// All others, each code once.
  package var unknown: [Unknown]

  /// Attributes from their parts; what has a default may be absent.
  package init(
    account: String, service: String, group: String? = nil, synchronizable: Bool = false,
    accessibility: AccessibilityClass = .ck, created: Int64, modified: Int64, label: String? = nil,
    comment: String? = nil, kind: String? = nil, generic: [UInt8]? = nil, creator: UInt32? = nil,
    type: UInt32? = nil, isInvisible: Bool? = nil, isNegative: Bool? = nil, unknown: [Unknown] = []
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
