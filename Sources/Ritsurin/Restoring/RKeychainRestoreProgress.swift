/// How far a restore is.
public struct RKeychainRestoreProgress: Sendable, Hashable {
  /// What a restore does, in this order.
  public enum Step: String, Sendable, CaseIterable {
    /// Looks what is there of the items; nothing has been written yet.
    case comparing
    /// Seals the items and writes them beside their places; nothing counts yet.
    case writing
    /// Gives all of them their places.
    case placing
  }

  /// What it does now.
  public let step: Step
  /// How many items of this step are done.
  public let done: Int
  /// How many there are in this step.
  public let count: Int

  /// A state of a restore.
  public init(step: Step, done: Int, count: Int) {
    self.step = step
    self.done = done
    self.count = count
  }
}

/// Passes on about a hundred states of a step, the last one included.
struct RestoreProgressFilter {
  let report: (RKeychainRestoreProgress) -> Void

  func tell(_ step: RKeychainRestoreProgress.Step, _ done: Int, of count: Int) {
    guard done == count || done % max(count / 100, 1) == 0 else { return }
    report(RKeychainRestoreProgress(step: step, done: done, count: count))
  }
}
