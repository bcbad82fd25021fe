internal import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

/// A file in `slots/` that bears a slot's name, as it lies there.
package struct SlotFile: Sendable {
  /// What it is worth under the vault's header.
  package enum Standing: Sendable, Equatable {
    /// It hands out the current master key.
    case current
    /// It hands out a retired master key: a rekey has ended it.
    case retired
    /// It hands out a master key that the header does not know: two rekeys were merged, or one died at its beginning.
    case otherKey
    /// A later version of the format.
    case newer
    /// It opens nothing: malformed, of another vault, wrongly signed.
    case invalid
  }

  /// The 8 digits of its name.
  package let id: String
  package let standing: Standing
  /// What it says; nil where it could not be parsed.
  package let slot: KeySlot?
  let bytes: [UInt8]

  /// Its name.
  var name: String { id + KeySlot.fileEnding }

  /// Looks at a file.
  init(name: String, bytes: [UInt8], header: VaultHeader) {
    id = String(name.dropLast(KeySlot.fileEnding.count))
    self.bytes = bytes
    do throws(SlotFault) {
      let slot = try KeySlot.parse(unsafe bytes.span.bytes)
      self.slot = slot
      standing = Self.standing(of: slot, named: name, bytes: bytes, header: header)
    } catch {
      slot = nil
      standing = error == .newerFormat ? .newer : .invalid
    }
  }

  private static func standing(
    of slot: KeySlot, named name: String, bytes: [UInt8], header: VaultHeader
  ) -> Standing {
    guard slot.fileName == name, slot.vault == header.id else { return .invalid }
    // What hands out an earlier key may bear an earlier identity's signature.
    if header.retired.contains(where: { $0.keyID == slot.key }) { return .retired }
    let isSigned = Signature.verify(
      unsafe slot.signature.span.bytes,
      message: unsafe bytes.span.bytes.extracting(0..<slot.signedByteCount),
      publicKey: unsafe header.identity.span.bytes)
    guard isSigned, slot.hasExpectedWrappedCount || slot.kind.isUnknown else { return .invalid }
    return slot.key == header.key ? .current : .otherKey
  }
}

/// The files of `slots/`.
struct SlotDirectory {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String

  /// The names of all that bear a slot's name, in byte order.
  ///
  /// - Throws: `.cannotRead`, `.linkLeavesVault`.
  func names() throws(VaultError) -> [String] {
    try ComponentListing(files: files, root: root, rootPath: rootPath).entries(of: "slots").compactMap {
      (entry) in entry.asciiName.flatMap { SlotOpening.isSlotName($0) ? $0 : nil }
    }
  }

  /// Reads as many slots as an opener looks at.
  ///
  /// - Throws: `.cannotRead`, also of a single slot: it may be the one that somebody's credential opens.
  func read(_ header: VaultHeader) throws(VaultError) -> [SlotFile] {
    var found: [SlotFile] = []
    for name in try names().prefix(SlotOpening.candidateLimit) {
      guard let bytes = try bytes(of: name) else { continue }
      found.append(SlotFile(name: name, bytes: bytes, header: header))
    }
    return found
  }

  /// The bytes of a slot; nil where nothing is there, and none where what is there is no slot's file.
  ///
  /// - Throws: `.cannotRead`.
  func bytes(of name: String) throws(VaultError) -> [UInt8]? {
    do { return try files.readFile("slots/" + name, beneath: root, limit: HeaderReading.limit) } catch {
      if error.isAbsent { return nil }
      if error.isNotRegular || error.isTooLarge || error.leavesRoot || error.isLoop { return [] }
      throw .cannotRead(error)
    }
  }

  /// Removes a slot durably: its own entry, whatever a link leads to.
  ///
  /// - Throws: `.cannotWrite`, `.cannotRead`.
  func remove(_ names: [String]) throws(VaultError) {
    guard !names.isEmpty else { return }
    do {
      let directory = try files.openDirectory("slots", beneath: root)
      for name in names { _ = try files.remove(name, in: directory) }
      try files.synchronize(directory)
    } catch {
      throw VaultError(writing: error, path: rootPath + "/slots")
    }
  }
}
