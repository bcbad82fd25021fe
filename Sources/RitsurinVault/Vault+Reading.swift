internal import RitsurinFormat
internal import RitsurinSystem

extension Vault {
  /// Finds the items in a scope.
  ///
  /// - Parameters:
  ///   - scope: Which items.
  ///   - values: Whether their values are wanted.
  ///   - firstOnly: Whether the default place may answer alone, being preferred to every group.
  /// - Returns: What was found. Empty means proven absence.
  /// - Throws: `.locked`, `.cannotRead`, `.notAVault` and the header's errors where absence could not be
  ///   proven, `.outOfMemory`.
  /// - Complexity: With service and account one file per possible path; else O(items in the service or
  ///   the vault).
  package func find(
    _ scope: ItemScope, values: Bool, firstOnly: Bool = false
  ) throws(VaultError) -> ItemFindings {
    var view = try readable()
    var findings = try look(scope, values: values, firstOnly: firstOnly, view: view)
    for _ in 0..<policy.headerChanges {
      // Absence, and keys that are not known, count only while the header is the one that was opened.
      guard needsFreshHeader(findings) else { break }
      let (snapshot, changed) = try refreshed(after: view.snapshot)
      guard changed else { break }
      guard let keyring = snapshot.keyring else { throw .locked }
      view = (snapshot, keyring)
      findings = try look(scope, values: values, firstOnly: firstOnly, view: view)
    }
    return findings
  }

  /// Opens the value of an item that was found without it.
  ///
  /// - Returns: The item as it is now; nil where it is gone.
  /// - Throws: `.item`, `.locked`, `.cannotRead`, `.outOfMemory`.
  package func value(of item: OpenedItem) throws(VaultError) -> OpenedItem? {
    let (snapshot, keyring) = try readable()
    return try itemReader(snapshot, keyring: keyring).read(item.address, expecting: .place, values: true)
  }

  private func needsFreshHeader(_ findings: ItemFindings) -> Bool {
    findings.isEmpty
      || findings.unreadable.contains {
        switch $0.error {
        case .item(.unknownKey, _), .item(.retiredKey, _), .item(.otherVault, _): true
        default: false
        }
      }
  }

  private func look(
    _ scope: ItemScope, values: Bool, firstOnly: Bool, view: (snapshot: Snapshot, keyring: Keyring)
  ) throws(VaultError) -> ItemFindings {
    let reader = itemReader(view.snapshot, keyring: view.keyring)
    let proof = AbsenceProof(files: files, rootPath: path, policy: policy)
    guard let service = scope.service, let account = scope.account else {
      return try proof.look(
        for: ItemListing(reader: reader, scope: scope, values: values, isUnderLock: false))
    }
    let lookup = ItemLookup(
      reader: reader, account: account, service: service, group: scope.group,
      synchronizable: scope.synchronizable, values: values, firstOnly: firstOnly, isUnderLock: false)
    let found = try lookup.sweep()
    if !found.isEmpty { return found }
    return try proof.look(for: lookup)
  }

  func itemReader(_ snapshot: Snapshot, keyring: Keyring, root: FileDescriptor? = nil) -> ItemFileReader {
    ItemFileReader(
      files: files, root: root ?? snapshot.root, rootPath: path,
      opener: ItemOpener(vaultID: snapshot.header.header.id, keyring: keyring), policy: policy)
  }
}
