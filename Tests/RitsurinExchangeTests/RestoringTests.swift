import Ritsurin
import RitsurinExchange
import Testing

@Suite struct RestoringTests {
  /// A store that gives prepared answers.
  private struct PreparedStore: RKeychainRestoring {
    let outcomes: [RKeychainRestoreOutcome]

    func restore(
      _ items: [RKeychainRestoredItem], onConflict policy: RKeychainConflictPolicy, dryRun: Bool
    ) throws(RKeychainError) -> [RKeychainRestoreOutcome] {
      guard items.count == outcomes.count else { throw RKeychainError(.internal) }
      return outcomes
    }

    func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
      throw RKeychainError(.unimplemented)
    }

    func copyMatching(
      _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
    ) throws(RKeychainError) -> RKeychainMatches {
      throw RKeychainError(.unimplemented)
    }

    func update(
      _ query: RKeychainQuery, _ changes: RKeychainChanges
    ) throws(RKeychainError) -> [RKeychainAttributes] {
      throw RKeychainError(.unimplemented)
    }

    func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
      throw RKeychainError(.unimplemented)
    }

    func set(
      _ item: RKeychainNewItem, if condition: RKeychainCondition
    ) throws(RKeychainError) -> RKeychainAttributes {
      throw RKeychainError(.unimplemented)
    }
  }

  private func file() throws -> RKeychainImport {
    try RKeychainImport(
      reading: #"""
        {"service":"s","account":"a","value":"1"}

        {"service":"s","account":"b","accessGroup":"G","synchronizable":true,"value":"2"}
        """#.utf8)
  }

  @Test func reportEachItemWithItsLine() throws {
    let report = try file().restore(into: PreparedStore(outcomes: [.imported, .unchanged]))
    #expect(report.isWritten)
    #expect(report.rows.map(\.line) == [1, 3] && report.rows.map(\.key) == ["a", "b"])
    #expect(report.rows[1].accessGroup == "G" && report.rows[1].synchronizable)
    #expect(report.count(of: .imported) == 1 && report.count(of: .unchanged) == 1 && report.conflicts.isEmpty)
  }

  @Test func sayThatAConflictStopsEverything() throws {
    let report = try file().restore(into: PreparedStore(outcomes: [.imported, .conflict]))
    #expect(!report.isWritten)
    #expect(report.conflicts.map(\.line) == [3])
  }

  @Test func sayThatADryRunWritesNothing() throws {
    let report = try file().restore(
      into: PreparedStore(outcomes: [.imported, .skipped]), onConflict: .skip, dryRun: true)
    #expect(!report.isWritten)
  }
}
