import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// A writer dies, the next one recovers what it left, and that one dies too, or the power goes.
@Suite struct RecoveryCrashTests {
  /// How many first crashes of each change are tried, and how many second ones after each of them.
  static let firstCount = LongTests.areWanted ? 60 : 3
  static let secondCount = LongTests.areWanted ? 120 : 4

  static let operations = (CrashOperation.single + CrashOperation.batches).filter { operation in
    LongTests.areWanted
      || [
        "set what is there", "set the first item of a service", "delete", "rename", "bind to the device",
        "import",
      ]
      .contains(operation.testDescription)
  }

  /// The first writer is killed, somebody tries the same again and succeeds, and then the power goes: what the
  /// first one did may have been only in memory.
  @Test(arguments: operations) func keepsWhatTheWriterAfterAKilledOneAcknowledged(_ operation: CrashOperation)
    throws
  {
    let run = try CrashRun(operation)
    let records = run.recording.records
    let changes: Set<SystemCall> = [.mkdirat, .openat, .renameat, .renameat2, .unlinkat]
    let points = records.indices.filter { index in
      DiskModel.isPoint(records[index])
        && (LongTests.areWanted || changes.contains(records[index].event.call))
    }
    var model = DiskModel(of: run.start, at: run.disk)
    for (index, record) in records.enumerated() {
      model.apply(record)
      guard points.contains(index) else { continue }
      let acknowledged = run.recording.acknowledged.count { $0 <= index + 1 }
      try checkTryingAgain(
        operation, model, run.promise(acknowledged: acknowledged, isBetween: false),
        "\(operation.testDescription), killed after call \(index) \(record.event.call), and again")
    }
  }

  private func checkTryingAgain(
    _ operation: CrashOperation, _ model: DiskModel, _ promise: CrashPromise, _ what: String
  ) throws {
    let place = try ScratchDirectory(isInMemory: true)
    let disk = place.path("disk")
    try model.visible.write(to: disk)
    let raw = try Contents(of: CrashVault.open(on: disk))
    let recorder = CallRecorder()
    let vault = try CrashVault.open(on: disk, recorder)
    for step in operation.steps {
      do throws(RKeychainError) { try step.run(vault) } catch {
        // It has happened already, and the recovery told nobody.
        guard error.kind == .itemNotFound else { throw error }
      }
    }
    recorder.acknowledge()
    let after = try Contents(of: CrashVault.open(on: disk))
    let before = CrashPromise(
      seen: promise.seen + (promise.kept + [raw]).map { [$0, after] }, kept: promise.kept + [after])
    var cases = CrashCases(limit: LongTests.areWanted ? Self.secondCount : 4)
    cases.add(
      recorder.recording, to: model.moved(to: disk), onlyAcknowledged: !LongTests.areWanted
    ) { count, _ in count == 0 ? before : CrashPromise(after) }
    try cases.check(what)
  }

  /// The power goes; what is left is durable.
  @Test(arguments: operations) func finishesWhatWasCommittedHoweverOftenItIsInterrupted(
    _ operation: CrashOperation
  ) throws {
    var cases = CrashCases(limit: Self.firstCount * 8)
    let run = try CrashRun(operation)
    cases.add(run)
    for (tree, moment, promise) in cases.powerless(Self.firstCount) {
      try check(
        "\(operation.testDescription), \(moment)", DiskModel(of: tree, at: run.disk), promise
      )
    }
  }

  /// Lets the next writer work on a durable disk, and looks at every state that a crash of it leaves.
  private func check(_ what: String, _ model: DiskModel, _ promise: CrashPromise) throws {
    let place = try ScratchDirectory(isInMemory: true)
    let disk = place.path("disk")
    try model.visible.write(to: disk)
    let raw = try Contents(of: CrashVault.open(on: disk))
    let recorder = CallRecorder()
    var writer = CrashCheck(promise)
    writer.run(on: disk, recorder)
    #expect(writer.problems.isEmpty, "\(what): \(writer.problems.joined(separator: "; "))")
    guard let after = writer.after else { return }
    let found = after.withoutNext
    // What is committed can only go on; what is not can only go back.
    let before = CrashPromise(seen: [[raw, found], [found, after]], kept: [found])
    // The calls after the acknowledgement are the check's own reading.
    var recording = recorder.recording
    recording.records.removeLast(recording.records.count - (recording.acknowledged.first ?? 0))
    var cases = CrashCases(limit: Self.secondCount)
    cases.add(recording, to: model.moved(to: disk)) { count, _ in count == 0 ? before : CrashPromise(after) }
    try cases.check("\(what), then the next writer")
  }
}
