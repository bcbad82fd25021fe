import Foundation

/// Whether tests that can go on for long shall: `RITSURIN_LONG_TESTS=1`.
package enum LongTests {
  package static let areWanted = ProcessInfo.processInfo.environment["RITSURIN_LONG_TESTS"] == "1"
}
