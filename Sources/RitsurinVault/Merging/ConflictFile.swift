package import RitsurinCrypto

/// A file that holds a second version of an item, or two versions of a text between git's markers.
package struct ConflictFile: Sendable {
  /// Relative to the vault's root.
  package let path: String
  /// Who put it there.
  package let origin: ConflictOrigin
  /// What it holds; nil for what is no copy of an item.
  package let version: SealedVersion?
  /// The digest of its bytes.
  package let digest: Digest256?
  /// Why it could not be read.
  package let unread: VaultError?
  /// The item of the same identity as it is now; nil where it is absent, or where nothing tells which it is.
  package let current: OpenedItem?
  /// Why the item that stands in its place cannot be read.
  package let currentError: VaultError?

  /// Whether the item as it is now holds the same, dates aside.
  package var isEqualToCurrent: Bool {
    guard let copy = version?.item, let current else { return false }
    return copy.hasSameContent(as: current)
  }
}
