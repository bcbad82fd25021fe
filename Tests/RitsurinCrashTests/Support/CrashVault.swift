import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault

/// A vault, its key file and the home of its device key, all below one directory: the disk of the tests.
enum CrashVault {
  static let policy: ReadPolicy = {
    var policy = ReadPolicy()
    policy.rereadPause = 0
    policy.gitWait = 20
    policy.sharedLockWait = 20
    return policy
  }()

  static func environment(_ disk: String) -> RVaultEnvironment {
    RVaultEnvironment(["HOME": disk + "/home"])
  }

  /// Creates a vault without items below an existing directory.
  static func create(
    on disk: String, keyFile: String = "test.key", _ observer: (any SystemCallObserver)? = nil
  ) throws(RKeychainError) -> RVault {
    try RVault.create(
      at: disk + "/deep/test.vault", credentials: [.newKeyFile(disk + "/" + keyFile)],
      environment: environment(disk), files: FileSystem(observer: observer), policy: policy)
  }

  static func open(
    on disk: String, _ observer: (any SystemCallObserver)? = nil
  ) throws(RKeychainError) -> RVault {
    let vault = try RVault(
      at: disk + "/deep/test.vault", environment: environment(disk), files: FileSystem(observer: observer),
      policy: policy)
    try vault.unlock(with: .keyFile(disk + "/test.key"))
    return vault
  }

  /// The path of the vault relative to the disk.
  static let name = "deep/test.vault"

  static let items = [
    item("s", "a"), item("s", "b", accessibility: .whenUnlocked), item("s", "grouped", group: "g"),
    item("only", "x"),
  ]

  static let deviceItem = item("s", "device", accessibility: .afterFirstUnlockThisDeviceOnly)

  static func item(
    _ service: String, _ key: String, group: String? = nil,
    accessibility: RKeychainAccessibility = .afterFirstUnlock, _ value: String? = nil
  ) -> RKeychainNewItem {
    RKeychainNewItem(
      service: service, key: key, accessGroup: group, accessibility: accessibility,
      value: Data((value ?? "value of \(service) \(key)").utf8))
  }

  /// A disk with a vault that holds some items.
  static func template(_ items: [RKeychainNewItem] = items + [deviceItem]) throws -> DiskTree {
    let place = try ScratchDirectory(isInMemory: true)
    let vault = try create(on: place.path)
    try FileManager.default.createDirectory(
      atPath: place.path("home"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for item in items { _ = try vault.add(item) }
    return try DiskTree(at: place.path)
  }
}

/// All items of a vault, with every attribute, revision and value.
struct Contents: Hashable, Sendable {
  /// An item's names: what it is found by.
  struct Names: Hashable, Sendable {
    let service: String
    let key: String
    let group: String?
    let synchronizable: Bool

    init(_ attributes: RKeychainAttributes) {
      service = attributes.service
      key = attributes.key
      group = attributes.accessGroup
      synchronizable = attributes.synchronizable
    }

    init(_ item: RKeychainNewItem) {
      service = item.service
      key = item.key
      group = item.accessGroup
      synchronizable = item.synchronizable
    }
  }

  var items: [Names: RKeychainItem] = [:]
  /// What a listing says beside the items, and where it differs from looking up each.
  var problems: [String] = []

  init() {}

  /// Lists the attributes of everything, and gets each item by its names.
  init(of vault: RVault) throws(RKeychainError) {
    let listed: RKeychainMatches
    do throws(RKeychainError) {
      listed = try vault.copyMatching(
        RKeychainQuery(synchronizable: .any), returning: .attributes, limit: .all)
    } catch {
      guard error.kind == .itemNotFound else { throw error }
      return
    }
    for problem in listed.problems { problems.append("listed as a problem: \(problem.error)") }
    for item in listed.items {
      let attributes = item.attributes
      let query = RKeychainQuery(
        service: attributes.service, key: attributes.key, accessGroup: attributes.accessGroup,
        synchronizable: attributes.synchronizable ? .yes : .no)
      let found = try vault.copyMatching(query, returning: .both, limit: .all)
      guard let item = found.items.first(where: { $0.attributes == attributes }), found.problems.isEmpty
      else {
        problems.append("\(attributes.service) \(attributes.key) is listed otherwise than it is")
        continue
      }
      if items.updateValue(item, forKey: Names(attributes)) != nil { problems.append("listed twice") }
    }
  }
}
