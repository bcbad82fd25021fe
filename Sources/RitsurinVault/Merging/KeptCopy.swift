internal import RitsurinCrypto
internal import RitsurinFormat
package import RitsurinSystem

/// The file that keeps the loser of a merge: `<dI>.kept-<digest>.sealed` beside the item, both in base32.
///
/// The name follows from item and bytes, so peers that keep the same version make the same file, and keeping it twice is
/// keeping it once. It ends in `.sealed`, so git treats it as an item; it is in no one's list of ignored files; and it is
/// not in the grammar of names, so no reader takes it for an item.
///
/// The file holds the complement of every byte, behind a magic of its own. Git takes a file that appears while another
/// with equal or similar bytes goes for that one renamed, and carries the other side's edit of an item into the copy.
package enum KeptCopy {
  private static let mark = ".kept-"
  /// As that of an item, with another letter.
  private static let magic: [UInt8] = [0x89, 0x52, 0x54, 0x4B, 0x0D, 0x0A, 0x1A, 0x0A]

  /// What the file of a copy holds.
  package static func encode(_ sealed: [UInt8]) -> [UInt8] { magic + sealed.map { ~$0 } }

  /// The version that a copy's file holds; nil for any other file.
  package static func decode(_ file: [UInt8]) -> [UInt8]? {
    file.starts(with: magic) ? file[magic.count...].map { ~$0 } : nil
  }

  /// Where a version of an item is kept.
  ///
  /// - Parameters:
  ///   - path: The path of the item, or of another copy of it, relative to any directory.
  ///   - bytes: The version.
  /// - Returns: nil where the path is neither an item's nor a copy's.
  package static func path(of bytes: [UInt8], besides path: String) -> String? {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard let item = itemComponent(of: name) else { return nil }
    let digest = KeyedHash.digest256(unsafe bytes.span.bytes).bytes.prefix(Digest128.byteCount)
    return directory + Base32.encode(item.digest) + mark + Base32.encode(Array(digest)) + ".sealed"
  }

  /// Whether a file name is that of a kept copy.
  package static func matches(_ name: String) -> Bool { parts(of: name) != nil }

  /// Whether a kept copy still has the bytes that its name was made of.
  ///
  /// Somebody may have written something else into it, git for one.
  package static func isIntact(_ bytes: [UInt8], at path: String) -> Bool {
    self.path(of: bytes, besides: path).map { $0.hasSameBytes(as: path) } ?? false
  }

  /// The item that a file name stands for, its own or that of a kept copy.
  private static func itemComponent(of name: String) -> ComponentName? {
    if let parts = parts(of: name) { return parts }
    guard name.hasSuffix(ItemPath.sealedEnding) else { return nil }
    return ComponentName(name.utf8.dropLast(ItemPath.sealedEnding.utf8.count))
  }

  private static func parts(of name: String) -> ComponentName? {
    let bytes = Array(name.utf8)
    let count = Base32.characterCount
    let ending = Array(ItemPath.sealedEnding.utf8)
    guard bytes.count == 2 * count + mark.utf8.count + ending.count,
      bytes.suffix(ending.count) == ending[...],
      bytes[count...].starts(with: mark.utf8),
      Base32.decode(bytes[(count + mark.utf8.count)...].prefix(count)) != nil
    else { return nil }
    return ComponentName(bytes.prefix(count))
  }

  /// Keeps a version beside an item, durably; where it is kept already, it only makes that durable.
  ///
  /// - Parameters:
  ///   - bytes: The version.
  ///   - path: The item's path, relative to the vault's root.
  ///   - root: The vault's root.
  ///   - files: The file system.
  /// - Returns: The path of the copy, relative to the root; nil where `path` is no item's.
  /// - Throws: what taking the lock and writing throws; `.interference` where another file has the copy's name.
  package static func keep(
    _ bytes: [UInt8], besides path: String, root: String, files: FileSystem
  ) throws(VaultError) -> String? {
    guard let copy = self.path(of: bytes, besides: path) else { return nil }
    let lock = try WriteLock.acquire(path: root, files: files)
    let placer = FilePlacer(files: files, root: lock.root, rootPath: root)
    if try placer.exists(copy) {
      try confirm(encode(bytes), at: copy, placer: placer)
      try lock.confirm()
      return copy
    }
    // What an earlier writer left stays the next one's to recover: only a byte set here is taken back here.
    let mustStay = lock.needsRecovery
    try lock.begin()
    let place = try placer.resolve(copy, creating: true)
    let prepared = try placer.prepare(encode(bytes), at: place)
    do throws(VaultError) {
      try lock.confirm()
    } catch {
      placer.discard(prepared)
      throw error
    }
    try placer.publish(prepared, replacing: false)
    try placer.synchronize(place.directory)
    try lock.confirm()
    if !mustStay { lock.end() }
    return copy
  }

  /// Checks that a file holds what it should, and makes it durable: git and sync tools do not, and a writer may have died.
  private static func confirm(_ bytes: [UInt8], at copy: String, placer: FilePlacer) throws(VaultError) {
    let place = try placer.resolve(copy, creating: false)
    let found: [UInt8]
    do throws(SystemError) {
      found = try placer.files.readFile(copy, beneath: placer.root, limit: bytes.count)
    } catch {
      if error.isTooLarge || error.isNotRegular { throw .interference(path: placer.rootPath + "/" + copy) }
      throw VaultError(reading: error, path: placer.rootPath + "/" + copy)
    }
    guard found == bytes else { throw .interference(path: placer.rootPath + "/" + copy) }
    do throws(SystemError) {
      let (file, _) = try placer.files.openFile(copy, beneath: placer.root)
      try placer.files.synchronize(file)
    } catch {
      throw VaultError(writing: error, path: placer.rootPath + "/" + copy)
    }
    try placer.synchronize(place.directory)
  }
}
