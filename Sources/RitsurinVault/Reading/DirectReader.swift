internal import RitsurinCrypto
internal import RitsurinFormat
internal import RitsurinSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shortest way to one item by its names: no path as text, no descriptor object, one read, one result.
///
/// It answers only where there is nothing to think about: one file, where the names lead, that opens under
/// the current key. Everything else (nothing found, several variants, damage, another key, a lock, any
/// failing call) it leaves to `ItemLookup`, which starts anew. So it decides nothing that the other way
/// would decide otherwise. Docs/Performance.md says what it saves.
final class DirectReader: Sendable {
  /// What the caller wants to know.
  enum Wanted { case presence, attributes, value }

  /// What was found; the rest is nil unless wanted.
  struct Found {
    var attributes: FoundAttributes?
    var value: Data?
  }

  /// Apart, because they are large and seldom wanted.
  final class FoundAttributes: Sendable {
    let attributes: ItemAttributes
    let revision: Nonce

    init(attributes: ItemAttributes, revision: Nonce) {
      self.attributes = attributes
      self.revision = revision
    }
  }

  private let root: FileDescriptor
  private let vaultID: [UInt8]
  private let keyring: Keyring
  private let place = Locked<DirectPlace?>(nil)

  /// - Parameters:
  ///   - root: The vault's root directory.
  ///   - vaultID: The vault's 16-byte id.
  ///   - keyring: The keys; this ends with them, and so do the group keys it holds.
  init(root: FileDescriptor, vaultID: [UInt8], keyring: Keyring) {
    self.root = root
    self.vaultID = Array(vaultID.prefix(8))
    self.keyring = keyring
  }

  /// Looks at every path that both variants have in one place.
  ///
  /// - Parameters:
  ///   - group: The access group; nil is the default place.
  /// - Returns: nil where the general way has to answer.
  func find(
    service: String, account: String, group: String?, wanting wanted: Wanted, files: FileSystem
  ) -> Found? {
    guard account.utf8.count <= DirectPlace.greatestAccount, let place = place(service: service, group: group)
    else { return nil }
    let look = DirectLook(
      files: files, root: root, vaultID: vaultID, keyID: keyring.currentID, wanted: wanted)
    var account = account
    return account.withUTF8 { (account) -> Found? in
      let account = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(account))
      var found: Found?
      for synchronizable in 0..<2 {
        let digest = place.digest(of: account, synchronizable: synchronizable == 1)
        for tree in place.trees {
          switch look.look(
            in: place, tree, digest: digest, account: account, synchronizable: synchronizable == 1)
          {
          case .absent: continue
          case .unclear: return nil
          case .found(let item):
            guard found == nil else { return nil }
            found = item
          }
        }
      }
      return found
    }
  }

  /// The place that was used last, or another one.
  private func place(service: String, group: String?) -> DirectPlace? {
    if let last = place.withLock({ $0 }), last.service.hasSameBytes(as: service),
      hasSameBytes(last.group, group)
    {
      return last
    }
    guard let made = try? DirectPlace(service: service, group: group, keyring: keyring) else { return nil }
    place.withLock { $0 = made }
    return made
  }
}

/// What all items of one service in one access group have in common.
final class DirectPlace: Sendable {
  /// The longest account that is looked up this way, in bytes.
  static let greatestAccount = 512
  /// The longest path with its ending and a NUL, in bytes: Docs/Format.md#limits.
  static let greatestPath = 256

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
    unsafe withUnsafeTemporaryAllocation(byteCount: 17 + Self.greatestAccount, alignment: 8) { (buffer) in
      var message = unsafe buffer.mutableBytes
      serviceDigest.withBytes { (bytes) in message.put(bytes, at: 0) }
      message.storeBytes(of: synchronizable ? 1 : 0, toByteOffset: 16, as: UInt8.self)
      message.put(account, at: 17)
      return KeyedHash.digest128(message.bytes.extracting(first: 17 + account.byteCount), key: itemKey)
    }
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

extension MutableRawSpan {
  /// Copies bytes to an offset; there is room.
  mutating func put(_ bytes: RawSpan, at offset: Int) {
    unsafe withUnsafeMutableBytes { (target) in
      unsafe bytes.withUnsafeBytes { (source) in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
      }
    }
  }

  /// Copies text to an offset; there is room.
  ///
  /// - Returns: Where it ends.
  mutating func put(_ text: String, at offset: Int) -> Int {
    var end = offset
    for byte in text.utf8 {
      storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
      end += 1
    }
    return end
  }
}
