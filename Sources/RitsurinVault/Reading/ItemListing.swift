internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Walks the trees and opens the attributes of every item in a scope.
struct ItemListing: Lookable, Sendable {
  let reader: ItemFileReader
  let scope: ItemScope
  let values: Bool
  /// Whether the caller keeps writers out.
  let isUnderLock: Bool

  private var naming: ItemNaming { reader.opener.keyring.naming }
  private var trees: [Tree] { naming.deviceComponent == nil ? [.items] : [.device, .items] }

  /// Lists under the shared lock where it can be had, else by passes over the directories until two agree.
  ///
  /// - Throws: `.locked`, `.cannotRead`, `.outOfMemory`.
  func look() throws(VaultError) -> ItemFindings {
    if isUnderLock { return try open(addresses()) }
    if let lock = sharedLock() {
      defer { lock.release() }
      return try open(addresses())
    }
    var names = try addresses()
    for _ in 1..<reader.policy.passes {
      let again = try addresses()
      if again == names { break }
      names = again
    }
    return try open(names)
  }

  /// What git hides from a listing looks like something that is not there.
  func isSettled(by findings: ItemFindings) -> Bool { false }

  /// A shared lock on a descriptor of its own; nil where it is not to be had in time, or at all.
  private func sharedLock() -> SharedLock? {
    guard
      let directory = try? reader.files.openDirectory(reader.rootPath),
      (try? reader.files.lock(
        directory, .shared, wait: .upTo(milliseconds: reader.policy.sharedLockWait))) == true
    else { return nil }
    return SharedLock(directory: directory)
  }

  /// Held until its descriptor is closed.
  private final class SharedLock {
    private var directory: FileDescriptor?
    init(directory: FileDescriptor) { self.directory = directory }
    func release() { directory = nil }
  }

  /// The places of all sealed files whose path is in the grammar and in the scope.
  private func addresses() throws(VaultError) -> [ItemAddress] {
    let listing = ComponentListing(files: reader.files, root: reader.root, rootPath: reader.rootPath)
    var found: [ItemAddress] = []
    for tree in trees {
      let device = tree == .device ? naming.deviceComponent : nil
      let base = ItemAddress.treeDirectory(tree, device: naming.deviceComponent)
      for service in try services(in: base, listing: listing) {
        for group in try groups(in: base + "/" + service, listing: listing) {
          for entry in try listing.entries(of: base + "/" + service + "/" + group.component) {
            guard let name = entry.asciiName, name.hasSuffix(".sealed") else { continue }
            let component = String(name.dropLast(7))
            guard Digest128(component: component) != nil else { continue }
            found.append(
              ItemAddress(
                tree: tree, device: device, group: group.group, serviceComponent: service,
                groupComponent: group.component, itemComponent: component))
          }
        }
      }
    }
    return found
  }

  private func services(in base: String, listing: ComponentListing) throws(VaultError) -> [String] {
    if let service = scope.service { return [naming.component(ofService: service)] }
    return try listing.components(of: base).map(\.component)
  }

  private func groups(
    in path: String, listing: ComponentListing
  ) throws(VaultError) -> [(component: String, group: Digest128)] {
    if case .only(let group) = scope.group {
      return [(naming.component(ofGroup: group), naming.digest(ofGroup: group))]
    }
    return try listing.components(of: path)
  }

  private func open(_ addresses: [ItemAddress]) throws(VaultError) -> ItemFindings {
    var findings = ItemFindings()
    let defaultGroup = naming.digest(ofGroup: nil)
    // dI is keyed by group and made from service, account and variant: it stands for the whole identity.
    var served: Set<Digest128> = []
    let hasDeviceItems = addresses.contains { $0.tree == .device }
    var directory: (of: ItemAddress, opened: FileDescriptor?)?
    for address in addresses {
      do {
        if directory.map({ !$0.of.isBeside(address) }) ?? true {
          directory = (address, try? reader.files.openDirectory(address.directory, beneath: reader.root))
        }
        // A listed name that is gone was removed meanwhile.
        guard
          var item = try reader.read(
            address, expecting: .place, values: false, in: directory?.opened),
          scope.admits(item.attributes)
        else { continue }
        if hasDeviceItems, let identity = Digest128(component: address.itemComponent),
          !served.insert(identity).inserted
        {
          findings.shadowed.append(item)
          continue
        }
        if values {
          guard let full = try reader.read(address, expecting: .place, values: true) else { continue }
          item = full
        }
        findings.items.append(item)
      } catch {
        switch error {
        case .cannotRead(let error) where error.isExhaustion:
          // Not the item's fault: the next one might open, and half a listing would pass for a whole one.
          throw .cannotRead(error)
        case .item, .cannotRead, .linkLeavesVault:
          findings.unreadable.append(
            UnreadableItem(error: error, address: address, isInDefaultGroup: address.group == defaultGroup))
        default:
          throw error
        }
      }
    }
    return findings
  }
}
