package import RitsurinCrypto
internal import RitsurinFormat
package import RitsurinSystem

/// Lists the directories of the tree whose names are in the grammar; all others are foreign.
package struct ComponentListing {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String

  /// The component names of directories in a directory, with the digests they stand for, in byte order.
  ///
  /// - Returns: nothing where the directory is not there.
  /// - Throws: `.cannotRead`, `.linkLeavesVault`.
  package func components(of path: String) throws(VaultError) -> [(component: String, group: Digest128)] {
    try entries(of: path).compactMap { entry in
      guard entry.kind.mayBeDirectory, let name = entry.asciiName, let digest = Digest128(component: name)
      else {
        return nil
      }
      return (name, digest)
    }
  }

  /// The entries of a directory in byte order of their names.
  ///
  /// - Returns: nothing where the directory is not there.
  /// - Throws: `.cannotRead`, `.linkLeavesVault`.
  package func entries(of path: String) throws(VaultError) -> [DirectoryEntry] {
    do {
      return try files.list(path, beneath: root).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    } catch {
      // Only what is not there holds nothing for sure.
      if error.isAbsent { return [] }
      throw VaultError(reading: error, path: rootPath + "/" + path)
    }
  }
}

extension Digest128 {
  /// The digest in a path component `[slug~]base32`; nil where the name is not in the grammar.
  init?(component: String) {
    guard let name = ComponentName(component.utf8) else { return nil }
    self.init(unsafe name.digest.span.bytes)
  }
}
