internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

/// Lists the items of one service by going through its directories once, keeping nothing but the result.
///
/// Like `DirectReader` it answers only where there is nothing to think about: the shared lock is free, git
/// is not at work, nothing of the service stands in the device tree, every file opens under the current
/// key and lies where it belongs. Everything else it leaves to `ItemListing`, which starts anew.
struct DirectListing {
  /// How much of a file is read, in bytes; attributes seldom take more.
  private static let firstRead = 1_024

  let files: FileSystem
  let root: FileDescriptor
  let rootPath: String
  let policy: ReadPolicy
  let vaultID: [UInt8]
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
        service: service, group: group.group, groupComponent: group.component,
        keys: try family.keys(of: group.group), directory: directory)
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

  private struct Place {
    let service: String
    let group: Digest128
    let groupComponent: String
    let keys: KeyFamily.GroupKeys
    let directory: FileDescriptor
  }

  private func visitItem(
    _ name: RawSpan, in place: Place,
    _ visit: (AttributeFields, AttributeFields.Names, Nonce, RawSpan) -> Bool
  ) -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.firstRead, alignment: 16) { (buffer) in
      unsafe withUnsafeTemporaryAllocation(byteCount: Self.firstRead, alignment: 16) { (opened) in
        var bytes = unsafe buffer.mutableBytes
        var text = unsafe opened.mutableBytes
        do {
          // A listed name that is gone was removed meanwhile, by somebody who takes no lock.
          guard let file = try files.openIfPresent(path: name, beneath: place.directory) else { return true }
          var count = try file.read(into: &bytes)
          if count == Self.firstRead {
            let status = try file.status()
            guard status.kind == .regular else { return false }
            count = status.size
          }
          let layout = try ItemLayout(
            parsing: bytes.bytes.extracting(first: min(count, Self.firstRead)), fileCount: count)
          guard layout.prefixCount <= Self.firstRead else { return false }
          guard let nonce = open(bytes.bytes, layout, place, into: &text),
            let end = Padding.unpaddedCount(
              text.bytes.extracting(first: layout.attributesCount), block: ItemEnvelope.attributesBlock)
          else { return false }
          let attributes = text.bytes.extracting(first: end)
          let fields = try AttributeFields(parsing: attributes)
          let names = try fields.names(in: attributes)
          guard try isInPlace(names, in: attributes, name: name, place) else { return false }
          return visit(fields, names, nonce, attributes)
        } catch {
          return false
        }
      }
    }
  }

  private func open(
    _ bytes: RawSpan, _ layout: ItemLayout, _ place: Place, into text: inout MutableRawSpan
  ) -> Nonce? {
    guard
      bytes.extracting(ItemEnvelope.vaultIDRange).hasSameBytes(
        as: unsafe vaultID.span.bytes.extracting(first: 8)),
      KeyID(bytes.extracting(ItemEnvelope.keyIDRange)) == keyring.currentID, layout.tree == .items,
      Digest128(bytes.extracting(ItemEnvelope.groupRange)) == place.group,
      let nonce = Nonce(bytes.extracting(ItemEnvelope.nonceRange)),
      AEAD.open(
        bytes.extracting(layout.attributesRange), aad: bytes.extracting(first: ItemEnvelope.byteCount),
        nonce: nonce, key: place.keys.attributes, into: &text)
    else { return nil }
    return nonce
  }

  /// Whether a file bears the name and lies in the directories that its attributes give.
  private func isInPlace(
    _ names: AttributeFields.Names, in bytes: RawSpan, name: RawSpan, _ place: Place
  ) throws(CryptoError) -> Bool {
    guard !names.accessibility.isDeviceOnly,
      bytes.extracting(names.service).hasSameBytes(asText: place.service)
    else { return false }
    let group = names.group.map { bytes.extracting($0).text }
    guard naming.digest(ofGroup: group) == place.group,
      naming.component(ofGroup: group).hasSameBytes(as: place.groupComponent)
    else { return false }
    let component = try naming.component(
      ofAccount: bytes.extracting(names.account), service: place.service, group: place.group,
      synchronizable: names.synchronizable)
    return name.extracting(first: name.byteCount - 8).hasSameBytes(asText: component)
  }
}

extension RawSpan {
  /// Whether the bytes are those of a text.
  func hasSameBytes(asText text: String) -> Bool {
    guard byteCount == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { (text) in
      unsafe hasSameBytes(as: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(text)))
    }
  }

  /// The text of bytes that are known to be UTF-8.
  var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
