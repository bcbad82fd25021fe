internal import RitsurinFormat
internal import RitsurinSystem

/// Keeps both header files alike: Docs/Format.md#companions.
struct HeaderCopies {
  let placer: FilePlacer

  /// Whether one of the files is missing, damaged or another than the header in use.
  func needRestoring(from header: VerifiedHeader) throws(VaultError) -> Bool {
    if header.source == .backup { return true }
    return try bytes(of: .backup) != header.bytes
  }

  /// Restores whichever file differs from the header in use.
  ///
  /// - Throws: `.cannotWrite`.
  func restore(from header: VerifiedHeader) throws(VaultError) -> [VaultNotice] {
    let other: HeaderCopy = header.source == .primary ? .backup : .primary
    if try bytes(of: other) == header.bytes { return [] }
    try placer.write(header.bytes, to: other.rawValue, replacing: true)
    return [.restoredHeader(copy: other.rawValue)]
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
