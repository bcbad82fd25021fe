internal import RitsurinFormat
internal import RitsurinSystem

extension WriteTransaction {
  /// Checks that an opener will look at new slots beside those that are there.
  ///
  /// - Throws: `.tooManySlots`, `.cannotRead`.
  func requireRoom(for new: [SlotFile], besidesCurrent: Bool = true) throws(VaultError) {
    let directory = vault.slotDirectory(lock.root)
    guard try directory.names().count + new.count <= SlotOpening.candidateLimit else {
      throw .tooManySlots(limit: SlotOpening.candidateLimit)
    }
    let old = besidesCurrent ? try directory.read(snapshot.header.header) : []
    let kinds = (old.filter { $0.standing == .current } + new).compactMap(\.slot?.kind)
    for isOfKind in [\KeySlot.Kind.isPassphrase, \.isKeyFile, \.isRecipient] {
      guard kinds.count(where: { $0[keyPath: isOfKind] }) <= SlotOpening.trialLimit else {
        throw .tooManySlots(limit: SlotOpening.trialLimit)
      }
    }
  }

  /// Writes new slots durably, or none.
  ///
  /// - Throws: `.cannotWrite`, `.interference`.
  func writeSlots(_ slots: [(name: String, bytes: [UInt8])]) throws(VaultError) {
    let directory = vault.slotDirectory(lock.root)
    var written: [String] = []
    do throws(VaultError) {
      for (name, bytes) in slots {
        try lock.confirm()
        do throws(VaultError) {
          try placer.write(bytes, to: "slots/" + name, replacing: false)
        } catch {
          // What stands there is somebody else's; in every other case it may be this one.
          if case .interference = error { throw error }
          written.append(name)
          throw error
        }
        written.append(name)
        guard try directory.bytes(of: name) == bytes else {
          throw VaultError.interference(path: vault.path + "/slots/" + name)
        }
      }
    } catch {
      try? directory.remove(written)
      throw error
    }
  }
}
