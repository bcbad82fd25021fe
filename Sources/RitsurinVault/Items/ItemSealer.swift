package import RitsurinCrypto
package import RitsurinFormat

/// Makes the bytes of sealed files and sidecars: Docs/Format.md#item-file.
package enum ItemSealer {
  /// The largest value, in bytes: 64 MiB.
  package static let valueLimit = 64 << 20
  /// The largest padded attributes block, in bytes.
  package static let attributesLimit = 65_536

  /// The largest sealed file, in bytes.
  package static let fileLimit = 104 + attributesLimit + valueLimit + 32

  /// Refuses what no file may hold, before anything is written.
  ///
  /// - Throws: `.valueTooLarge`, `.attributesTooLarge`.
  package static func check(_ attributes: [UInt8], valueCount: Int) throws(VaultError) {
    guard valueCount <= valueLimit else { throw .valueTooLarge(count: valueCount, limit: valueLimit) }
    guard attributes.count < attributesLimit else {
      throw .attributesTooLarge(count: attributes.count, limit: attributesLimit - 1)
    }
  }

  /// Seals one item.
  ///
  /// - Parameters:
  ///   - attributes: The attributes; their accessibility must fit the tree.
  ///   - value: The value, at most 64 MiB.
  ///   - address: Where the item will lie.
  ///   - vaultID: The vault's 16-byte id.
  ///   - keyring: The keys; the current master key seals.
  ///   - nonce: A fresh random nonce, the item's new revision.
  /// - Returns: The bytes of the sealed file.
  /// - Throws: `.valueTooLarge`, `.attributesTooLarge`, `.locked` where the class's key is not in memory,
  ///   `.noDeviceKey`, `.outOfMemory`.
  package static func seal(
    _ attributes: ItemAttributes, value: some Collection<UInt8>, at address: ItemAddress, vaultID: [UInt8],
    keyring: Keyring,
    nonce: Nonce = .random()
  ) throws(VaultError) -> [UInt8] {
    let encoded = attributes.encode()
    try check(encoded, valueCount: value.count)
    guard let family = keyring.current?.family(address.tree) else { throw .noDeviceKey }
    let keys = try mapped { () throws(CryptoError) in try family.keys(of: address.group) }
    guard let valueKey = keys.value(attributes.accessibility) else { throw .locked }
    let a = Padding.paddedCount(encoded.count, block: ItemEnvelope.attributesBlock)
    let p = Padding.paddedCount(value.count, block: ItemEnvelope.valueBlock)
    let envelope = ItemEnvelope(
      tree: address.tree, keyID: keyring.currentID.bytes, attributesCount: a, valueCount: p,
      vaultID: Array(vaultID.prefix(8)), group: address.group.bytes, nonce: nonce.bytes)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(envelope.fileCount)
    envelope.encode(into: &bytes)
    bytes.append(contentsOf: encoded)
    bytes.append(contentsOf: repeatElement(0, count: a - encoded.count + AEAD.tagByteCount))
    bytes.append(contentsOf: value)
    bytes.append(contentsOf: repeatElement(0, count: p - value.count + AEAD.tagByteCount))
    let attributesStart = ItemEnvelope.byteCount
    let valueStart = envelope.prefixCount
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    pad(&raw, at: attributesStart, count: encoded.count, block: ItemEnvelope.attributesBlock)
    pad(&raw, at: valueStart, count: value.count, block: ItemEnvelope.valueBlock)
    AEAD.sealInPlace(&raw, message: attributesStart..<attributesStart + a, nonce: nonce, key: keys.attributes)
    AEAD.sealInPlace(&raw, message: valueStart..<valueStart + p, nonce: nonce, key: valueKey)
    return bytes
  }

  private static func pad(_ buffer: inout MutableRawSpan, at start: Int, count: Int, block: Int) {
    let padded = Padding.paddedCount(count, block: block)
    var part = buffer._mutatingExtracting(start..<start + padded)
    Padding.pad(&part, count: count, block: block)
  }

  /// The sidecar of a sealed file: its prefix with the attributes, then the digest of all of it.
  package static func sidecar(of sealed: [UInt8], prefixCount: Int) -> [UInt8] {
    Array(sealed[0..<prefixCount]) + KeyedHash.digest256(unsafe sealed.span.bytes).bytes
  }
}
