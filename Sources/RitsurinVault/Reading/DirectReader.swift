internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shortest way to one item by its names: no path as text, no descriptor object, one read, one result.
///
/// It answers only where there is nothing to think about: one file, where the names lead, that opens under
/// the current key. Everything else (nothing found, several variants, damage, another key, a lock, any
/// failing call) it leaves to `ItemLookup`, which starts anew. So it decides nothing that the other way
/// would decide otherwise. Docs/Performance.md says what it saves.
final class DirectReader: Sendable {
  /// What the caller wants to know.
  enum Wanted { case presence, attributes, value }

  /// What was found; the rest is nil unless wanted.
  struct Found {
    var attributes: FoundAttributes?
    var value: Data?
  }

  /// Apart, because they are large and seldom wanted.
  final class FoundAttributes: Sendable {
    let attributes: ItemAttributes
    let revision: Nonce

    init(attributes: ItemAttributes, revision: Nonce) {
      self.attributes = attributes
      self.revision = revision
    }
  }

  private let root: FileDescriptor
  private let opening: DirectOpening
  private let keyring: Keyring
  private let place = Locked<DirectPlace?>(nil)

  /// - Parameters:
  ///   - root: The vault's root directory.
  ///   - vaultID: The vault's 16-byte id.
  ///   - keyring: The keys; this ends with them, and so do the group keys it holds.
  init(root: FileDescriptor, vaultID: [UInt8], keyring: Keyring) {
    self.root = root
    opening = DirectOpening(vaultID: vaultID, keyID: keyring.currentID)
    self.keyring = keyring
  }

  /// Looks at every path that both variants have in one place.
  ///
  /// - Parameters:
  ///   - group: The access group; nil is the default place.
  /// - Returns: nil where the general way has to answer.
  func find(
    service: String, account: String, group: String?, wanting wanted: Wanted, files: FileSystem
  ) -> Found? {
    guard account.utf8.count <= DirectPlace.greatestAccount, let place = place(service: service, group: group)
    else { return nil }
    let look = DirectLook(files: files, root: root, opening: opening, wanted: wanted)
    var account = account
    return account.withUTF8 { (account) -> Found? in
      let account = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(account))
      var found: Found?
      for synchronizable in 0..<2 {
        let digest = place.digest(of: account, synchronizable: synchronizable == 1)
        for tree in place.trees {
          switch look.look(
            in: place, tree, digest: digest, account: account, synchronizable: synchronizable == 1)
          {
          case .absent: continue
          case .unclear: return nil
          case .found(let item):
            guard found == nil else { return nil }
            found = item
          }
        }
      }
      return found
    }
  }

  /// The place that was used last, or another one.
  private func place(service: String, group: String?) -> DirectPlace? {
    if let last = place.withLock({ $0 }), last.service.hasSameBytes(as: service),
      hasSameBytes(last.group, group)
    {
      return last
    }
    guard let made = try? DirectPlace(service: service, group: group, keyring: keyring) else { return nil }
    place.withLock { $0 = made }
    return made
  }
}
