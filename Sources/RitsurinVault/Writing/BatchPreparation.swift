internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// The new files of a change of several files, written beside their targets before the commit.
///
/// Of each file only what the record says of it is kept: neither its bytes nor a descriptor.
struct BatchPreparation {
  /// Whether the files still wait for the medium, all together.
  let isDeferred: Bool
  private let placer: FilePlacer
  private(set) var entries: [CommitRecord.Entry] = []
  /// A target in each directory with new files, where each of these is waited for by itself.
  private var targets: [String: String] = [:]

  /// - Parameters:
  ///   - placer: Writes the files.
  ///   - isDeferred: Whether nothing is waited for until `synchronize`.
  init(_ placer: FilePlacer, isDeferred: Bool) {
    self.isDeferred = isDeferred
    self.placer = (isDeferred ? placer.deferring : placer).forBatch
  }

  /// Writes one file beside its target.
  ///
  /// - Throws: `.cannotWrite`, `.linkLeavesVault`.
  mutating func prepare(_ bytes: [UInt8], for target: ItemAddress) throws(VaultError) {
    let place = try placer.resolve(target.sealedPath, creating: true)
    let file = try placer.prepare(bytes, at: place)
    if !isDeferred { targets[place.directoryPath] = target.sealedPath }
    entries.append(
      .place(
        digest: KeyedHash.digest256(unsafe bytes.span.bytes).hex,
        temporary: target.directory + "/" + file.temporary, target: target.sealedPath))
  }

  /// Takes up what is removed or replaced.
  mutating func append(_ removal: CommitRecord.Entry) { entries.append(removal) }

  /// Makes the files and their names durable.
  ///
  /// - Throws: `.cannotWrite`.
  func synchronize() throws(VaultError) {
    if isDeferred { return try placer.synchronizeAll() }
    for target in targets.values {
      try placer.synchronize(placer.resolve(target, creating: false).directory)
    }
  }

  /// Removes the files, as far as that is possible.
  func discard() {
    for case .place(_, let temporary, let target) in entries {
      guard let place = try? placer.resolve(target, creating: false),
        let slash = temporary.utf8.lastIndex(of: UInt8(ascii: "/"))
      else { continue }
      placer.discard(
        FilePlacer.Prepared(
          place: place, temporary: String(temporary[temporary.utf8.index(after: slash)...])))
    }
  }
}
