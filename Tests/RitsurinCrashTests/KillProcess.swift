import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// What a killing process is told by its environment.
enum KillVariable {
  /// The directory to work in; where it is set, this is such a process.
  static let directory = "RITSURIN_TEST_KILLS"
}

/// The process whose children are killed: this test program, run again.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[KillVariable.directory] != nil))
struct KillProcess {
  /// Kills its process after a call.
  private final class Killer: SystemCallObserver {
    private let left: Locked<Int>

    init(after count: Int) { left = Locked(count) }

    func willCall(_ event: SystemCallEvent) throws(SystemError) {}

    func didCall(_ event: SystemCallEvent, result: Int) {
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { kill(getpid(), SIGKILL) }
    }
  }

  @Test func kills() throws {
    let place = try #require(ProcessInfo.processInfo.environment[KillVariable.directory])
    var lines: [String] = []
    var count = 0
    do {
      for _ in 0..<(LongTests.areWanted ? 4 : 1) {
        for operation in CrashOperation.all { count += try kills(operation, place, &lines) }
        for change in RekeyCrashTests.Change.allCases { count += try kills(change, place, &lines) }
      }
      lines.append("done \(count)")
    } catch {
      lines.append("problem: \(error)")
    }
    try lines.joined(separator: "\n").write(toFile: place + "/answer", atomically: true, encoding: .utf8)
  }

  /// Carries an operation out in one child after another, each killed a call later than the one before.
  private func kills(_ operation: CrashOperation, _ place: String, _ lines: inout [String]) throws -> Int {
    let start = try operation.start.tree()
    let run = try CrashRun(operation, start: start)
    var count = 0
    for index in Self.points(run.recording.records) {
      let disk = place + "/" + UUID().uuidString
      try start.write(to: disk)
      let status = try ForkedChild.run {
        let vault = try CrashVault.open(on: disk, Killer(after: index + 1))
        for step in operation.steps { try step.run(vault) }
      }
      defer { try? FileSystem(isDurable: false).removeTree(disk) }
      let what = "\(operation.testDescription), killed after call \(index)"
      guard status == SIGKILL else {
        lines.append("problem: \(what): the process was not killed but gave \(status)")
        continue
      }
      count += 1
      let acknowledged = run.recording.acknowledged.count { $0 <= index }
      var check = CrashCheck(
        run.promise(acknowledged: acknowledged, isBetween: false), isOfAnotherRun: true)
      check.run(on: disk)
      for problem in check.problems { lines.append("problem: \(what): \(problem)") }
    }
    return count
  }

  /// The same for a change of keys.
  private func kills(
    _ change: RekeyCrashTests.Change, _ place: String, _ lines: inout [String]
  ) throws -> Int {
    let start = try RekeyCrashTests.start(change)
    let whole = place + "/" + UUID().uuidString
    try start.write(to: whole)
    let promised = try Contents(of: CrashVault.open(on: whole))
    let recorder = CallRecorder()
    try RekeyCrashTests.run(change, CrashVault.open(on: whole, recorder))
    var count = 0
    for index in Self.points(recorder.recording.records) {
      let disk = place + "/" + UUID().uuidString
      try start.write(to: disk)
      let status = try ForkedChild.run {
        try RekeyCrashTests.run(change, CrashVault.open(on: disk, Killer(after: index + 1)))
      }
      defer { try? FileSystem(isDurable: false).removeTree(disk) }
      let what = "\(change), killed after call \(index)"
      guard status == SIGKILL else {
        lines.append("problem: \(what): the process was not killed but gave \(status)")
        continue
      }
      count += 1
      let problems = RekeyCrashTests.problems(on: disk, change, promised, isAcknowledged: false)
      for problem in problems { lines.append("problem: \(what): \(problem)") }
    }
    return count
  }

  /// The calls to be killed after: in long runs all that change something, in short ones one of each kind.
  ///
  /// After a call that only looks, the disk is as after the one before.
  private static func points(_ records: [CallRecorder.Record]) -> [Int] {
    var seen: Set<String> = []
    return records.indices.filter { index in
      let event = records[index].event
      guard DiskModel.isPoint(records[index]) else { return false }
      if LongTests.areWanted { return true }
      // Waiting for the medium changes nothing that another process sees.
      if event.call == .fsync { return false }
      let ending = (event.newPath ?? event.path ?? "").split(separator: ".").last ?? ""
      return seen.insert("\(event.call) \(ending.prefix(6)) \(event.bytes?.first ?? 0)").inserted
    }
  }
}
