import Foundation
import Ritsurin
import RitsurinSystem
import Testing

/// One call of a store, whose system calls are made to fail one by one.
struct FaultOperation: Sendable, CustomTestStringConvertible {
  /// What a call that did not throw said.
  struct Answer: Sendable, Equatable {
    var lines: [String] = []
    var problemCount = 0
  }

  let testDescription: String
  let run: @Sendable (FaultVault) throws(RKeychainError) -> Answer

  init(_ name: String, _ run: @escaping @Sendable (FaultVault) throws(RKeychainError) -> Answer) {
    testDescription = name
    self.run = run
  }

  /// A write: what it leaves is compared, not what it says.
  private static func write(
    _ name: String, _ body: @escaping @Sendable (RVault) throws(RKeychainError) -> Void
  ) -> FaultOperation {
    FaultOperation(name) { (vault) throws(RKeychainError) in
      try body(vault.vault)
      return Answer()
    }
  }

  private static func read(
    _ name: String, _ query: RKeychainQuery, _ returning: RKeychainReturn, _ limit: RKeychainLimit
  ) -> FaultOperation {
    FaultOperation(name) { (vault) throws(RKeychainError) in
      let found = try vault.vault.copyMatching(query, returning: returning, limit: limit)
      let lines = found.items.map {
        returning.contains(.value) ? FaultVault.line($0) : $0.attributes.description
      }
      return Answer(lines: lines.sorted(), problemCount: found.problems.count)
    }
  }

  private static func wrapper(
    _ name: String, service: String = "s",
    _ body: @escaping @Sendable (RKeychain) throws(RKeychainError) -> [String]
  ) -> FaultOperation {
    FaultOperation(name) { (vault) throws(RKeychainError) in
      Answer(lines: try body(RKeychain(service: service, store: vault.vault)))
    }
  }

  private static func query(_ key: String? = nil, service: String? = "s") -> RKeychainQuery {
    RKeychainQuery(service: service, key: key, synchronizable: .any)
  }

  private static func update(
    _ name: String, _ query: RKeychainQuery, _ change: @escaping @Sendable (inout RKeychainChanges) -> Void
  ) -> FaultOperation {
    write(name) { (vault) throws(RKeychainError) in
      var changes = RKeychainChanges()
      change(&changes)
      _ = try vault.update(query, changes)
    }
  }

  static let reads: [FaultOperation] = [
    read("find by names", query("a"), .both, .one),
    read("find in any group", query("grouped"), .both, .one),
    read("find in one group", RKeychainQuery(service: "s", key: "grouped", accessGroup: "g"), .both, .one),
    read("find all variants", query("both"), .both, .all),
    read("find a device item", query("device"), .both, .one),
    read("find what is not there", query("absent"), .both, .one),
    read("find by label what is not there", RKeychainQuery(label: "absent"), .both, .all),
    read("list a service", query(), .both, .all),
    read("list everything without values", query(service: nil), .attributes, .all),
    read("take the first of a service", query(), .both, .one),
    wrapper("string(forKey:)") { (keychain) throws(RKeychainError) in
      [try keychain.string(forKey: "a") ?? "absent"]
    },
    wrapper("contains") { (keychain) throws(RKeychainError) in ["\(try keychain.contains("grouped"))"] },
    wrapper("allKeys of one key", service: "only") { (keychain) throws(RKeychainError) in
      try keychain.allKeys()
    },
    wrapper("getOrSet of a key that is there") { (keychain) throws(RKeychainError) in
      [try keychain.getOrSet(forKey: "a") { "made" }]
    },
    FaultOperation("open and unlock") { (vault) throws(RKeychainError) in
      let opened = try vault.opened(FileSystem(observer: vault.disk))
      return Answer(lines: [opened.id, "\(opened.isUnlocked)"])
    },
    FaultOperation("unlock after locking") { (vault) throws(RKeychainError) in
      vault.vault.lock()
      try vault.vault.unlock(with: .keyFile(vault.keyFile))
      return Answer(lines: ["\(vault.vault.isUnlocked)"])
    },
  ]

  /// Enough items that they wait for the medium together.
  static let bulk = write("restore many") { (vault) throws(RKeychainError) in
    let items = (0..<17).map { FaultVault.item("s", "new \($0)") } + [FaultVault.item("s", "a", "restored")]
    _ = try vault.restore(items.map { RKeychainRestoredItem($0) }, onConflict: .replace, dryRun: false)
  }

  static let writes: [FaultOperation] = [
    write("add") { (vault) throws(RKeychainError) in _ = try vault.add(FaultVault.item("s", "new")) },
    write("add in a new place") { (vault) throws(RKeychainError) in
      _ = try vault.add(FaultVault.item("new", "new", group: "new"))
    },
    write("add a device item") { (vault) throws(RKeychainError) in
      _ = try vault.add(FaultVault.item("s", "new", accessibility: .whenPasscodeSetThisDeviceOnly))
    },
    update("update a value", query("a")) { $0.value = .set(Data("new".utf8)) },
    update("label every item of a service", query()) { $0.label = .set("label") },
    update("rename", query("a")) { $0.key = .set("renamed") },
    update("move to another service and group", query("a")) {
      $0.service = .set("new")
      $0.accessGroup = .set("h")
    },
    update("move out of a group", query("grouped")) { $0.accessGroup = .cleared },
    update("change the variant", query("a")) { $0.synchronizable = .set(true) },
    update("bind to the device", query("a")) { $0.accessibility = .set(.whenUnlockedThisDeviceOnly) },
    update("release from the device", query("device")) { $0.accessibility = .set(.whenUnlocked) },
    write("delete") { (vault) throws(RKeychainError) in _ = try vault.delete(query("a")) },
    write("delete a service") { (vault) throws(RKeychainError) in _ = try vault.delete(query()) },
    write("set what is there") { (vault) throws(RKeychainError) in
      _ = try vault.set(FaultVault.item("s", "a", "new"))
    },
    write("set what is not there") { (vault) throws(RKeychainError) in
      _ = try vault.set(FaultVault.item("s", "new"))
    },
    write("set both variants") { (vault) throws(RKeychainError) in
      _ = try vault.set(FaultVault.item("s", "both", "new"))
    },
    write("set the same again") { (vault) throws(RKeychainError) in
      _ = try vault.set(FaultVault.item("s", "a"))
    },
    write("set by revision") { (vault) throws(RKeychainError) in
      let keychain = RKeychain(service: "s", store: vault)
      guard let revision = try keychain.revision(forKey: "a") else { throw RKeychainError(.itemNotFound) }
      try keychain.set("new", forKey: "a", ifRevision: revision)
    },
    write("getOrSet of a key that is not there") { (vault) throws(RKeychainError) in
      let value = try RKeychain(service: "s", store: vault).getOrSet(forKey: "new") { "made" }
      guard value == "made" else { throw RKeychainError(.internal) }
    },
    write("delete by a filter") { (vault) throws(RKeychainError) in
      var query = query()
      query.accessibility = .whenUnlocked
      _ = try vault.delete(query)
    },
    write("restore") { (vault) throws(RKeychainError) in
      let items = [
        FaultVault.item("s", "a", "restored"), FaultVault.item("s", "new"),
        FaultVault.item("new", "new", group: "h"),
      ]
      _ = try vault.restore(items.map { RKeychainRestoredItem($0) }, onConflict: .replace, dryRun: false)
    },
  ]
}
