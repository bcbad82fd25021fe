import Foundation
import Ritsurin
import Testing

/// Every state that a crash can leave, for every kind of change: `Docs/Reliability.md#what-is-tried`.
@Suite struct CrashStateTests {
  /// How many states are tried for each change.
  static let limit = LongTests.areWanted ? 20_000 : 50

  @Test(arguments: CrashOperation.all) func leavesTheOldOrTheNew(_ operation: CrashOperation) throws {
    let run = try CrashRun(operation)
    var cases = CrashCases(limit: Self.limit)
    cases.add(run)
    try cases.check(operation.testDescription)
  }
}
