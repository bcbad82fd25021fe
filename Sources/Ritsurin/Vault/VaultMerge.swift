#if Vault
  internal import RitsurinCrypto
  internal import RitsurinFormat
  package import RitsurinSystem
  internal import RitsurinVault

  /// What git's drivers need of a vault: to merge sealed items, and to say what one is, by bytes.
  package struct VaultMerge: Sendable {
    /// How a merge ends.
    package struct Outcome: Sendable {
      /// Whether the other side's version takes the place of ours.
      package let takesTheirs: Bool
      /// The version that lost, where it has to be kept.
      package let loser: [UInt8]?
      /// Whether nobody needs to look at it.
      package let isDecided: Bool
    }

    private let vault: Vault?

    /// Merges with the keys of a vault.
    ///
    /// - Parameter vault: The vault, unlocked; nil, or a locked one, where there is no key: then only what needs none is
    ///   decided.
    package init(_ vault: RVault?) { self.vault = vault?.engine.vault }

    /// Decides between two versions of an item.
    ///
    /// - Parameters:
    ///   - base: The bytes that both come from; empty or nil where there were none.
    ///   - ours: The bytes of our side.
    ///   - theirs: The bytes of the other side.
    ///   - path: The item's path, relative to the vault's root.
    /// - Throws: `outOfMemory`.
    package func merge(
      base: [UInt8]?, ours: [UInt8], theirs: [UInt8], path: String
    ) throws(RKeychainError) -> Outcome {
      try translating { () throws(VaultError) in
        let base = base.flatMap { $0.isEmpty ? nil : $0 }
        // A copy's file has no identity of its own to belong to.
        let isItem = ItemPath(sealed: path.utf8) != nil
        let merge = ItemMerge(
          base: try base.map { (bytes) throws(VaultError) in try version(bytes, path) },
          ours: try version(ours, path), theirs: try version(theirs, path), path: isItem ? path : nil)
        return Outcome(
          takesTheirs: merge.winner == .theirs, loser: merge.loser, isDecided: merge.isDecided)
      }
    }

    private func version(_ bytes: [UInt8], _ path: String) throws(VaultError) -> SealedVersion {
      let bytes = KeptCopy.decode(bytes) ?? bytes
      guard let vault else { return SealedVersion(bytes: bytes, state: .unopened(.locked)) }
      return try vault.version(bytes, path: path)
    }

    /// Keeps a version beside an item: see `KeptCopy`.
    ///
    /// - Returns: The path of the copy relative to the vault's root; nil where `path` is no item's.
    /// - Throws: what a write throws.
    package static func keep(
      _ bytes: [UInt8], besides path: String, vault: String, files: FileSystem
    ) throws(RKeychainError) -> String? {
      try translating { () throws(VaultError) in
        try KeptCopy.keep(bytes, besides: path, root: vault, files: files)
      }
    }

    /// Whether a file has the name of a version that `keep` put there.
    ///
    /// - Parameter path: The path, or its last name.
    package static func isKeptFile(_ path: String) -> Bool {
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      return KeptCopy.matches(slash.map { String(path[path.index(after: $0)...]) } ?? path)
    }

    /// Where `keep` puts a version, relative to the vault's root, and what the file will hold; nil where `path` is no
    /// item's.
    package static func keptFile(
      of bytes: [UInt8], besides path: String
    ) -> (path: String, bytes: [UInt8])? {
      KeptCopy.path(of: bytes, besides: path).map { ($0, KeptCopy.encode(bytes)) }
    }

    /// What can be said of an item's file without its value.
    package struct Description: Sendable {
      /// The item; nil where it does not open.
      package let attributes: RKeychainAttributes?
      /// Why it does not open.
      package let problem: RKeychainError?
      /// The beginning of the vault's id, and the key id, in hexadecimal digits, as far as the bytes are an item.
      package let envelope: (vault: String, key: String)?
      /// The length of the file, in bytes.
      package let count: Int
      /// The lengths of attributes and value, padded, in bytes.
      package let counts: (attributes: Int, value: Int)?
    }

    /// Says what bytes are.
    ///
    /// - Throws: `outOfMemory`.
    package func describe(_ bytes: [UInt8], path: String) throws(RKeychainError) -> Description {
      let version = try translating { () throws(VaultError) in try self.version(bytes, path) }
      let bytes = version.bytes
      let envelope = try? ItemEnvelope.parse(unsafe bytes.span.bytes, fileCount: bytes.count)
      var problem = version.error.map { RKeychainError($0) }
      if envelope == nil, problem?.kind == .interactionNotAllowed {
        // What is no item at all needs no key to be seen as such.
        problem = Self.fault(of: bytes, path: path).map { RKeychainError($0) }
      }
      return Description(
        attributes: try version.item.map { (item) throws(RKeychainError) in try RKeychainAttributes(item) },
        problem: problem, envelope: envelope.map { (Hex.encode($0.vaultID), Hex.encode($0.keyID)) },
        count: bytes.count, counts: envelope.map { ($0.attributesCount, $0.valueCount) })
    }

    private static func fault(of bytes: [UInt8], path: String) -> VaultError? {
      do throws(ItemFault) {
        _ = try ItemEnvelope.parse(unsafe bytes.span.bytes, fileCount: bytes.count)
        return nil
      } catch {
        return .item(ItemProblem(error), path: path)
      }
    }
  }
#endif
