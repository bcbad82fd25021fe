internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Lists the items of one service by going through its directories once, keeping nothing but the result.
///
/// Like `DirectReader` it answers only where there is nothing to think about: the shared lock is free, git
/// is not at work, nothing of the service stands in the device tree, every file opens under the current
/// key and lies where it belongs. Everything else it leaves to `ItemListing`, which starts anew.
struct DirectListing {
  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  let policy: ReadPolicy
  let opening: DirectOpening
  let keyring: Keyring

  private var naming: ItemNaming { keyring.naming }

  /// Passes every item of a service to `visit`.
  ///
  /// - Parameters:
  ///   - group: Only this access group's, or `.every`.
  ///   - visit: Gets the checked attributes, the ranges of the names, the revision and the bytes they lie in.
  /// - Returns: False where the general way has to answer; what was visited then counts for nothing.
  func list(
    service: String, group: ItemScope.Group,
    _ visit: (AttributeFields, AttributeFields.Names, Nonce, RawSpan) -> Bool
  ) -> Bool {
    do {
      let proof = AbsenceProof(files: files, rootPath: rootPath, policy: policy)
      let workTree = try proof.workTree()
      guard try !proof.isGitAtWork(workTree) else { return false }
      let lock = try files.openDirectory(rootPath)
      guard try files.lock(lock, .shared, wait: .no) else { return false }
      defer { try? files.unlock(lock) }
      guard try files.status(of: lock).isSameFile(as: files.status(of: root)) else { return false }
      guard try visitGroups(of: service, group, visit) else { return false }
      return try !proof.isGitAtWork(workTree)
    } catch {
      return false
    }
  }

  private func visitGroups(
    of service: String, _ group: ItemScope.Group,
    _ visit: (AttributeFields, AttributeFields.Names, Nonce, RawSpan) -> Bool
  ) throws -> Bool {
    let listing = ComponentListing(files: files, root: root, rootPath: rootPath)
    let component = naming.component(ofService: service)
    if let device = naming.deviceComponent {
      let path = ItemAddress.treeDirectory(.device, device: device) + "/" + component
      guard try listing.entries(of: path).isEmpty else { return false }
    }
    let base = ItemAddress.treeDirectory(.items, device: nil) + "/" + component
    let groups: [(component: String, group: Digest128)]
    switch group {
    case .only(let name): groups = [(naming.component(ofGroup: name), naming.digest(ofGroup: name))]
    case .every: groups = try listing.components(of: base)
    }
    guard let family = keyring.current?.items else { return false }
    for group in groups {
      let directory: FileDescriptor
      do throws(SystemError) {
        directory = try files.openDirectory(base + "/" + group.component, beneath: root)
      } catch {
        guard error.isAbsent else { return false }
        continue
      }
      let place = Place(
        service: service, serviceDigest: naming.digest(ofService: service), group: group.group,
        groupComponent: group.component, keys: try family.keys(of: group.group),
        itemKey: try naming.itemKey(of: group.group), directory: directory)
      let isWhole = try files.visitNames(in: directory) { (name) in
        // Whatever is no item's name is somebody else's.
        guard name.byteCount > 8, name.extracting(last: 8).hasSameBytes(asText: ".sealed\0") else {
          return true
        }
        return visitItem(name, in: place, visit)
      }
      guard isWhole else { return false }
    }
    return true
  }

  private final class Place {
    let service: String
    let serviceDigest: Digest128
    let group: Digest128
    let groupComponent: String
    let keys: KeyFamily.GroupKeys
    let itemKey: SymmetricKey
    let directory: FileDescriptor
    /// The access group, once an item of it was met whose name gives this directory; nil within for none.
    var name: String??

    init(
      service: String, serviceDigest: Digest128, group: Digest128, groupComponent: String,
      keys: KeyFamily.GroupKeys, itemKey: SymmetricKey, directory: FileDescriptor
    ) {
      self.service = service
      self.serviceDigest = serviceDigest
      self.group = group
      self.groupComponent = groupComponent
      self.keys = keys
      self.itemKey = itemKey
      self.directory = directory
    }
  }

  private func visitItem(
    _ name: RawSpan, in place: Place,
    _ visit: (AttributeFields, AttributeFields.Names, Nonce, RawSpan) -> Bool
  ) -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: DirectOpening.firstRead, alignment: 16) { (buffer) in
      unsafe withUnsafeTemporaryAllocation(byteCount: DirectOpening.firstRead, alignment: 16) { (opened) in
        var bytes = unsafe buffer.mutableBytes
        var text = unsafe opened.mutableBytes
        do {
          // A listed name that is gone was removed meanwhile, by somebody who takes no lock.
          guard let file = try files.openIfPresent(path: name, beneath: place.directory) else { return true }
          guard
            let head = try opening.open(
              file, in: .items, group: place.group, key: place.keys.attributes, reading: &bytes, into: &text)
          else { return false }
          let attributes = text.bytes.extracting(first: head.attributesCount)
          let fields = try AttributeFields(parsing: attributes)
          let names = try fields.names(in: attributes)
          guard try isInPlace(names, in: attributes, name: name, place) else { return false }
          return visit(fields, names, head.nonce, attributes)
        } catch {
          return false
        }
      }
    }
  }

  /// Whether a file bears the name and lies in the directories that its attributes give.
  private func isInPlace(
    _ names: AttributeFields.Names, in bytes: RawSpan, name: RawSpan, _ place: Place
  ) throws(CryptoError) -> Bool {
    guard !names.accessibility.isDeviceOnly,
      bytes.extracting(names.service).hasSameBytes(asText: place.service),
      isGroup(names.group, in: bytes, of: place)
    else { return false }
    let account = bytes.extracting(names.account)
    let component = name.extracting(first: name.byteCount - 8)
    guard naming.mode == .opaque else {
      return component.hasSameBytes(
        asText: try naming.component(
          ofAccount: account, service: place.service, group: place.group,
          synchronizable: names.synchronizable))
    }
    let digest = ItemNaming.digest(
      ofAccount: account, service: place.serviceDigest, synchronizable: names.synchronizable,
      key: place.itemKey)
    return unsafe withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { (buffer) in
      var text = unsafe buffer.mutableBytes
      let end = digest.withBytes { (bytes) in Base32.encode(bytes, into: &text, at: 0) }
      return component.hasSameBytes(as: text.bytes.extracting(first: end))
    }
  }

  /// Whether an access group is the one that a directory is of.
  private func isGroup(_ range: Range<Int>?, in bytes: RawSpan, of place: Place) -> Bool {
    if let known = place.name {
      switch (known, range) {
      case (nil, nil): return true
      case (let known?, let range?) where bytes.extracting(range).hasSameBytes(asText: known): return true
      default: break
      }
    }
    let group = range.map { bytes.extracting($0).text }
    guard naming.digest(ofGroup: group) == place.group,
      naming.component(ofGroup: group).hasSameBytes(as: place.groupComponent)
    else { return false }
    place.name = .some(group)
    return true
  }
}
