internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Finds the items of one service and account: every path they can have, device tree first.
package struct ItemLookup: Sendable {
  let reader: ItemFileReader
  let account: String
  let service: String
  let group: ItemScope.Group
  let synchronizable: Bool?
  let values: Bool
  /// Whether the default place may answer for all groups, being preferred to them.
  let firstOnly: Bool
  /// Whether writers are kept out, so that no file can move while it is looked for.
  let isUnderLock: Bool

  private var naming: ItemNaming { reader.opener.keyring.naming }
  private var variants: [Bool] { synchronizable.map { [$0] } ?? [false, true] }
  private var trees: [Tree] { naming.deviceComponent == nil ? [.items] : [.device, .items] }

  /// Tries every possible path once.
  ///
  /// - Throws: `.locked`, `.cannotRead` of a directory, `.outOfMemory`. What is wrong with single files
  ///   is in the findings.
  package func sweep() throws(VaultError) -> ItemFindings {
    var findings = ItemFindings()
    switch group {
    case .only(let name):
      try probe(group: name, into: &findings)
    case .every:
      try probe(group: nil, into: &findings)
      if firstOnly, !findings.isEmpty { return findings }
      try probeNamedGroups(into: &findings)
    }
    return findings
  }

  /// Whether more than one path is tried, so that a file moving between them could slip through.
  package var hasSeveralPaths: Bool {
    if case .every = group { return true }
    return variants.count * trees.count > 1
  }

  private func probe(group name: String?, into findings: inout ItemFindings) throws(VaultError) {
    for synchronizable in variants {
      var isServed = false
      for tree in trees {
        let address = try mapped { () throws(CryptoError) in
          try naming.address(
            account: account, service: service, group: name, synchronizable: synchronizable, tree: tree)
        }
        let expectation = ItemOpener.Expectation.names(
          account: account, service: service, group: .named(name), synchronizable: synchronizable)
        try probe(
          address, expecting: expectation, isDefault: name == nil, isServed: &isServed, into: &findings)
      }
    }
  }

  private func probeNamedGroups(into findings: inout ItemFindings) throws(VaultError) {
    let defaultGroup = naming.digest(ofGroup: nil)
    let serviceComponent = naming.component(ofService: service)
    let listing = ComponentListing(files: reader.files, root: reader.root, rootPath: reader.rootPath)
    // All directories are listed before any file is looked at.
    var places: [(tree: Tree, component: String, group: Digest128)] = []
    for tree in trees {
      let path = ItemAddress.treeDirectory(tree, device: naming.deviceComponent) + "/" + serviceComponent
      for (component, group) in try listing.components(of: path) where group != defaultGroup {
        places.append((tree, component, group))
      }
    }
    var served: Set<Digest128> = []
    for place in places {
      for synchronizable in variants {
        let address = try mapped { () throws(CryptoError) in
          try naming.address(
            account: account, service: service, group: place.group, groupComponent: place.component,
            synchronizable: synchronizable, tree: place.tree)
        }
        guard let identity = Digest128(component: address.itemComponent) else { continue }
        var isServed = served.contains(identity)
        try probe(address, expecting: .place, isDefault: false, isServed: &isServed, into: &findings)
        if isServed { served.insert(identity) }
      }
    }
  }

  private func probe(
    _ address: ItemAddress, expecting expectation: ItemOpener.Expectation, isDefault: Bool,
    isServed: inout Bool, into findings: inout ItemFindings
  ) throws(VaultError) {
    do {
      guard let item = try reader.read(address, expecting: expectation, values: values && !isServed) else {
        return
      }
      // Where both trees hold an identity the device copy, met first, is the one that counts.
      if isServed {
        findings.shadowed.append(item)
        return
      }
      isServed = true
      findings.items.append(item)
    } catch {
      switch error {
      case .item(.misplaced, _) where !isDefault && isDirectoryMisnamed(expectation):
        return
      case .item, .cannotRead, .linkLeavesVault:
        findings.unreadable.append(
          UnreadableItem(error: error, address: address, isInDefaultGroup: isDefault))
      default:
        throw error
      }
    }
  }

  /// A directory met in a listing may bear a slug that is not its group's; what lies there is a misplaced
  /// copy.
  private func isDirectoryMisnamed(_ expectation: ItemOpener.Expectation) -> Bool {
    if case .place = expectation { return naming.mode == .readable }
    return false
  }
}

extension ItemLookup: Lookable {
  /// Tries every possible path in as many rounds as absence needs.
  func look() throws(VaultError) -> ItemFindings {
    var findings = ItemFindings()
    for _ in 0..<(hasSeveralPaths && !isUnderLock ? reader.policy.rounds : 1) {
      findings = try sweep()
      if !findings.isEmpty { break }
    }
    return findings
  }

  /// What was found is there.
  func isSettled(by findings: ItemFindings) -> Bool { !findings.isEmpty }
}
