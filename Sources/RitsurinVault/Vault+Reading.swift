package import RitsurinCrypto
package import RitsurinFormat
internal import RitsurinSystem

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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

  /// The value of an item, where it can be had without any question.
  ///
  /// - Parameter group: The access group; nil is the default place.
  /// - Returns: nil where `find` has to answer, absence included.
  /// - Complexity: One file, and for each other path that the item could have one failing `openat2`.
  package func valueDirectly(service: String, account: String, group: String?) -> Data? {
    direct?.find(service: service, account: account, group: group, wanting: .value, files: files)?.value
  }

  /// The attributes of an item, where they can be had without any question; otherwise as above.
  package func attributesDirectly(
    service: String, account: String, group: String?
  ) -> (attributes: ItemAttributes, revision: Nonce)? {
    guard
      let found = direct?.find(
        service: service, account: account, group: group, wanting: .attributes, files: files)?.attributes
    else { return nil }
    return (found.attributes, found.revision)
  }

  /// Whether an item is there beyond question; otherwise `find` has to answer.
  package func isPresentDirectly(service: String, account: String, group: String?) -> Bool {
    direct?.find(service: service, account: account, group: group, wanting: .presence, files: files) != nil
  }

  /// The accounts of a service's items, where they can be had without any question.
  ///
  /// - Returns: In any order, one for each item; nil where `find` has to answer.
  /// - Complexity: O(items of the service); keeps nothing but the result.
  package func accountsDirectly(service: String, group: ItemScope.Group) -> [String]? {
    guard let listing = directListing else { return nil }
    var accounts: [String] = []
    let isWhole = listing.list(service: service, group: group) { (_, names, _, bytes) in
      accounts.append(bytes.extracting(names.account).text)
      return true
    }
    // An empty listing needs more proof.
    return isWhole && !accounts.isEmpty ? accounts : nil
  }

  /// Passes the attributes of a service's items to `body`, where they can be had without any question.
  ///
  /// - Returns: False where `find` has to answer; what `body` got then counts for nothing.
  package func visitDirectly(
    service: String, group: ItemScope.Group, _ body: (ItemAttributes, Nonce) -> Bool
  ) -> Bool {
    guard let listing = directListing else { return false }
    var isEmpty = true
    let isWhole = listing.list(service: service, group: group) { (fields, _, nonce, bytes) in
      guard let attributes = try? fields.attributes(in: bytes, service: service) else { return false }
      isEmpty = false
      return body(attributes, nonce)
    }
    // An empty listing needs more proof.
    return isWhole && !isEmpty
  }

  private var directListing: DirectListing? {
    let view = current
    return view.keyring.map {
      DirectListing(
        files: files, root: view.root, rootPath: path, policy: policy,
        opening: DirectOpening(vaultID: view.header.header.id, keyID: $0.currentID), keyring: $0)
    }
  }

  /// Opens the value of an item that was found without it.
  ///
  /// - Returns: The item as it is now; nil where it is gone.
  /// - Throws: `.item`, `.locked`, `.cannotRead`, `.outOfMemory`.
  package func value(of item: OpenedItem) throws(VaultError) -> OpenedItem? {
    var view = try readable()
    for _ in 0..<policy.headerChanges {
      do throws(VaultError) {
        return try itemReader(view.snapshot, keyring: view.keyring).read(
          item.address, expecting: .place, values: true)
      } catch {
        // It may have been sealed again since it was found, under a key that a newer header gives.
        guard error.needsFreshHeader else { throw error }
        let (snapshot, changed) = try refreshed(after: view.snapshot)
        guard changed else { throw error }
        guard let keyring = snapshot.keyring else { throw .locked }
        view = (snapshot, keyring)
      }
    }
    return try itemReader(view.snapshot, keyring: view.keyring).read(
      item.address, expecting: .place, values: true)
  }

  private func needsFreshHeader(_ findings: ItemFindings) -> Bool {
    findings.isEmpty || findings.unreadable.contains { $0.error.needsFreshHeader }
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

extension VaultError {
  /// Whether another edition of the header may make the item readable.
  fileprivate var needsFreshHeader: Bool {
    switch self {
    case .item(.unknownKey, _), .item(.retiredKey, _), .item(.otherVault, _): true
    default: false
    }
  }
}
