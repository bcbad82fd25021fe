import Ritsurin
import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run: every group that was asked for, each on vaults of its own.
final class Run {
  let options: Options
  let directory: String
  var report = Report()
  private var fixtures: [String: Fixture] = [:]

  init(_ options: Options) throws {
    self.options = options
    directory =
      options.directory + "/ritsurin-benchmarks-" + String(UInt32.random(in: 0...UInt32.max), radix: 16)
    try FileSystem().makeDirectories(directory)
  }

  deinit { _ = try? Process.run(["rm", "-rf", directory]) }

  func measure() throws -> Report {
    let steps: [(Group, () throws -> Void)] = [
      (.get, measureGet), (.size, measureSizes), (.threads, measureThreads), (.contains, measureContains),
      (.list, measureListing), (.set, measureSet), (.large, measureLarge), (.bulk, measureBulk),
      (.memory, measureMemory), (.process, measureProcesses),
    ]
    for (group, step) in steps where options.includes(group) {
      StandardError.print("measuring: \(group.rawValue)")
      Process.settle()
      try step()
    }
    return report
  }

  /// The vault of so many items of one size; made once.
  func fixture(items: Int, value: Int = 64) throws -> Fixture {
    let name = "\(items)x\(value)"
    if let made = fixtures[name] { return made }
    StandardError.print("making a vault of \(items) items of \(value) bytes")
    let made = try Fixture(name, in: directory, items: items, valueCount: value)
    fixtures[name] = made
    return made
  }

  func forget(items: Int, value: Int = 64) { fixtures["\(items)x\(value)"] = nil }

  func add(
    _ name: String, _ size: String, _ pair: Pair, against: String = "C", target: Double? = nil
  ) {
    report.rows.append(
      Row(name: name, size: size, ours: pair.ours, limit: pair.limit, against: against, target: target))
  }

  /// A getter of random keys of a vault, the same keys in the same order for each.
  func keys(of fixture: Fixture) -> (Int) -> String {
    var shuffle = Shuffle()
    let order = (0..<4_096).map { _ in fixture.keys[shuffle.next(below: fixture.keys.count)] }
    return { order[$0 & 4_095] }
  }
}
