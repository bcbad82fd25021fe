package import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

extension Vault {
  /// The copies of items that merges and sync tools left, and what git left unmerged.
  ///
  /// Without a key their names are all that is known.
  ///
  /// What cannot be looked at is listed too, with the reason.
  ///
  /// - Throws: `.cannotRead` of the root, or where descriptors or memory have run out; `.outOfMemory`.
  /// - Complexity: Lists every directory, and reads every file that is not the vault's.
  package func conflictFiles() throws(VaultError) -> [ConflictFile] {
    let current = current
    return try ConflictSearch(vault: self, root: current.root, snapshot: current).run()
  }

  /// The files of the vault that belong into git, companions included; and, sorted, the files in its directories to
  /// which the format gives no place.
  ///
  /// - Throws: `.cannotRead`.
  /// - Complexity: Lists every directory once.
  package func ownAndForeignFiles() throws(VaultError) -> (own: [String], foreign: [String]) {
    let current = current
    let search = ConflictSearch(vault: self, root: current.root, snapshot: current)
    let (own, foreign) = try search.ownAndForeignFiles()
    return (own, foreign.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// Ends a conflict: the item stays as it is or becomes what the copy holds, and then the copy is removed.
  ///
  /// - Parameters:
  ///   - path: The copy, relative to the root.
  ///   - digest: What it was when it was looked at.
  ///   - revision: What the item was then; nil where it was absent or could not be read.
  ///   - isTaking: Whether the copy takes the item's place.
  /// - Throws: `.interference` where copy or item changed since, or where the path leads to the item itself; `.item` where
  ///   the copy does not open, or lies under a closed key and would be taken, and where the item does not open, unless
  ///   it is damaged and the copy is taken; `.locked` where a value cannot be seen to open; what a write throws.
  package func resolveConflict(
    _ path: String, digest: Digest256, revision: Nonce?, taking isTaking: Bool
  ) throws(VaultError) {
    let transaction = try beginWrite()
    let place: ResolvedPlace
    var bytes: [UInt8]
    do throws(SystemError) {
      // Of a link the link is removed, and never what it leads to.
      place = try files.resolveParent(
        of: path, beneath: transaction.lock.root, rootPath: self.path, followingLeaf: false)
      bytes = try files.readFile(path, beneath: transaction.lock.root, limit: ItemSealer.fileLimit)
    } catch {
      throw VaultError(reading: error, path: self.path + "/" + path)
    }
    guard KeyedHash.digest256(unsafe bytes.span.bytes) == digest else {
      throw .interference(path: self.path + "/" + path)
    }
    if let kept = KeptCopy.decode(bytes) { bytes = kept }
    // Nothing is removed whose item is not known.
    let version = try current.version(bytes, path: path)
    guard case .item(let item, let standing) = version.state else {
      throw version.error ?? .item(.damaged("it cannot be read"), path: path)
    }
    let alias = ItemAlias(files: files, root: transaction.lock.root, rootPath: self.path)
    guard try !alias.leads(path, to: transaction.addresses(of: item)) else {
      throw .interference(path: self.path + "/" + path)
    }
    let scope = ItemScope(
      service: item.attributes.service, account: item.attributes.account,
      group: .only(item.attributes.group), synchronizable: item.attributes.synchronizable)
    let findings = try transaction.find(scope, values: false)
    guard findings.items.first?.revision == revision else {
      throw .interference(path: self.path + "/" + item.address.sealedPath)
    }
    let isWhole = try transaction.checkReplaceable(findings, taking: isTaking)
    if isTaking {
      if standing == .closed, item.address.tree == .items { throw .item(.retiredKey, path: path) }
      if item.value == nil, !item.needsNewerTool { throw .locked }
      if !isWhole || findings.items.first?.revision != item.revision {
        try transaction.adopt(bytes, of: item, over: findings)
        try transaction.commit()
      }
    }
    try transaction.removeForeign(place)
  }
}

extension WriteTransaction {
  /// Checks that no good version is lost with a copy that is removed or takes the place of what was found.
  ///
  /// Broken bytes are replaced; what is for another key or tool probably has a good value, and is not:
  /// Docs/Decisions/0005-replacing-what-does-not-open.md. Beside neither is a copy removed that opens.
  ///
  /// - Parameter isTaking: Whether the copy takes the place.
  /// - Returns: Whether an item is there and opens.
  /// - Throws: why the item does not open; `.interference` where it is gone.
  fileprivate func checkReplaceable(
    _ findings: ItemFindings, taking isTaking: Bool
  ) throws(VaultError) -> Bool {
    var isWhole = !findings.items.isEmpty
    var faults = findings.unreadable.map(\.error)
    for old in findings.items {
      do throws(VaultError) {
        guard try value(of: old) != nil else {
          throw .interference(path: vault.path + "/" + old.address.sealedPath)
        }
      } catch {
        faults.append(error)
      }
    }
    if isTaking, let old = findings.shadowed.first(where: \.needsNewerTool) {
      throw .item(.needsNewerTool, path: old.address.sealedPath)
    }
    for fault in faults {
      guard isTaking, case .item(let problem, _) = fault, problem.isDamage else { throw fault }
      isWhole = false
    }
    return isWhole
  }

  /// Stages sealed bytes as they are, in place of whatever has their identity now.
  ///
  /// The item keeps its revision and dates, so that peers who decide the same have the same file.
  func adopt(_ bytes: [UInt8], of item: OpenedItem, over findings: ItemFindings) throws(VaultError) {
    var replaced: Replaced?
    var ends: [Change] = []
    for old in findings.items + findings.shadowed {
      let revision = Replaced.revision(old.revision)
      if old.address == item.address {
        replaced = revision
      } else {
        ends.append(.remove(old.address, revision))
      }
    }
    for old in findings.unreadable {
      let digest = Replaced.digest(try digest(of: old.address))
      if old.address == item.address { replaced = digest } else { ends.append(.remove(old.address, digest)) }
    }
    changes.append(.place(bytes: bytes, target: item.address, replaced: replaced))
    changes += ends
  }

  /// Removes a file that is no item, durably.
  func removeForeign(_ place: ResolvedPlace) throws(VaultError) {
    try lock.begin()
    try placer.remove(place)
    try placer.synchronize(place.directory)
    try lock.confirm()
    lock.end()
  }
}
