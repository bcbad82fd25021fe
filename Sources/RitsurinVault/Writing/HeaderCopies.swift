internal import RitsurinFormat
internal import RitsurinSystem

/// Keeps both header files alike: Docs/Format.md#companions.
struct HeaderCopies {
  /// The backup as it was when it was last found to hold a header.
  struct Seen: Sendable {
    let header: [UInt8]
    let status: FileStatus
  }

  let placer: FilePlacer
  /// Remembers the backup from one write to the next, so that a status tells that nothing changed.
  let vault: Vault

  /// Whether one of the files is missing, damaged or another than the header in use.
  func needRestoring(from header: VerifiedHeader) throws(VaultError) -> Bool {
    if header.source == .backup { return true }
    let status = try placer.status(HeaderCopy.backup.rawValue)
    if let status, let seen = vault.seenCopy.withLock({ $0 }), seen.status == status,
      hasSameBytes(seen.header, header.bytes)
    {
      return false
    }
    let bytes = try bytes(of: .backup)
    guard let bytes, hasSameBytes(bytes, header.bytes) else { return !isLater(bytes, than: header) }
    vault.seenCopy.withLock { $0 = status.map { Seen(header: header.bytes, status: $0) } }
    return false
  }

  /// Restores whichever file differs from the header in use.
  ///
  /// - Throws: `.cannotWrite`.
  func restore(from header: VerifiedHeader) throws(VaultError) -> [VaultNotice] {
    let other: HeaderCopy = header.source == .primary ? .backup : .primary
    let bytes = try bytes(of: other)
    if bytes == header.bytes || isLater(bytes, than: header) { return [] }
    try placer.write(header.bytes, to: other.rawValue, replacing: true)
    return [.restoredHeader(copy: other.rawValue)]
  }

  /// Whether bytes are a sound header of the same vault and a later edition.
  ///
  /// Then somebody put an old header back beside it, and it may be all that names the key that counts: it stays.
  private func isLater(_ bytes: [UInt8]?, than header: VerifiedHeader) -> Bool {
    guard let bytes, let other = try? HeaderReading.verify(bytes, path: placer.rootPath) else { return false }
    return other.isLater(than: header.header)
  }

  private func bytes(of copy: HeaderCopy) throws(VaultError) -> [UInt8]? {
    do {
      return try HeaderReading.readCopy(copy, root: placer.root, path: placer.rootPath, files: placer.files)
    } catch {
      if case .headerDamaged = error { return nil }
      throw error
    }
  }
}
