import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// A vault without items under the golden keys, which are published: it can be signed for and sealed for.
struct KeyedVault {
  let scratch: ScratchDirectory
  let path: String

  /// - Parameters:
  ///   - golden: The vault whose header and key-file slot are taken.
  ///   - isFast: Whether it lies in memory, where fsync costs nothing.
  init(_ golden: String = "opaque.vault", isFast: Bool = true) throws {
    scratch = try ScratchDirectory(isInMemory: isFast)
    path = scratch.path("v")
    let source = Golden.directory + "/" + golden
    for directory in [path, path + "/slots"] {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    for name in ["vault.header", "vault.header.backup", "slots/00000002.slot"] {
      try write(read(path: source + "/" + name), to: name)
    }
  }

  /// Opens the vault with the golden key file.
  func open(
    _ observer: (any SystemCallObserver)? = nil, policy: ReadPolicy = .quick, device: Bool = false
  ) throws -> Vault {
    let deviceKey = device ? try key(hex: Vectors.all.keys.deviceKey) : nil
    let vault = try Vault(
      path: path, deviceKey: deviceKey, files: FileSystem(observer: observer), policy: policy)
    try vault.unlock(with: .key(key(hex: Vectors.all.keys.keyFile)))
    return vault
  }

  // MARK: Files

  func read(_ name: String) throws -> [UInt8] { try read(path: path + "/" + name) }

  func read(path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  /// Writes a file in place, or makes it, with the directories above it.
  func write(_ bytes: [UInt8], to name: String) throws {
    let target = path + "/" + name
    if !FileManager.default.fileExists(atPath: target) {
      try FileManager.default.createDirectory(
        atPath: URL(filePath: target).deletingLastPathComponent().path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try Data(bytes).write(to: URL(filePath: target))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

  /// The relative paths of everything in the vault, in byte order.
  func names() -> [String] { DirectoryTree.names(path) }

  // MARK: Signing

  static func signing() throws -> SigningKey { try SigningKey(seed: key(hex: Vectors.all.keys.seed)) }

  /// Signs the lines of a header or slot with the golden seed.
  static func signed(_ lines: [UInt8]) throws -> [UInt8] {
    SignedLines.appendingSignature(try signing().sign(unsafe lines.span.bytes), to: lines)
  }

  /// The golden header in another edition.
  ///
  /// - Parameter more: Lines after the others, with their ends.
  func header(epoch: Int64? = nil, more: String = "") throws -> [UInt8] {
    let old = try HeaderReading.verify(read("vault.header"), path: path)
    let new = VaultHeader(
      id: old.id, created: old.created, names: old.names, epoch: epoch ?? old.epoch, key: old.key,
      identity: old.identity, keys: old.keys, retired: old.retired, unknown: old.unknown)
    return try Self.signed(new.encodeUnsigned() + Array(more.utf8))
  }
}

extension KeyedVault {
  /// A line for everything in the vault: equal for equal trees.
  func lines() throws -> [String] { try DirectoryTree.lines(path) }
}

extension ReadPolicy {
  /// All counts, no pauses.
  static var quick: ReadPolicy {
    var policy = ReadPolicy()
    policy.rereadPause = 0
    policy.gitWait = 20
    policy.sharedLockWait = 20
    return policy
  }
}
