package import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

/// Turns names into paths: the keyed hashes of Docs/Format.md#names.
///
/// Lives as long as the vault is open, locked or not; a hash costs about a third of a microsecond.
package final class ItemNaming: Sendable {
  /// Whether components carry a slug.
  package let mode: NamesMode
  private let serviceKey: SymmetricKey
  private let groupKey: SymmetricKey
  private let nameKey: SymmetricKey
  /// The component of this machine's own directory under `device/`, where there is a device key.
  package let deviceComponent: String?
  /// What was named last: lookups and listings meet the same service and group again and again.
  private let lastService = Locked<Named?>(nil)
  private let lastGroup = Locked<Named?>(nil)
  /// Item keys by group, made once per group.
  private let itemKeys = Locked(ByGroup<SymmetricKey>())

  /// Derives the name keys.
  ///
  /// - Parameters:
  ///   - nameKey: The vault's 32-byte name key.
  ///   - mode: How components are written.
  ///   - deviceKey: This machine's device key, if it has one.
  /// - Throws: `CryptoError`.
  package init(nameKey: SymmetricKey, mode: NamesMode, deviceKey: SymmetricKey?) throws(CryptoError) {
    self.nameKey = nameKey
    self.mode = mode
    serviceKey = try KeyedHash.key(unsafe ([0x01] as [UInt8]).span.bytes, key: nameKey)
    groupKey = try KeyedHash.key(unsafe ([0x02] as [UInt8]).span.bytes, key: nameKey)
    if let deviceKey {
      let key = try KeyedHash.key(unsafe ([0x04] as [UInt8]).span.bytes, key: nameKey)
      deviceComponent = deviceKey.bytes.withBytes { Base32.encode(KeyedHash.digest128($0, key: key).bytes) }
    } else {
      deviceComponent = nil
    }
  }

  /// A text with its digest and component.
  private final class Named: Sendable {
    let text: String?
    let digest: Digest128
    let component: String

    init(text: String?, digest: Digest128, component: String) {
      self.text = text
      self.digest = digest
      self.component = component
    }
  }

  private func named(service: String) -> Named {
    if let last = lastService.withLock({ $0 }), hasSameBytes(last.text, service) { return last }
    let digest = hash(service, key: serviceKey)
    let made = Named(text: service, digest: digest, component: component(digest, text: service))
    lastService.withLock { $0 = made }
    return made
  }

  private func named(group: String?) -> Named {
    if let last = lastGroup.withLock({ $0 }), hasSameBytes(last.text, group) { return last }
    let digest = hash(group ?? "", key: groupKey)
    let made = Named(text: group, digest: digest, component: component(digest, text: group ?? "default"))
    lastGroup.withLock { $0 = made }
    return made
  }

  /// dS of a service.
  package func digest(ofService service: String) -> Digest128 { named(service: service).digest }

  /// dG of an access group, or of its absence.
  package func digest(ofGroup group: String?) -> Digest128 { named(group: group).digest }

  /// dI of an item.
  ///
  /// - Throws: `CryptoError`, when the key of a group met for the first time finds no memory.
  package func digest(
    ofAccount account: String, service: Digest128, group: Digest128, synchronizable: Bool
  ) throws(CryptoError) -> Digest128 {
    let key = try itemKey(of: group)
    var message = service.bytes
    message.reserveCapacity(17 + account.utf8.count)
    message.append(synchronizable ? 1 : 0)
    message.append(contentsOf: account.utf8)
    return KeyedHash.digest128(unsafe message.span.bytes, key: key)
  }

  /// The file name, without its ending, of an item whose account lies in bytes.
  ///
  /// - Throws: `CryptoError`.
  func component(
    ofAccount account: RawSpan, service: String, group: Digest128, synchronizable: Bool
  ) throws(CryptoError) -> String {
    let key = try itemKey(of: group)
    var message = named(service: service).digest.bytes
    message.reserveCapacity(17 + account.byteCount)
    message.append(synchronizable ? 1 : 0)
    unsafe account.withUnsafeBytes { unsafe message.append(contentsOf: $0) }
    let digest = KeyedHash.digest128(unsafe message.span.bytes, key: key)
    return component(digest, text: mode == .readable ? account.text : "")
  }

  /// dI of an account that lies in bytes, under the group's item key; allocates nothing.
  static func digest(
    ofAccount account: RawSpan, service: Digest128, synchronizable: Bool, key: SymmetricKey
  ) -> Digest128 {
    let count = 17 + account.byteCount
    return unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { (buffer) in
      var message = unsafe buffer.mutableBytes
      service.withBytes { (bytes) in message.put(bytes, at: 0) }
      message.storeBytes(of: synchronizable ? 1 : 0, toByteOffset: 16, as: UInt8.self)
      message.put(account, at: 17)
      return KeyedHash.digest128(message.bytes.extracting(first: count), key: key)
    }
  }

  /// The key of dI in a group, made at first use.
  ///
  /// - Throws: `CryptoError`.
  func itemKey(of group: Digest128) throws(CryptoError) -> SymmetricKey {
    if let known = itemKeys.withLock({ $0[group] }) { return known }
    let message = [0x03] + group.bytes
    let key = try KeyedHash.key(unsafe message.span.bytes, key: nameKey)
    itemKeys.withLock { $0[group] = key }
    return key
  }

  private func hash(_ text: String, key: SymmetricKey) -> Digest128 {
    var text = text
    return text.withUTF8 {
      unsafe KeyedHash.digest128(RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0)), key: key)
    }
  }

  /// The address of an item from its names.
  ///
  /// - Throws: `CryptoError`.
  package func address(
    account: String, service: String, group: String?, synchronizable: Bool, tree: Tree
  ) throws(CryptoError) -> ItemAddress {
    let service = named(service: service)
    let group = named(group: group)
    let dI = try digest(
      ofAccount: account, service: service.digest, group: group.digest, synchronizable: synchronizable)
    return ItemAddress(
      tree: tree, device: tree == .device ? deviceComponent : nil, group: group.digest,
      serviceComponent: service.component, groupComponent: group.component,
      itemComponent: component(dI, text: account))
  }

  /// The address of an item in a group known by its directory only.
  ///
  /// - Throws: `CryptoError`.
  package func address(
    account: String, service: String, group: Digest128, groupComponent: String, synchronizable: Bool,
    tree: Tree
  ) throws(CryptoError) -> ItemAddress {
    let service = named(service: service)
    let dI = try digest(
      ofAccount: account, service: service.digest, group: group, synchronizable: synchronizable)
    return ItemAddress(
      tree: tree, device: tree == .device ? deviceComponent : nil, group: group,
      serviceComponent: service.component, groupComponent: groupComponent,
      itemComponent: component(dI, text: account))
  }

  /// The directory name of a service.
  package func component(ofService service: String) -> String { named(service: service).component }

  /// The directory name of an access group, or of its absence.
  package func component(ofGroup group: String?) -> String { named(group: group).component }

  private func component(_ digest: Digest128, text: String) -> String {
    let name = Base32.encode(digest.bytes)
    guard mode == .readable else { return name }
    let slug = Slug.make(text)
    return slug.isEmpty ? name : slug + "~" + name
  }
}
