import Foundation
import Ritsurin
import Testing

/// Every state that a crash can leave, for every kind of change: `Docs/Reliability.md#what-is-tried`.
@Suite struct CrashStateTests {
  @Test(arguments: CrashOperation.all) func leavesTheOldOrTheNew(_ operation: CrashOperation) throws {
    let run = try CrashRun(operation)
    var cases = CrashCases(limit: LongTests.stateCount)
    cases.add(run)
    try cases.check(operation.testDescription)
  }
}
