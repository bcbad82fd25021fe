import Foundation

/// Whether tests that can go on for long shall: `RITSURIN_LONG_TESTS=1`.
enum LongTests {
  private static let environment = ProcessInfo.processInfo.environment

  static let areWanted = environment["RITSURIN_LONG_TESTS"] == "1"

  /// What the random states come from: `RITSURIN_CRASH_SEED`, else always the same.
  static let seed = environment["RITSURIN_CRASH_SEED"].flatMap { UInt64($0) } ?? 1

  /// How many states are tried for each change: `RITSURIN_CRASH_STATES`.
  static let stateCount = environment["RITSURIN_CRASH_STATES"].flatMap { Int($0) } ?? (areWanted ? 2_000 : 12)
}
