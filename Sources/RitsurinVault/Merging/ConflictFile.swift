package import RitsurinCrypto

/// A file that holds a second version of an item, or two versions of a text between git's markers.
package struct ConflictFile: Sendable {
  /// Relative to the vault's root; a name that is not UTF-8 stands in it as far as it is.
  package let path: String
  /// Who put it there.
  package let origin: ConflictOrigin
  /// The item that it holds, without its value; nil for what is no copy of an item, or does not open.
  package let copy: OpenedItem?
  /// Why the copy does not open.
  package let copyError: VaultError?
  /// The digest of its bytes.
  package let digest: Digest256?
  /// Why it could not be read; of a directory, why it could not be looked into.
  package let unread: VaultError?
  /// The item of the same identity as it is now, without its value; nil where it is absent, or where nothing tells which
  /// it is.
  package let current: OpenedItem?
  /// Why the item that stands in its place cannot be read.
  package let currentError: VaultError?
  /// Whether the item as it is now holds the same, dates aside.
  package let isEqualToCurrent: Bool

  /// Compares, and keeps no value.
  init(
    _ path: String, _ origin: ConflictOrigin, version: SealedVersion? = nil, digest: Digest256? = nil,
    unread: VaultError? = nil, current: OpenedItem? = nil, currentError: VaultError? = nil
  ) {
    self.path = path
    self.origin = origin
    copy = version?.item?.withoutValue
    copyError = version?.error
    self.digest = digest
    self.unread = unread
    self.current = current?.withoutValue
    self.currentError = currentError
    if let copy = version?.item, let current {
      isEqualToCurrent = copy.hasSameContent(as: current)
    } else {
      isEqualToCurrent = false
    }
  }
}

extension ConflictFile: Redacted {}

extension OpenedItem {
  fileprivate var withoutValue: OpenedItem {
    var item = self
    item.value = nil
    return item
  }
}
