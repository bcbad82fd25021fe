package import RitsurinCrypto
package import RitsurinFormat

/// Every key that reads or writes the items of one vault, for as long as its header stays as it was.
package struct Keyring: Sendable {
  /// The state of one master key.
  package enum Standing: Sendable {
    /// New items are sealed under it.
    case current
    /// Retired, its items still being resealed: served as usual.
    case open
    /// Retired for good.
    case closed
  }

  /// One master key's families.
  package struct Entry: Sendable {
    package let standing: Standing
    package let items: KeyFamily
    /// Nil where this machine has no device key.
    package let device: KeyFamily?

    /// The family of a tree.
    package func family(_ tree: Tree) -> KeyFamily? { tree == .items ? items : device }
  }

  package let currentID: KeyID
  package let entries: Entries

  /// The entries of a few master keys: a list of no tuples, so that the runtime has few types to make.
  package struct Entries: Sendable {
    private struct Kept {
      let id: KeyID
      let entry: Entry
    }

    private var list: [Kept] = []

    /// The entry of a key id.
    ///
    /// - Complexity: O(number of master keys).
    package subscript(id: KeyID) -> Entry? {
      get { list.first { $0.id == id }?.entry }
      set {
        list.removeAll { $0.id == id }
        if let newValue { list.append(Kept(id: id, entry: newValue)) }
      }
    }

    /// The same ids with other entries.
    func mapValues(_ body: (Entry) -> Entry) -> Entries {
      var result = Entries()
      result.list = list.map { Kept(id: $0.id, entry: body($0.entry)) }
      return result
    }
  }
  package let naming: ItemNaming

  /// The entry that new items are sealed under.
  package var current: Entry? { entries[currentID] }

  /// Where an item of these attributes stands.
  ///
  /// - Throws: `.noDeviceKey` for an item of this device where there is no device key, `.outOfMemory`.
  package func address(of attributes: ItemAttributes) throws(VaultError) -> ItemAddress {
    let tree: Tree = attributes.accessibility.isDeviceOnly ? .device : .items
    if tree == .device, naming.deviceComponent == nil { throw .noDeviceKey }
    return try mapped { () throws(CryptoError) in
      try naming.address(
        account: attributes.account, service: attributes.service, group: attributes.group,
        synchronizable: attributes.synchronizable, tree: tree)
    }
  }

  /// The same keyring after locking: names, attributes and after-first-unlock values stay readable.
  package func locked() -> Keyring {
    Keyring(
      currentID: currentID,
      entries: entries.mapValues {
        Entry(standing: $0.standing, items: $0.items.locked(), device: $0.device?.locked())
      },
      naming: naming)
  }

  /// Builds the keyring that a header and a master key give.
  ///
  /// A retired key that does not open, or opens to another key id, counts as absent.
  /// - Parameters:
  ///   - header: The verified header.
  ///   - master: The current master key; its id is the header's.
  ///   - deviceKey: This machine's device key, if any.
  /// - Returns: nil where `keys` does not open: the header is damaged.
  /// - Throws: `CryptoError`.
  package static func make(
    header: VaultHeader, master: SymmetricKey, deviceKey: SymmetricKey?
  ) throws(CryptoError) -> Keyring? {
    let aad = Array("ritsurin-keys-v1".utf8) + header.id
    guard
      let opened = try Box.open(unsafe header.keys.span.bytes, aad: aad, key: master.subkey(1)),
      let nameKey = SymmetricKey(opened), let currentID = KeyID(unsafe header.key.span.bytes)
    else { return nil }
    var entries = Entries()
    entries[currentID] = try entry(.current, master: master, deviceKey: deviceKey)
    // Guarded memory costs more than all that is done with this key.
    let wrapKey = header.retired.isEmpty ? nil : try master.subkey(2)
    for retired in header.retired {
      guard let wrapKey else { break }
      let aad = Array("ritsurin-retired-v1".utf8) + header.id + retired.keyID
      guard
        let old = try Box.open(unsafe retired.wrapped.span.bytes, aad: aad, key: wrapKey).flatMap(
          SymmetricKey.init),
        let id = KeyID(unsafe retired.keyID.span.bytes), try old.keyID() == id
      else { continue }
      entries[id] = try entry(retired.isClosed ? .closed : .open, master: old, deviceKey: deviceKey)
    }
    return Keyring(
      currentID: currentID, entries: entries,
      naming: try ItemNaming(nameKey: nameKey, mode: header.names, deviceKey: deviceKey))
  }

  private static func entry(
    _ standing: Standing, master: SymmetricKey, deviceKey: SymmetricKey?
  ) throws(CryptoError) -> Entry {
    Entry(
      standing: standing, items: try KeyFamily(master: master, deviceKey: nil),
      device: try deviceKey.map { (key) throws(CryptoError) in
        try KeyFamily(master: master, deviceKey: key)
      })
  }
}
