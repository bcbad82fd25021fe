import Foundation
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// Crash states to be looked at, each once.
struct CrashCases {
  private struct Case: Hashable {
    let tree: DiskTree
    let promise: CrashPromise
  }

  /// How many states are looked at, at most; half of them are what killed processes leave, if there are as many.
  let limit: Int
  let seed: UInt64
  private var killed: [(state: Case, moment: String)] = []
  private var powerless: [(state: Case, moment: String)] = []
  private var seen: Set<Case> = []

  init(limit: Int, seed: UInt64 = CrashSettings.seed) {
    self.limit = limit
    self.seed = seed
  }

  /// Adds what a killed process leaves and what a power loss leaves, after each call of a run.
  mutating func add(_ run: CrashRun) {
    add(run.recording, to: DiskModel(of: run.start, at: run.disk)) {
      run.promise(acknowledged: $0, isBetween: $1)
    }
  }

  /// Adds the states of a recording.
  ///
  /// - Parameters:
  ///   - recording: the calls.
  ///   - model: the disk before them.
  ///   - onlyAcknowledged: whether only the moments of an acknowledgement count.
  ///   - promise: what the vault must hold, by how many changes have been acknowledged, and whether none is
  ///     under way.
  mutating func add(
    _ recording: CallRecorder.Recording, to model: DiskModel, onlyAcknowledged: Bool = false,
    promise: (Int, Bool) -> CrashPromise
  ) {
    var model = model
    var acknowledged = 0
    let points = recording.records.count { DiskModel.isPoint($0) }
    // Enough at each moment to have a choice in the end.
    let limitOfMoment = onlyAcknowledged ? limit * 2 : max(3, limit * 4 / max(points, 1))
    for (index, record) in recording.records.enumerated() {
      let isPoint = DiskModel.isPoint(record)
      if isPoint, !onlyAcknowledged, record.event.call == .write, record.result > 1 {
        var torn = model
        torn.apply(record, limit: record.result / 2)
        add(torn.visible, promise(acknowledged, false), "in call \(index), \(record.event.call)")
      }
      model.apply(record)
      let before = acknowledged
      acknowledged = recording.acknowledged.count { $0 <= index + 1 }
      let isBetween = acknowledged != before
      guard isBetween || isPoint && !onlyAcknowledged else { continue }
      let moment = "after call \(index), \(record.event.call) \(record.event.path ?? "")"
      let promise = promise(acknowledged, isBetween)
      add(model.visible, promise, "\(moment), killed")
      for tree in model.afterPowerLoss(limit: limitOfMoment, seed: seed &+ UInt64(index)) {
        let state = Case(tree: tree, promise: promise)
        if seen.insert(state).inserted { powerless.append((state, "\(moment), power lost")) }
      }
    }
  }

  private mutating func add(_ tree: DiskTree, _ promise: CrashPromise, _ moment: String) {
    let state = Case(tree: tree, promise: promise)
    if seen.insert(state).inserted { killed.append((state, moment)) }
  }

  private var chosen: [(state: Case, moment: String)] {
    var generator = SeededGenerator(seed: seed)
    let first = Array(
      killed.shuffled(using: &generator).prefix(max(limit / 2, limit - powerless.count)))
    return first + powerless.shuffled(using: &generator).prefix(limit - first.count)
  }

  /// Some of the disks that a power loss leaves, each with the moment it was first met at.
  func powerless(_ count: Int) -> [(tree: DiskTree, moment: String, promise: CrashPromise)] {
    var generator = SeededGenerator(seed: seed)
    return powerless.shuffled(using: &generator).prefix(count).map {
      ($0.state.tree, $0.moment, $0.state.promise)
    }
  }

  /// Looks at them, and reports the first few that are wrong.
  func check(_ what: String) throws {
    let place = try ScratchDirectory(isInMemory: true)
    let chosen = self.chosen
    var wrong = 0
    for (state, moment) in chosen {
      let problems = CrashCheck.problems(of: state.tree, state.promise, in: place)
      guard !problems.isEmpty else { continue }
      wrong += 1
      if wrong <= 3 {
        Issue.record(
          "\(what), \(moment), seed \(seed): \(problems.joined(separator: "; "))\n\(state.tree.lines)")
      }
    }
    #expect(wrong == 0, "\(what): \(wrong) of \(chosen.count) states, seed \(seed)")
    if LongTests.areWanted { print("\(what): \(chosen.count) states") }
  }
}

extension DiskTree {
  /// Names and lengths, a line each, for messages.
  var lines: String {
    entries.sorted { $0.key < $1.key }.map { path, entry in
      if case .file(_, let bytes, let mode) = entry {
        "  \(path) \(bytes.count) \(bytes.count < 3 ? "\(bytes)" : "") \(String(mode, radix: 8))"
      } else {
        "  \(path)/"
      }
    }.joined(separator: "\n")
  }
}
