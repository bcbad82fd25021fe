import Foundation
import Ritsurin
import RitsurinSystem
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

  /// The first writer is killed; what it left is visible, but perhaps only in memory.
  @Test(arguments: operations) func keepsWhatTheWriterAfterAKilledOneAcknowledged(_ operation: CrashOperation)
    throws
  {
    let run = try CrashRun(operation)
    let records = run.recording.records
    var generator = SeededGenerator(seed: LongTests.seed)
    let points = Set(
      records.indices.filter { DiskModel.isPoint(records[$0]) }.shuffled(using: &generator)
        .prefix(Self.firstCount))
    var model = DiskModel(of: run.start, at: run.disk)
    for (index, record) in records.enumerated() {
      model.apply(record)
      guard points.contains(index) else { continue }
      let acknowledged = run.recording.acknowledged.count { $0 <= index + 1 }
      let promise = run.promise(acknowledged: acknowledged, isBetween: false)
      try check(
        "\(operation.testDescription), killed after call \(index) \(record.event.call)", model, promise,
        isDurable: false)
    }
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
        "\(operation.testDescription), \(moment)", DiskModel(of: tree, at: run.disk), promise, isDurable: true
      )
    }
  }

  /// Lets the next writer work on a disk, and looks at every state that a crash of it leaves.
  private func check(
    _ what: String, _ model: DiskModel, _ promise: CrashPromise, isDurable: Bool
  ) throws {
    let place = try ScratchDirectory(isInMemory: true)
    let disk = place.path("disk")
    let tree = model.visible
    try tree.write(to: disk)
    let raw = try Contents(of: CrashVault.open(on: disk))
    let recorder = CallRecorder()
    var writer = CrashCheck(promise)
    writer.run(on: disk, recorder)
    #expect(writer.problems.isEmpty, "\(what): \(writer.problems.joined(separator: "; "))")
    guard let after = writer.after else { return }
    let found = after.withoutNext
    // What is durable and committed can only go on; what is only visible can also be lost again.
    let before =
      isDurable
      ? CrashPromise(seen: [[raw, found], [found, after]], kept: [found])
      : CrashPromise(
        seen: promise.seen + [[raw, found], [found, after]], kept: promise.kept + [found])
    // The calls after the acknowledgement are the check's own reading.
    var recording = recorder.recording
    recording.records.removeLast(recording.records.count - (recording.acknowledged.first ?? 0))
    var cases = CrashCases(limit: Self.secondCount)
    cases.add(recording, to: model.moved(to: disk)) { count, _ in count == 0 ? before : CrashPromise(after) }
    try cases.check("\(what), then the next writer")
  }
}
