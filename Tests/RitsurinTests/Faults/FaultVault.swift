import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault

/// A vault on a disk that can fail, in a directory with its key file and the home of its device key.
final class FaultVault: Sendable {
  let directory: ScratchDirectory
  let disk = FaultDisk()
  /// The handle whose calls fail; unlocked.
  let vault: RVault

  var path: String { directory.path("test.vault") }
  var keyFile: String { directory.path("test.key") }
  var environment: RVaultEnvironment { RVaultEnvironment(["HOME": directory.path("home")]) }

  static let policy: ReadPolicy = {
    var policy = ReadPolicy()
    policy.rereadPause = 0
    return policy
  }()

  /// A vault with items in every kind of place.
  init(withDeviceKey: Bool = true) throws {
    directory = try ScratchDirectory(isInMemory: true)
    let home = directory.path("home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    vault = try RVault.create(
      at: directory.path("test.vault"),
      credentials: [.newKeyFile(directory.path("test.key")), .passphrase("passphrase", cost: .testing)],
      environment: RVaultEnvironment(["HOME": home]), files: FileSystem(observer: disk), policy: Self.policy)
    for item in Self.items where withDeviceKey || !item.accessibility.isThisDeviceOnly {
      _ = try vault.add(item)
    }
  }

  /// The same files once more, in a directory of their own, opened anew.
  init(copying other: FaultVault) throws {
    directory = try ScratchDirectory(isInMemory: true)
    for name in ["test.vault", "test.key", "home"] {
      try FileManager.default.copyItem(atPath: other.directory.path(name), toPath: directory.path(name))
    }
    vault = try RVault(
      at: directory.path("test.vault"), environment: RVaultEnvironment(["HOME": directory.path("home")]),
      files: FileSystem(observer: disk), policy: Self.policy)
    try vault.unlock(with: .keyFile(directory.path("test.key")))
  }

  /// Opens the vault once more, on the same disk or on one that never fails.
  func opened(_ files: FileSystem = FileSystem()) throws(RKeychainError) -> RVault {
    let vault = try RVault(at: path, environment: environment, files: files, policy: Self.policy)
    try vault.unlock(with: .keyFile(keyFile))
    return vault
  }

  /// Every item, as one line each, as a new handle on a disk that never fails sees it.
  func contents() throws(RKeychainError) -> Set<String> {
    var lines: Set<String> = []
    let vault = try opened()
    do {
      let found = try vault.copyMatching(
        RKeychainQuery(synchronizable: .any), returning: .both, limit: .all)
      for problem in found.problems { lines.insert("problem: \(problem.error)") }
      for item in found.items { lines.insert(Self.line(item)) }
    } catch {
      guard error.kind == .itemNotFound else { throw error }
    }
    return lines
  }

  static func line(_ item: RKeychainItem) -> String {
    let attributes = item.attributes
    return [
      attributes.service, attributes.key, attributes.accessGroup ?? "-",
      attributes.synchronizable.description,
      attributes.accessibility.code, attributes.label ?? "-",
      item.value.map { String(decoding: $0, as: UTF8.self) } ?? "-",
    ].joined(separator: "|")
  }

  /// The values of such lines: a rename or move keeps them.
  static func values(_ lines: Set<String>) -> Set<String> {
    Set(lines.map { String($0.split(separator: "|").last ?? "") })
  }

  static let items = [
    item("s", "a"), item("s", "b", accessibility: .whenUnlocked), item("s", "grouped", group: "g"),
    item("s", "both"), item("s", "both", synchronizable: true, "value of the variant"),
    item("s", "device", accessibility: .afterFirstUnlockThisDeviceOnly), item("only", "x"),
  ]

  static func item(
    _ service: String, _ key: String, group: String? = nil, synchronizable: Bool = false,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, _ value: String? = nil
  ) -> RKeychainNewItem {
    RKeychainNewItem(
      service: service, key: key, accessGroup: group, synchronizable: synchronizable,
      accessibility: accessibility, value: Data((value ?? "value of \(service) \(key)").utf8))
  }
}
