internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// The bytes of one version of an item, and what they hold, wherever they come from: a conflict copy, git's hands.
package struct SealedVersion: Sendable {
  /// What the bytes hold.
  package enum State: Sendable {
    /// An item; its value is there where the keys at hand open it.
    case item(OpenedItem, Keyring.Standing)
    /// Nothing that opens here, and why.
    case unopened(VaultError)
  }

  package let bytes: [UInt8]
  package let state: State

  /// A version that was looked at already.
  package init(bytes: [UInt8], state: State) {
    self.bytes = bytes
    self.state = state
  }

  /// The item, if there is one.
  package var item: OpenedItem? {
    if case .item(let item, _) = state { return item }
    return nil
  }

  /// Why there is none.
  package var error: VaultError? {
    if case .unopened(let error) = state { return error }
    return nil
  }

  /// Whether both hold the same, dates aside: then no information is lost with either.
  ///
  /// A value that does not open here is like no other.
  package func hasSameContent(as other: SealedVersion) -> Bool {
    guard let one = item, let another = other.item else { return bytes == other.bytes }
    return one.hasSameContent(as: another)
  }
}

extension SealedVersion: Redacted {}
extension SealedVersion.State: Redacted {}

extension OpenedItem {
  /// Whether both hold the same, dates aside.
  ///
  /// A value that was not opened is like no other.
  package func hasSameContent(as other: OpenedItem) -> Bool {
    if revision == other.revision && keyID == other.keyID { return true }
    guard let value, let otherValue = other.value, value.elementsEqual(otherValue) else { return false }
    var attributes = other.attributes
    attributes.created = self.attributes.created
    attributes.modified = self.attributes.modified
    return attributes == self.attributes
  }
}

extension Vault {
  /// Opens bytes that are said to be an item of this vault.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Where they come from, for errors.
  /// - Throws: `.outOfMemory`; everything else is part of the result, `.locked` without a key included.
  /// - Complexity: O(bytes).
  package func version(_ bytes: [UInt8], path: String) throws(VaultError) -> SealedVersion {
    try current.version(bytes, path: path)
  }
}

extension Vault.Snapshot {
  /// Opens bytes with the keys of this view.
  ///
  /// - Throws: `.outOfMemory`.
  func version(_ bytes: [UInt8], path: String) throws(VaultError) -> SealedVersion {
    guard let keyring else { return SealedVersion(bytes: bytes, state: .unopened(.locked)) }
    let opener = ItemOpener(vaultID: header.header.id, keyring: keyring)
    do throws(VaultError) {
      var (item, envelope, standing) = try opener.openAnywhere(unsafe bytes.span.bytes, path: path)
      if !item.needsNewerTool {
        var copy = bytes
        do throws(VaultError) {
          item.value = try opener.openValue(of: item, envelope: envelope, in: &copy)
        } catch {
          // A value that is locked away says nothing against the item.
          guard case .locked = error else { throw error }
        }
      }
      return SealedVersion(bytes: bytes, state: .item(item, standing))
    } catch {
      guard case .item = error else { throw error }
      return SealedVersion(bytes: bytes, state: .unopened(error))
    }
  }
}
