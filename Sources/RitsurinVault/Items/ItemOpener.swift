package import RitsurinCrypto
package import RitsurinFormat

/// An item whose attributes were opened and whose place was checked.
package struct OpenedItem: Sendable {
  package let attributes: ItemAttributes
  package let address: ItemAddress
  /// The nonce, which is also the item's revision.
  package let revision: Nonce
  /// The value, where it was asked for.
  package var value: ArraySlice<UInt8>?
  /// Why the value is neither served nor rewritten: an unknown kind or critical code.
  package let needsNewerTool: Bool
  /// The master key the item lies under.
  package let keyID: KeyID
}

/// Opens sealed files in the order of Docs/Format.md#check-order.
package struct ItemOpener: Sendable {
  package let vaultID: [UInt8]
  package let keyring: Keyring

  /// What a reader knows before it opens a file.
  package enum Expectation {
    /// The file lies where this item belongs; its path needs no second computation when the names agree.
    case names(account: String, service: String, group: GroupKnowledge, synchronizable: Bool)
    /// A file met in a listing.
    case place
  }

  /// Whether a looked-up group is known by name or by its directory only.
  package enum GroupKnowledge {
    case named(String?)
    case digest
  }

  /// Opens the attributes of a file and checks that it lies at its place.
  ///
  /// - Parameters:
  ///   - bytes: The file's first bytes, at least `88 + a` of them where the file is that long.
  ///   - fileCount: The file's length in bytes.
  ///   - address: Where the file lies.
  ///   - expectation: What is known about it.
  /// - Returns: The item without its value, and the envelope.
  /// - Throws: `.item` with the file's path, `.outOfMemory`.
  package func openAttributes(
    _ bytes: RawSpan, fileCount: Int, at address: ItemAddress, expecting expectation: Expectation
  ) throws(VaultError) -> (item: OpenedItem, envelope: ItemLayout) {
    do {
      return try open(bytes, fileCount: fileCount, at: address, expecting: expectation)
    } catch {
      switch error {
      case .problem(let problem): throw .item(problem, path: address.sealedPath)
      case .crypto(let error): return try mapped { () throws(CryptoError) in throw error }
      }
    }
  }

  private enum Failure: Error {
    case problem(ItemProblem)
    case crypto(CryptoError)
  }

  /// Opens the attributes of a file wherever it lies, as a conflict copy or in git's hands.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Where it lies, for errors.
  /// - Returns: The item at the address where it belongs, the envelope, and how its master key stands. An item under a
  ///   closed key opens too, and is not to be believed without a person's word.
  /// - Throws: `.item` with the path, `.outOfMemory`.
  package func openAnywhere(
    _ bytes: RawSpan, path: String
  ) throws(VaultError) -> (item: OpenedItem, envelope: ItemLayout, standing: Keyring.Standing) {
    do {
      let sealed = try attributes(of: bytes, fileCount: bytes.byteCount, in: nil)
      let own = try belonging(sealed)
      return (item(sealed, at: own), sealed.envelope, sealed.standing)
    } catch {
      switch error {
      case .problem(let problem): throw .item(problem, path: path)
      case .crypto(let error): return try mapped { () throws(CryptoError) in throw error }
      }
    }
  }

  /// What a file says of itself, authenticated; its place is not checked yet.
  private struct Sealed {
    let envelope: ItemLayout
    let attributes: ItemAttributes
    let group: Digest128
    let nonce: Nonce
    let keyID: KeyID
    let standing: Keyring.Standing
  }

  private func open(
    _ bytes: RawSpan, fileCount: Int, at address: ItemAddress, expecting expectation: Expectation
  ) throws(Failure) -> (item: OpenedItem, envelope: ItemLayout) {
    let sealed = try attributes(of: bytes, fileCount: fileCount, in: address.tree)
    try check(sealed, at: address, expecting: expectation)
    if sealed.standing == .closed, address.tree == .items { throw .problem(.retiredKey) }
    return (item(sealed, at: address), sealed.envelope)
  }

  private func item(_ sealed: Sealed, at address: ItemAddress) -> OpenedItem {
    OpenedItem(
      attributes: sealed.attributes, address: address, revision: sealed.nonce, value: nil,
      needsNewerTool: sealed.envelope.hasUnknownKind || sealed.attributes.hasUnknownCriticalCode,
      keyID: sealed.keyID)
  }

  /// Steps 1 to 13 of the check order, the comparison of the group aside.
  ///
  /// - Parameter tree: The tree in which the file lies; nil where it lies in none.
  private func attributes(
    of bytes: RawSpan, fileCount: Int, in tree: Tree?
  ) throws(Failure) -> Sealed {
    let envelope: ItemLayout
    do { envelope = try ItemLayout(parsing: bytes, fileCount: fileCount) } catch {
      throw .problem(ItemProblem(error))
    }
    guard
      bytes.extracting(ItemEnvelope.vaultIDRange).hasSameBytes(
        as: unsafe vaultID.span.bytes.extracting(first: 8))
    else { throw .problem(.otherVault) }
    guard let keyID = KeyID(bytes.extracting(ItemEnvelope.keyIDRange)), let entry = keyring.entries[keyID]
    else {
      throw .problem(.unknownKey)
    }
    if let tree, envelope.tree != tree { throw .problem(.misplaced) }
    // A device item without a device key is never looked for: its directory's name cannot be computed.
    guard let family = entry.family(envelope.tree) else { throw .problem(.unknownKey) }
    guard
      let group = Digest128(bytes.extracting(ItemEnvelope.groupRange)),
      let nonce = Nonce(bytes.extracting(ItemEnvelope.nonceRange)),
      bytes.byteCount >= envelope.prefixCount
    else { throw .problem(.truncated) }
    let keys: KeyFamily.GroupKeys
    do { keys = try family.keys(of: group) } catch { throw .crypto(error) }
    guard
      let padded = AEAD.open(
        bytes.extracting(ItemEnvelope.byteCount..<envelope.prefixCount),
        aad: bytes.extracting(0..<ItemEnvelope.byteCount), nonce: nonce, key: keys.attributes)
    else { throw .problem(.damaged("the attributes do not authenticate")) }
    guard let count = Padding.unpaddedCount(unsafe padded.span.bytes, block: ItemEnvelope.attributesBlock)
    else {
      throw .problem(.damaged("the padding of the attributes"))
    }
    let attributes: ItemAttributes
    do { attributes = try ItemAttributes.decode(unsafe padded.span.bytes.extracting(0..<count)) } catch {
      throw .problem(ItemProblem(error))
    }
    return Sealed(
      envelope: envelope, attributes: attributes, group: group, nonce: nonce, keyID: keyID,
      standing: entry.standing)
  }

  /// The header's dG is that of the group attribute, then the path is the one the names give.
  private func check(
    _ sealed: Sealed, at address: ItemAddress, expecting expectation: Expectation
  ) throws(Failure) {
    let attributes = sealed.attributes
    if case .names(let account, let service, .named(let name), let synchronizable) = expectation,
      sealed.group == address.group, attributes.synchronizable == synchronizable,
      attributes.account.hasSameBytes(as: account),
      attributes.service.hasSameBytes(as: service), hasSameBytes(attributes.group, name),
      attributes.accessibility.isDeviceOnly == (address.tree == .device)
    {
      return
    }
    guard try belonging(sealed) == address else { throw .problem(.misplaced) }
  }

  /// Where an item belongs by its attributes.
  private func belonging(_ sealed: Sealed) throws(Failure) -> ItemAddress {
    let attributes = sealed.attributes
    guard keyring.naming.digest(ofGroup: attributes.group) == sealed.group else {
      throw .problem(.damaged("the attributes name another access group than the header"))
    }
    do {
      return try keyring.naming.address(
        account: attributes.account, service: attributes.service, group: attributes.group,
        synchronizable: attributes.synchronizable,
        tree: attributes.accessibility.isDeviceOnly ? .device : .items)
    } catch {
      throw .crypto(error)
    }
  }

  /// Opens the value of an item whose attributes were opened, in place.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - envelope: Its envelope.
  ///   - bytes: The whole file; its tail is overwritten.
  /// - Returns: The value, which shares the file's memory.
  /// - Throws: `.locked`, `.item(.needsNewerTool)`, `.item(.damaged)`, `.outOfMemory`.
  package func openValue(
    of item: OpenedItem, envelope: ItemLayout, in bytes: inout [UInt8]
  ) throws(VaultError) -> ArraySlice<UInt8> {
    let path = item.address.sealedPath
    if item.needsNewerTool { throw .item(.needsNewerTool, path: path) }
    guard let family = keyring.entries[item.keyID]?.family(item.address.tree) else {
      throw .item(.unknownKey, path: path)
    }
    let keys = try mapped { () throws(CryptoError) in try family.keys(of: item.address.group) }
    guard let key = keys.value(item.attributes.accessibility) else { throw .locked }
    let start = envelope.prefixCount
    let end = start + envelope.valueCount
    guard bytes.count == end + AEAD.tagByteCount else { throw .item(.truncated, path: path) }
    guard Self.open(&bytes, sealed: start..<bytes.count, nonce: item.revision, key: key) else {
      throw .item(.damaged("the value does not authenticate"), path: path)
    }
    guard
      let count = Padding.unpaddedCount(
        unsafe bytes.span.bytes.extracting(start..<end), block: ItemEnvelope.valueBlock)
    else { throw .item(.damaged("the padding of the value"), path: path) }
    return bytes[start..<start + count]
  }

  private static func open(_ bytes: inout [UInt8], sealed: Range<Int>, nonce: Nonce, key: SymmetricKey)
    -> Bool
  {
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    return AEAD.openInPlace(&raw, sealed: sealed, nonce: nonce, key: key)
  }
}

extension ItemProblem {
  package init(_ fault: ItemFault) {
    self =
      switch fault {
      case .notAnItem: .notAnItem
      case .lineEndings: .lineEndings
      case .truncated: .truncated
      case .newerVersion: .newerVersion
      case .damaged(let what): .damaged(what)
      }
  }
}

extension String {
  /// Equality by bytes: Swift's `==` takes composed and decomposed forms for the same.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let answer = unsafe utf8.withContiguousStorageIfAvailable { (one) in
      unsafe other.utf8.withContiguousStorageIfAvailable { (two) in unsafe one.elementsEqual(two) }
    }
    return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// Equality by bytes of optional texts.
package func hasSameBytes(_ one: String?, _ other: String?) -> Bool {
  switch (one, other) {
  case (nil, nil): true
  case (let one?, let other?): one.hasSameBytes(as: other)
  default: false
  }
}
