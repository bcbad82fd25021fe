/// What makes an item one and no other: service, key, access group and the synchronizable flag, by their
/// bytes.
package struct ItemIdentity: Hashable, Sendable, CustomStringConvertible {
  /// `kSecAttrService`.
  package var service: String
  /// `kSecAttrAccount`.
  package var key: String
  /// `kSecAttrAccessGroup`, `nil` for the default place.
  package var accessGroup: String?
  /// `kSecAttrSynchronizable`.
  package var synchronizable: Bool

  /// An identity of the four parts.
  package init(service: String, key: String, accessGroup: String?, synchronizable: Bool) {
    self.service = service
    self.key = key
    self.accessGroup = accessGroup
    self.synchronizable = synchronizable
  }

  /// Whether both have the same bytes.
  package static func == (first: Self, second: Self) -> Bool {
    first.synchronizable == second.synchronizable && ExactText.same(first.key, second.key)
      && ExactText.same(first.service, second.service)
      && ExactText.same(first.accessGroup, second.accessGroup)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    ExactText.hash(service, into: &hasher)
    ExactText.hash(key, into: &hasher)
    ExactText.hash(accessGroup, into: &hasher)
    hasher.combine(synchronizable)
  }

  /// The parts, quoted and escaped.
  package var description: String {
    "service: \(service.debugDescription), key: \(key.debugDescription)"
      + (accessGroup.map { ", accessGroup: \($0.debugDescription)" } ?? "")
      + (synchronizable ? ", synchronizable" : "")
  }
}
