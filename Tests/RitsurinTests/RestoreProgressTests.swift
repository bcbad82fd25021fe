import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

@Suite struct RestoreProgressTests {
  private static func items(_ count: Int, value: String = "v") -> [RKeychainRestoredItem] {
    (0..<count).map { number in
      RKeychainRestoredItem(RKeychainNewItem(service: "s", key: "\(number)", value: Data(value.utf8)))
    }
  }

  private static func vault(_ scratch: ScratchDirectory) throws -> RVault {
    try RVault.create(
      at: scratch.path("v"), credentials: [.newKeyFile(scratch.path("key"))],
      environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(isDurable: false))
  }

  /// The states of a restore, by step.
  private func states(
    _ store: some RKeychainRestoring, _ items: [RKeychainRestoredItem],
    _ policy: RKeychainConflictPolicy = .fail, dryRun: Bool = false
  ) throws -> [RKeychainRestoreProgress.Step: [RKeychainRestoreProgress]] {
    var all: [RKeychainRestoreProgress] = []
    _ = try store.restore(items, onConflict: policy, dryRun: dryRun) { all.append($0) }
    let steps = all.map(\.step)
    let order = RKeychainRestoreProgress.Step.allCases
    #expect(steps == steps.sorted { (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0) })
    return Dictionary(grouping: all, by: \.step)
  }

  @Test(arguments: [1, 7, 250]) func tellsEveryStepToItsEnd(count: Int) throws {
    let scratch = try ScratchDirectory(isInMemory: true)
    let states = try states(try Self.vault(scratch), Self.items(count))
    // A single file is placed at once.
    #expect(Set(states.keys) == (count == 1 ? [.comparing, .writing] : [.comparing, .writing, .placing]))
    for part in states.values {
      #expect(part.count <= 126 && part.count >= min(count, 100))
      #expect(part.map(\.done) == part.map(\.done).sorted() && Set(part.map(\.count)) == [count])
      #expect(part.last?.done == count)
    }
  }

  @Test func tellsOfReplacementsToTheirEnd() throws {
    let scratch = try ScratchDirectory(isInMemory: true)
    let vault = try Self.vault(scratch)
    _ = try vault.restore(Self.items(20), onConflict: .fail, dryRun: false)
    let placing = try states(vault, Self.items(20, value: "w"), .replace)[.placing]
    #expect(placing?.last == RKeychainRestoreProgress(step: .placing, done: 20, count: 20))
  }

  @Test func writesNothingWhereNothingIsNew() throws {
    let scratch = try ScratchDirectory(isInMemory: true)
    let vault = try Self.vault(scratch)
    #expect(try states(vault, Self.items(3), dryRun: true).keys.sorted { "\($0)" < "\($1)" } == [.comparing])
    _ = try vault.restore(Self.items(3), onConflict: .fail, dryRun: false)
    #expect(try states(vault, Self.items(3))[.placing] == nil)
  }

  @Test func isOptionalForStores() throws {
    #expect(try states(RInMemoryStore(), Self.items(2)).isEmpty)
  }
}
