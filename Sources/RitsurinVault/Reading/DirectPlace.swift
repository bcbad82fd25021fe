internal import RitsurinCrypto
internal import RitsurinFormat

/// What all items of one service in one access group have in common.
final class DirectPlace: Sendable {
  /// The longest account that is looked up this way, in bytes.
  static let greatestAccount = 512

  /// The directory of the place in one tree, and what opens its items.
  struct TreePlace {
    let tree: Tree
    /// `items/S/G/`.
    let directory: [UInt8]
    let keys: KeyFamily.GroupKeys
  }

  let service: String
  private let serviceBytes: [UInt8]
  let group: String?
  private let groupBytes: [UInt8]?
  let groupDigest: Digest128
  /// Device first.
  let trees: [TreePlace]
  private let serviceDigest: Digest128
  private let itemKey: SymmetricKey
  private let mode: NamesMode

  /// - Throws: `CryptoError`, where keys find no memory.
  init?(service: String, group: String?, keyring: Keyring) throws(CryptoError) {
    let naming = keyring.naming
    self.service = service
    serviceBytes = Array(service.utf8)
    self.group = group
    groupBytes = group.map { Array($0.utf8) }
    mode = naming.mode
    serviceDigest = naming.digest(ofService: service)
    groupDigest = naming.digest(ofGroup: group)
    itemKey = try naming.itemKey(of: groupDigest)
    let end = "/" + naming.component(ofService: service) + "/" + naming.component(ofGroup: group) + "/"
    var trees: [TreePlace] = []
    for tree in [Tree.device, .items] where tree == .items || naming.deviceComponent != nil {
      guard let family = keyring.current?.family(tree) else { return nil }
      let directory = ItemAddress.treeDirectory(tree, device: naming.deviceComponent) + end
      trees.append(
        TreePlace(tree: tree, directory: Array(directory.utf8), keys: try family.keys(of: groupDigest)))
    }
    self.trees = trees
  }

  /// Whether the service of an item is this place's.
  func isService(at range: Range<Int>, in bytes: RawSpan) -> Bool {
    let serviceBytes = serviceBytes
    return bytes.extracting(range).hasSameBytes(as: unsafe serviceBytes.span.bytes)
  }

  /// Whether the access group of an item, nil for none, is this place's.
  func isGroup(at range: Range<Int>?, in bytes: RawSpan) -> Bool {
    guard let range, let groupBytes else { return range == nil && groupBytes == nil }
    return bytes.extracting(range).hasSameBytes(as: unsafe groupBytes.span.bytes)
  }

  /// dI of an account.
  func digest(of account: RawSpan, synchronizable: Bool) -> Digest128 {
    ItemNaming.digest(
      ofAccount: account, service: serviceDigest, synchronizable: synchronizable, key: itemKey)
  }

  /// Writes the path of an item and a NUL behind it.
  ///
  /// - Returns: The number of bytes.
  func write(
    _ path: inout MutableRawSpan, in tree: TreePlace, digest: Digest128, account: RawSpan
  ) -> Int {
    path.put(unsafe tree.directory.span.bytes, at: 0)
    var end = tree.directory.count
    if mode == .readable {
      let slug = Slug.make(unsafe account.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) })
      if !slug.isEmpty { end = path.put(slug + "~", at: end) }
    }
    end = digest.withBytes { (bytes) in Base32.encode(bytes, into: &path, at: end) }
    end = path.put(".sealed", at: end)
    path.storeBytes(of: 0, toByteOffset: end, as: UInt8.self)
    return end + 1
  }
}
