import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// A writer of many items that dies at some call: for the disk it is dead once no call of it changes anything.
@Suite struct RestoreDeathTests {
  /// Lets calls through up to one, and none that could change or read anything after it.
  private final class MortalDisk: SystemCallObserver {
    private struct State: Sendable {
      var seen = 0
      var last: Int?
      var hasDied = false
    }

    private let state = Locked(State())

    /// Counts anew, and dies after some calls.
    func restart(dyingAfter count: Int?) { state.withLock { $0 = State(last: count) } }

    /// How many calls were made.
    var count: Int { state.withLock { $0.seen } }

    func willCall(_ event: SystemCallEvent) throws(SystemError) {
      // The kernel closes and unlocks for the dead, too.
      switch event.call {
      case .close, .closedir, .flock: return
      default: break
      }
      let isDead = state.withLock { state in
        if let last = state.last, state.seen >= last { return true }
        state.seen += 1
        return false
      }
      if isDead { throw SystemError(call: event.call, errno: EIO, path: event.path ?? "") }
    }

    func didCall(_ event: SystemCallEvent, result: Int) {}
  }

  /// Enough that some are written before all are staged, in more directories than stay open.
  private static let count = 70
  /// How many of them have another value before.
  private static let replacedCount = 5

  private static let items: [RKeychainRestoredItem] = (0..<count).map { number in
    RKeychainRestoredItem(
      RKeychainNewItem(
        service: "service \(number)", key: "key", accessGroup: number % 7 == 0 ? "g" : nil,
        value: Data("new \(number)".utf8)),
      modifiedMicroseconds: 1_000_000)
  }

  /// Some of a vault's items in an older state, opened on a disk that dies when it is told to.
  private static func made(_ disk: MortalDisk) throws -> (ScratchDirectory, RVault) {
    let scratch = try ScratchDirectory(isInMemory: true)
    let vault = try RVault.create(
      at: scratch.path("v"), credentials: [.newKeyFile(scratch.path("key"))],
      environment: RVaultEnvironment(["HOME": scratch.path]),
      files: FileSystem(observer: disk), policy: FaultVault.policy)
    for number in 0..<replacedCount {
      var item = items[number].item
      item.value = Data("old \(number)".utf8)
      _ = try vault.add(item)
    }
    return (scratch, vault)
  }

  private static func opened(_ scratch: ScratchDirectory) throws -> RVault {
    let vault = try RVault(
      at: scratch.path("v"), environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(),
      policy: FaultVault.policy)
    try vault.unlock(with: .keyFile(scratch.path("key")))
    return vault
  }

  private static func values(_ vault: RVault) throws -> [String] {
    let found = try vault.copyMatching(RKeychainQuery(), returning: .both, limit: .all)
    #expect(found.problems.isEmpty)
    return found.items.map { String(decoding: $0.value ?? Data(), as: UTF8.self) }.sorted()
  }

  /// How many calls a whole restore makes.
  private static let callCount: Int? = {
    let disk = MortalDisk()
    guard let (scratch, vault) = try? made(disk) else { return nil }
    disk.restart(dyingAfter: nil)
    _ = try? vault.restore(items, onConflict: .replace, dryRun: false)
    withExtendedLifetime(scratch) {}
    return disk.count
  }()

  private static let parts = LongTests.areWanted ? 400 : 24

  @Test(arguments: 0...parts) func leavesAllOrNothing(part: Int) throws {
    let calls = try #require(Self.callCount)
    #expect(calls > 15 * Self.count)
    let disk = MortalDisk()
    let (scratch, vault) = try Self.made(disk)
    let last = calls * part / Self.parts
    disk.restart(dyingAfter: last)
    let old = (0..<Self.replacedCount).map { "old \($0)" }.sorted()
    let new = (0..<Self.count).map { "new \($0)" }.sorted()
    do throws(RKeychainError) {
      _ = try vault.restore(Self.items, onConflict: .replace, dryRun: false)
      #expect(last == calls)
    } catch {
      #expect(last < calls)
    }

    // The next writer, whatever it writes, decides.
    let next = try Self.opened(scratch)
    _ = try next.set(RKeychainNewItem(service: "next", key: "key", value: Data("next".utf8)))
    let values = try Self.values(next)
    #expect(values == ["next"] + old || values == (new + ["next"]).sorted(), "after \(last) calls")

    let isDone = values.count > Self.count
    let again = try next.restore(Self.items, onConflict: .replace, dryRun: false)
    let wanted: [RKeychainRestoreOutcome] = (0..<Self.count).map { number in
      isDone ? .unchanged : number < Self.replacedCount ? .replaced : .imported
    }
    #expect(again == wanted, "after \(last) calls")
    #expect(try Self.values(next) == (new + ["next"]).sorted())
    let words = Set(try next.check().findings.map(\.kind))
    // Sidecars of files that the dead writer had already placed are not made up for.
    #expect(words.isSubset(of: ["sidecarMissing", "sidecarStale"]), "after \(last) calls: \(words)")
  }

  @Test func diesOnBothSidesOfTheCommit() throws {
    let calls = try #require(Self.callCount)
    var counts: Set<Int> = []
    for last in [calls / 4, calls - 10] {
      let disk = MortalDisk()
      let (scratch, vault) = try Self.made(disk)
      disk.restart(dyingAfter: last)
      _ = try? vault.restore(Self.items, onConflict: .replace, dryRun: false)
      let next = try Self.opened(scratch)
      _ = try next.set(RKeychainNewItem(service: "next", key: "key", value: Data("next".utf8)))
      counts.insert(try Self.values(next).count)
    }
    #expect(counts == [Self.replacedCount + 1, Self.count + 1])
  }
}
