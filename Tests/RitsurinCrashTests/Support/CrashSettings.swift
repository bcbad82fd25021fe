import Foundation
import RitsurinTestSupport

/// What the environment says of the number of states and their seed.
enum CrashSettings {
  private static let environment = ProcessInfo.processInfo.environment

  /// What the random states come from: `RITSURIN_CRASH_SEED`, else always the same.
  static let seed = environment["RITSURIN_CRASH_SEED"].flatMap { UInt64($0) } ?? 1

  /// How many states are tried for each change: `RITSURIN_CRASH_STATES`.
  static let stateCount =
    environment["RITSURIN_CRASH_STATES"].flatMap { Int($0) } ?? (LongTests.areWanted ? 2_000 : 12)
}
