internal import RitsurinFormat

/// Which items a reader wants; nil is no restriction.
package struct ItemScope: Sendable {
  /// Which access groups.
  package enum Group: Sendable {
    /// The default place and every group.
    case every
    /// One group, or with nil the default place.
    case only(String?)
  }

  package var service: String?
  package var account: String?
  package var group: Group
  package var synchronizable: Bool?

  package init(service: String?, account: String?, group: Group, synchronizable: Bool?) {
    self.service = service
    self.account = account
    self.group = group
    self.synchronizable = synchronizable
  }

  func admits(_ attributes: ItemAttributes) -> Bool {
    if let service, !attributes.service.hasSameBytes(as: service) { return false }
    if let account, !attributes.account.hasSameBytes(as: account) { return false }
    if case .only(let group) = group, !hasSameBytes(attributes.group, group) { return false }
    if let synchronizable, attributes.synchronizable != synchronizable { return false }
    return true
  }
}

/// What a reader found.
package struct ItemFindings: Sendable {
  package var items: [OpenedItem] = []
  package var unreadable: [UnreadableItem] = []
  /// Why directories in the way could not be listed: any number of items may lie below them.
  package var unlisted: [VaultError] = []
  /// Copies under `items/` of identities that the device tree serves.
  package var shadowed: [OpenedItem] = []

  package init() {}

  package var isEmpty: Bool { items.isEmpty && unreadable.isEmpty && unlisted.isEmpty }
}

/// A file that stands where an item may stand and cannot be served.
package struct UnreadableItem: Sendable {
  /// Why.
  package let error: VaultError
  /// Its place, where the name of the file is in the grammar.
  package let address: ItemAddress
  /// Whether the file lies in the default place.
  package let isInDefaultGroup: Bool
}

extension ItemScope {
  /// Every item of the vault.
  static let everything = ItemScope(service: nil, account: nil, group: .every, synchronizable: nil)
}
