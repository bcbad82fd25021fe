import Dispatch

/// A clock that goes back a second at every look.
final class Ticks: Sendable {
  private let start: Int64
  private let looks = Counter()

  init(from start: Int64) {
    self.start = start
  }

  func next() -> Int64 {
    start - Int64(looks.increment()) * 1_000_000
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let queue = DispatchQueue(label: "ritsurin.testing.counter")
  private nonisolated(unsafe) var count = 0

  /// How often it was incremented before.
  @discardableResult
  func increment() -> Int {
    queue.sync {
      defer { unsafe count += 1 }
      return unsafe count
    }
  }

  var value: Int { queue.sync { unsafe count } }
}
