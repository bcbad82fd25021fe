#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The time of day, for dates that people see.
package enum WallClock {
  /// Microseconds since 1970 UTC.
  package static var microseconds: Int64 {
    let seconds = Date().timeIntervalSince1970 * 1_000_000
    return Int64(exactly: seconds.rounded(.down)) ?? 0
  }

  /// Now as `YYYY-MM-DDTHH:MM:SSZ`.
  package static var headerTime: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let now = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: Date())
    func digits(_ value: Int?, _ count: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return digits(now.year, 4) + "-" + digits(now.month, 2) + "-" + digits(now.day, 2) + "T"
      + digits(now.hour, 2)
      + ":" + digits(now.minute, 2) + ":" + digits(now.second, 2) + "Z"
  }
}
