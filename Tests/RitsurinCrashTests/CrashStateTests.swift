import Foundation
import Ritsurin
import RitsurinTestSupport
import Testing

/// Every state that a crash can leave, for every kind of change: `Docs/Reliability.md#what-is-tried`.
@Suite struct CrashStateTests {
  @Test(arguments: CrashOperation.all) func leavesTheOldOrTheNew(_ operation: CrashOperation) throws {
    let run = try CrashRun(operation)
    var cases = CrashCases(limit: CrashSettings.stateCount)
    cases.add(run)
    try cases.check(operation.testDescription)
  }

  /// `git clean -x` between a writer's death and the next one: old and new beside each other, never neither.
  @Test(arguments: CrashOperation.batches.prefix(2)) func staysSomewhereWhenTheRecordIsCleanedAway(
    _ operation: CrashOperation
  ) throws {
    let run = try CrashRun(operation)
    let place = try ScratchDirectory(isInMemory: true)
    var model = DiskModel(of: run.start, at: run.disk)
    var seen: Set<DiskTree> = []
    for (index, record) in run.recording.records.enumerated() {
      model.apply(record)
      var tree = model.visible
      for path in tree.entries.keys {
        let name = path.split(separator: "/").last ?? ""
        if name == ".lock" || name == ".commit" || name.hasPrefix(".tmp-") || name.hasSuffix(".meta") {
          tree.entries[path] = nil
        }
      }
      guard seen.insert(tree).inserted else { continue }
      let disk = place.path("\(index)")
      try tree.write(to: disk)
      var check = CrashCheck(run.promise(acknowledged: 0, isBetween: false))
      check.allowsHalf = true
      check.run(on: disk)
      #expect(check.problems.isEmpty, "after call \(index): \(check.problems)\n\(tree.lines)")
    }
    #expect(seen.count >= 3)
  }
}
