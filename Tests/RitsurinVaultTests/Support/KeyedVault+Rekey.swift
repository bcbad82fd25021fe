import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

extension KeyedVault {
  /// Replaces the master key as another process would: a new slot for the golden key file, a new header.
  ///
  /// - Parameter isClosed: Whether items under the golden master key are no longer served.
  /// - Returns: The new master key.
  @discardableResult func rekey(isClosed: Bool, master: SymmetricKey? = nil) throws -> SymmetricKey {
    let keys = Vectors.all.keys
    let master = try master ?? SymmetricKey.random()
    let masterID = try master.keyID().bytes
    let old = try key(hex: keys.master)
    let header = try HeaderReading.verify(read("vault.header"), path: path)
    let slotID: [UInt8] = [0, 0, 1, UInt8(truncatingIfNeeded: header.epoch)]
    let payload = try SlotPayload.owner(master: master, seed: key(hex: keys.seed))
    let slot = KeySlot(
      vault: header.id, id: slotID, key: masterID, created: header.created, label: "", kind: .keyFile,
      wrapped: Box.seal(
        payload, aad: Array("ritsurin-wrap-v1".utf8) + header.id + slotID + masterID,
        key: try key(hex: keys.keyFile)))
    let retired = VaultHeader.RetiredKey(
      keyID: try old.keyID().bytes, isClosed: isClosed,
      wrapped: Box.seal(
        old.bytes, aad: Array("ritsurin-retired-v1".utf8) + header.id + (try old.keyID().bytes),
        key: try master.subkey(2)))
    let new = VaultHeader(
      id: header.id, created: header.created, names: header.names, epoch: header.epoch + 1, key: masterID,
      identity: header.identity,
      keys: Box.seal(
        try key(hex: keys.nameKey).bytes, aad: Array("ritsurin-keys-v1".utf8) + header.id,
        key: try master.subkey(1)), retired: [retired])
    try write(Self.signed(slot.encodeUnsigned()), to: "slots/" + slot.fileName)
    let bytes = try Self.signed(new.encodeUnsigned())
    try write(bytes, to: "vault.header")
    try write(bytes, to: "vault.header.backup")
    return master
  }
}
