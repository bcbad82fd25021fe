package import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

/// What one master key gives the readers and writers of items, for one tree.
///
/// Roots are derived once; the keys of a group are derived at its first use and kept. Nothing here can be
/// turned back into the master key. Docs/Format.md#item-keys.
package final class KeyFamily: Sendable {
  /// The keys of one access group.
  package struct GroupKeys: Sendable {
    /// Opens attributes.
    package let attributes: SymmetricKey
    /// Opens values that stay readable while locked.
    package let afterFirstUnlock: SymmetricKey
    /// Opens values readable only while unlocked; nil once locked.
    package let whileUnlocked: SymmetricKey?

    /// The key for values of a class, or nil while it is locked away.
    package func value(_ accessibility: AccessibilityClass) -> SymmetricKey? {
      accessibility.isReadableWhileLocked ? afterFirstUnlock : whileUnlocked
    }
  }

  /// How many groups' keys are kept.
  private static let cacheLimit = 1_024

  private let root3: SymmetricKey
  private let root4: SymmetricKey
  private let root5: SymmetricKey?
  private let groups = Locked(ByGroup<GroupKeys>())

  /// Derives the roots of a master key.
  ///
  /// - Parameters:
  ///   - master: The 32-byte master key.
  ///   - deviceKey: The device key for items under `device/`, nil for those under `items/`.
  /// - Throws: `CryptoError`.
  package init(master: SymmetricKey, deviceKey: SymmetricKey?) throws(CryptoError) {
    root3 = try Self.root(3, of: master, deviceKey: deviceKey)
    root4 = try Self.root(4, of: master, deviceKey: deviceKey)
    root5 = try Self.root(5, of: master, deviceKey: deviceKey)
  }

  private init(root3: SymmetricKey, root4: SymmetricKey) {
    self.root3 = root3
    self.root4 = root4
    root5 = nil
  }

  private static func root(
    _ id: UInt64, of master: SymmetricKey, deviceKey: SymmetricKey?
  ) throws(CryptoError) -> SymmetricKey {
    let root = try master.subkey(id)
    guard let deviceKey else { return root }
    let message = try SecretBytes(joining: [0x7f], deviceKey.bytes)
    return try message.withBytes { (bytes) throws(CryptoError) in try KeyedHash.key(bytes, key: root) }
  }

  /// Whether values of every class can be opened and sealed.
  package var isUnlocked: Bool { root5 != nil }

  /// The same family without what locking wipes.
  package func locked() -> KeyFamily { KeyFamily(root3: root3, root4: root4) }

  /// The keys of a group, derived at first use.
  ///
  /// - Parameter group: dG.
  /// - Throws: `CryptoError`.
  package func keys(of group: Digest128) throws(CryptoError) -> GroupKeys {
    if let known = groups.withLock({ $0[group] }) { return known }
    let message = [0x01] + group.bytes
    let keys = GroupKeys(
      attributes: try KeyedHash.key(unsafe message.span.bytes, key: root3),
      afterFirstUnlock: try KeyedHash.key(unsafe message.span.bytes, key: root4),
      whileUnlocked: try root5.map { (root) throws(CryptoError) in
        try KeyedHash.key(unsafe message.span.bytes, key: root)
      })
    // Files say which group they are of before that is proven; a flood of forged ones must not fill locked memory.
    groups.withLock { if $0.count < Self.cacheLimit { $0[group] = keys } }
    return keys
  }
}
