/// Medians of two ways to do the same thing, in nanoseconds for each time it was done.
struct Pair {
  var ours: Double
  var limit: Double
}

/// Runs two ways alternately in one run, so that whatever else the machine does meets both.
enum Interleaved {
  /// Measures.
  ///
  /// - Parameters:
  ///   - samples: How many samples of each are taken, after a tenth as many that do not count.
  ///   - batch: How often the thing is done in one sample.
  ///   - ours, limit: Do it once; the argument rises from 0 by one each time, in each of both.
  static func measure(
    samples: Int, batch: Int = 1, ours: (Int) throws -> Void, limit: (Int) throws -> Void
  ) rethrows -> Pair {
    var oursTimes: [Int] = []
    var limitTimes: [Int] = []
    let warmUp = max(samples / 10, 1)
    for sample in 0..<(warmUp + samples) {
      let indices = sample * batch..<(sample + 1) * batch
      // Each goes first as often as the other.
      let first = sample % 2 == 0 ? try time(indices, ours) : try time(indices, limit)
      let second = sample % 2 == 0 ? try time(indices, limit) : try time(indices, ours)
      guard sample >= warmUp else { continue }
      oursTimes.append(sample % 2 == 0 ? first : second)
      limitTimes.append(sample % 2 == 0 ? second : first)
    }
    return Pair(ours: median(oursTimes) / Double(batch), limit: median(limitTimes) / Double(batch))
  }

  static func median(_ values: [Int]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return Double(sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  private static func time(_ indices: Range<Int>, _ body: (Int) throws -> Void) rethrows -> Int {
    let start = Process.nanoseconds
    for index in indices { try body(index) }
    return Process.nanoseconds - start
  }
}

/// Numbers that look random and are the same in every run.
struct Shuffle {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state >> 1) % limit
  }
}
