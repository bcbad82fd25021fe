import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// Every state that a crash leaves of a change of keys: some credential that stays opens the vault, every item is read
/// as it was, and a second attempt finishes.
@Suite struct RekeyCrashTests {
  enum Change: CaseIterable {
    case rekey, finish, add, remove, passphrase

    /// Whether the credential that ends does so.
    var ends: Bool { self != .add }
  }

  static let ending = RVaultCredential.passphrase("ending")

  /// A disk with a vault that a key file and a passphrase open; half rekeyed where that is to be finished.
  static func start(_ change: Change) throws -> DiskTree {
    let place = try ScratchDirectory(isInMemory: true)
    try CrashVault.template().write(to: place.path("disk"))
    let vault = try CrashVault.open(on: place.path("disk"))
    try vault.addSlot(.passphrase("ending", cost: .least, label: "ending"))
    guard change == .finish else { return try DiskTree(at: place.path("disk")) }
    let recorder = CallRecorder()
    let start = try DiskTree(at: place.path("disk"))
    let rekeyed = try CrashVault.open(on: place.path("disk"), recorder)
    try run(.rekey, rekeyed)
    let records = recorder.recording.records
    // After the second item of five.
    let sealed = records.indices.filter {
      records[$0].event.call == .renameat && records[$0].event.newPath?.hasSuffix(".sealed") == true
    }
    var model = DiskModel(of: start, at: place.path("disk"))
    for record in records[...(try #require(sealed.dropFirst().first))] { model.apply(record) }
    return model.visible
  }

  static func run(_ change: Change, _ vault: RVault) throws(RKeychainError) {
    switch change {
    case .rekey: try vault.rekey(vault.rekeyPlan())
    case .finish: try vault.finishRekey()
    case .add: try vault.addSlot(.passphrase("added", cost: .least, label: "added"))
    case .remove:
      for slot in try vault.slots() where slot.label == "ending" { try vault.removeSlot(slot.id) }
    case .passphrase:
      try vault.addSlot(.passphrase("added", cost: .least, label: "added"))
      for slot in try vault.slots() where slot.label == "ending" { try vault.removeSlot(slot.id) }
    }
  }

  /// Whether a credential opens the vault on a disk.
  static func opens(_ credential: RVaultCredential, _ disk: String) throws(RKeychainError) -> Bool {
    let vault = try RVault(
      at: disk + "/" + CrashVault.name, environment: CrashVault.environment(disk), files: FileSystem(),
      policy: CrashVault.policy)
    do throws(RKeychainError) {
      try RVaultTesting.declare { () throws(RKeychainError) in try vault.unlock(with: credential) }
    } catch {
      guard error.kind == .wrongCredential else { throw error }
      return false
    }
    return true
  }

  /// Looks at a disk as its owner would, and tries again.
  static func problems(
    on disk: String, _ change: Change, _ promised: Contents, isAcknowledged: Bool
  ) -> [String] {
    var problems: [String] = []
    do throws(RKeychainError) {
      let vault = try CrashVault.open(on: disk)
      let seen = try Contents(of: vault)
      problems += seen.problems
      if seen.unrevised != promised.unrevised {
        problems.append("a reader sees \(seen.summary)")
      }
      if isAcknowledged, change.ends, try opens(ending, disk) {
        problems.append("what ended opens the vault")
      }
      // What is not sure yet may open it or not, and says so.
      _ = try opens(ending, disk)
      _ = try vault.finishRekey()
      try run(change, vault)
      let after = try Contents(of: CrashVault.open(on: disk))
      problems += after.problems.map { "afterwards: \($0)" }
      if after.unrevised != promised.unrevised {
        problems.append("afterwards there is \(after.summary)")
      }
      if change.ends, try opens(ending, disk) { problems.append("afterwards what ended opens the vault") }
      if change == .add || change == .passphrase, try !opens(.passphrase("added"), disk) {
        problems.append("afterwards what was added does not open the vault")
      }
      let report = try CrashVault.open(on: disk).check()
      let allowed = CrashCheck.untidinessAfterWrite.union(["slotCheap"])
      for finding in report.findings where !allowed.contains(finding.kind) {
        problems.append("afterwards a check finds \(finding.kind) at \(finding.path)")
      }
      if report.openedCount != promised.items.count { problems.append("afterwards an item does not open") }
    } catch {
      problems.append("the vault does not work: \(error)")
    }
    return problems
  }

  @Test(arguments: Change.allCases) func leavesEveryItemAndAKeyToIt(_ change: Change) throws {
    let place = try ScratchDirectory(isInMemory: true)
    let disk = place.path("disk")
    let start = try Self.start(change)
    try start.write(to: disk)
    let promised = try Contents(of: CrashVault.open(on: disk))
    let recorder = CallRecorder()
    let vault = try CrashVault.open(on: disk, recorder)
    try Self.run(change, vault)
    recorder.acknowledge()
    let recording = recorder.recording
    var model = DiskModel(of: start, at: disk)
    var killed: [(tree: DiskTree, what: String, isAcknowledged: Bool)] = []
    var powerless: [(tree: DiskTree, what: String, isAcknowledged: Bool)] = []
    var seen: Set<DiskTree> = []
    for (index, record) in recording.records.enumerated() {
      model.apply(record)
      guard DiskModel.isPoint(record) else { continue }
      let isAcknowledged = recording.acknowledged.contains { $0 <= index + 1 }
      let moment =
        "after call \(index), \(record.event.call) \(record.event.newPath ?? record.event.path ?? "")"
      if seen.insert(model.visible).inserted {
        killed.append((model.visible, moment + ", killed", isAcknowledged))
      }
      let states = model.afterPowerLoss(
        limit: LongTests.areWanted ? 60 : 3, seed: CrashSettings.seed &+ UInt64(index))
      for tree in states where seen.insert(tree).inserted {
        powerless.append((tree, moment + ", power lost", isAcknowledged))
      }
    }
    // The end, when everything has been acknowledged, with and without power.
    for tree in model.afterPowerLoss(limit: 5, seed: CrashSettings.seed) + [model.visible] {
      killed.insert((tree, "at the end", true), at: 0)
    }
    var generator = SeededGenerator(seed: CrashSettings.seed)
    let count = LongTests.areWanted ? Int.max : 24
    let states =
      killed.prefix(6) + killed.dropFirst(6).shuffled(using: &generator).prefix(count)
      + powerless.shuffled(using: &generator).prefix(count)
    var wrong = 0
    for state in states {
      let target = place.path(UUID().uuidString)
      try state.tree.write(to: target)
      let problems = Self.problems(on: target, change, promised, isAcknowledged: state.isAcknowledged)
      try FileSystem(isDurable: false).removeTree(target)
      guard !problems.isEmpty else { continue }
      wrong += 1
      if wrong <= 3 {
        Issue.record("\(change), \(state.what): \(problems.joined(separator: "; "))\n\(state.tree.lines)")
      }
    }
    #expect(wrong == 0, "\(change): \(wrong) of \(states.count) states, seed \(CrashSettings.seed)")
    #expect(states.count > (change == .rekey || change == .finish ? 40 : 5))
    if LongTests.areWanted { print("\(change): \(states.count) states") }
  }
}

extension Contents {
  /// The same without revisions, the only thing about an item that a rekey changes.
  fileprivate var unrevised: Contents {
    var copy = self
    let none = RKeychainRevision(bytes: [UInt8](repeating: 0, count: RKeychainRevision.byteCount))
    for (names, item) in items { copy.items[names]?.attributes.revision = none ?? item.attributes.revision }
    return copy
  }
}
