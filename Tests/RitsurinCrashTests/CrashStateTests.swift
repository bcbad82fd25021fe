import Foundation
import Ritsurin
import Testing

/// Every state that a crash can leave, for every kind of change: `Docs/Reliability.md#what-is-tried`.
@Suite struct CrashStateTests {
  /// How many states of one moment are tried after a power loss, at most.
  static let limit = LongTests.areWanted ? 2_000 : 24
  static let seed: UInt64 = LongTests.seed

  @Test(arguments: CrashOperation.all) func leavesTheOldOrTheNew(_ operation: CrashOperation) throws {
    let run = try CrashRun(operation)
    var cases = CrashCases(limit: Self.limit, seed: Self.seed)
    cases.add(run)
    try cases.check(operation.testDescription)
  }
}
