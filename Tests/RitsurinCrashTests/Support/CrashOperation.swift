import Foundation
import Ritsurin
import Testing

/// One or more changes of a vault, each acknowledged before the next begins.
struct CrashOperation: Sendable, CustomTestStringConvertible {
  /// What the disk holds before.
  enum Start: Sendable {
    case items
    /// No device item yet, so no device key.
    case noDevice
    case many
    /// A writer died after its commit point.
    case committed
    /// Left-overs, a missing header copy, and sidecars and modes that are wrong.
    case untidy
  }

  /// One change; it is acknowledged when it returns.
  struct Step: Sendable {
    let run: @Sendable (RVault) throws(RKeychainError) -> Void

    init(_ run: @escaping @Sendable (RVault) throws(RKeychainError) -> Void) { self.run = run }
  }

  let testDescription: String
  var start = Start.items
  let steps: [Step]

  init(_ name: String, from start: Start = .items, _ steps: Step...) {
    testDescription = name
    self.start = start
    self.steps = steps
  }

  static let all = single + batches + [history, acknowledgedRecords]

  static let single: [CrashOperation] = [
    CrashOperation("set what is not there", set("s", "new")),
    CrashOperation("set what is there", set("s", "a", "new value")),
    CrashOperation("set a long value", set("s", "a", String(repeating: "long", count: 4_000))),
    CrashOperation("set the first item of a service", set("new", "new")),
    CrashOperation("set the first item of a group", set("s", "new", group: "new")),
    CrashOperation("set the first device item", from: .noDevice, set("s", "new", isOfDevice: true)),
    CrashOperation("set what only the device reads", set("s", "new", isOfDevice: true)),
    CrashOperation(
      "set attributes",
      update("a") {
        $0.label = .set("label")
        $0.comment = .set("comment")
      }),
    CrashOperation("delete", delete("a")),
    CrashOperation("delete a device item", delete("device")),
    CrashOperation(
      "delete the last item of a service",
      delete(nil, service: "only")),
    CrashOperation(
      "repair", from: .untidy,
      repair),
  ]

  static let batches: [CrashOperation] = [
    CrashOperation("rename", update("a") { $0.key = .set("renamed") }),
    CrashOperation(
      "move to another service and group",
      update("a") {
        $0.service = .set("new")
        $0.accessGroup = .set("h")
      }),
    CrashOperation("move out of a group", update("grouped") { $0.accessGroup = .cleared }),
    CrashOperation("change the variant", update("a") { $0.synchronizable = .set(true) }),
    CrashOperation(
      "bind to the device", update("a") { $0.accessibility = .set(.whenUnlockedThisDeviceOnly) }),
    CrashOperation("release from the device", update("device") { $0.accessibility = .set(.whenUnlocked) }),
    CrashOperation("label every item of a service", update(nil) { $0.label = .set("label") }),
    CrashOperation("delete a service", delete(nil)),
    CrashOperation(
      "import",
      restore([
        CrashVault.item("s", "a", "imported"), CrashVault.item("s", "new"),
        CrashVault.item("new", "new", group: "h"),
        CrashVault.item("s", "device", accessibility: .afterFirstUnlockThisDeviceOnly, "imported"),
      ])),
    CrashOperation(
      "import many",
      restore(
        (0..<17).map { CrashVault.item($0 < 9 ? "s" : "new", "new \($0)") }
          + [CrashVault.item("s", "a", "imported")])),
    CrashOperation(
      "delete many", from: .many,
      delete(nil, service: "many")),
    CrashOperation("finish a found record", from: .committed, set("s", "a", "new value")),
    CrashOperation(
      "finish a found record by a repair", from: .committed,
      repair),
  ]

  /// Changes that build on each other, in directories that the first of them makes.
  static let history = CrashOperation(
    "changes that build on each other",
    set("new", "a"), set("new", "b"), set("new", "a", "new value"),
    update(nil, service: "new") { $0.service = .set("newer") },
    set("new", "a", "again"), delete(nil, service: "newer"),
    set("newer", "b", "again"))

  /// Records that may come back when later changes have been acknowledged.
  static let acknowledgedRecords = CrashOperation(
    "changes after a record",
    update("a") { $0.key = .set("renamed") }, set("s", "a", "another"), set("s", "renamed", "new value"),
    update("b") { $0.accessGroup = .set("g") }, delete("renamed"), set("s", "renamed", "another"))

  private static func set(
    _ service: String, _ key: String, _ value: String? = nil, group: String? = nil, isOfDevice: Bool = false
  ) -> Step {
    let item = CrashVault.item(
      service, key, group: group,
      accessibility: isOfDevice ? .afterFirstUnlockThisDeviceOnly : .afterFirstUnlock, value)
    return Step { (vault) throws(RKeychainError) in _ = try vault.set(item) }
  }

  static func update(
    _ key: String?, service: String = "s", _ change: (inout RKeychainChanges) -> Void
  ) -> Step {
    var changes = RKeychainChanges()
    change(&changes)
    return Step { [changes] (vault) throws(RKeychainError) in
      _ = try vault.update(RKeychainQuery(service: service, key: key), changes)
    }
  }

  private static func delete(_ key: String?, service: String = "s") -> Step {
    Step { (vault) throws(RKeychainError) in
      _ = try vault.delete(RKeychainQuery(service: service, key: key))
    }
  }

  private static func restore(_ items: [RKeychainNewItem]) -> Step {
    let restored = items.map { RKeychainRestoredItem($0) }
    return Step { (vault) throws(RKeychainError) in
      _ = try vault.restore(restored, onConflict: .replace, dryRun: false)
    }
  }

  private static let repair = Step { (vault) throws(RKeychainError) in
    _ = try vault.check(repairing: true)
  }
}
