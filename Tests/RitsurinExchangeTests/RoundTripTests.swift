import Ritsurin
import RitsurinExchange
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Export, then import elsewhere, is the identity.
@Suite struct RoundTripTests {
  private static let items: [RKeychainRestoredItem] = {
    let odd = RKeychainNewItem(
      service: "s\u{301}\u{FEFF}\n\t\"\\", key: "", accessGroup: "TEAM.g", synchronizable: true,
      accessibility: .whenUnlocked, label: "L\u{2028}", comment: "", kind: "application password",
      generic: Data([0, 255]), creator: 0x6162_6364, type: 0xFFFF_FFFF, isInvisible: true, isNegative: false,
      value: Data((0...255).map { UInt8($0) }))
    let plain = RKeychainNewItem(service: "s", key: "KEY", value: Data("it's \"$x\" \\ ü\r\n".utf8))
    let empty = RKeychainNewItem(
      service: "s", key: "EMPTY", isInvisible: false, isNegative: true, value: Data())
    return [
      RKeychainRestoredItem(odd, createdMicroseconds: -1, modifiedMicroseconds: 1_700_000_000_123_456),
      RKeychainRestoredItem(plain, createdMicroseconds: 0, modifiedMicroseconds: 1),
      RKeychainRestoredItem(empty, createdMicroseconds: 1_000_000, modifiedMicroseconds: 2_000_000),
      RKeychainRestoredItem(
        RKeychainNewItem(service: "s", key: "KEY", synchronizable: true, value: Data("x".utf8)),
        createdMicroseconds: 5, modifiedMicroseconds: 6),
    ]
  }()

  private func export(_ store: RInMemoryStore) throws -> RKeychainExport {
    RKeychainExport(
      try store.copyMatching(RKeychainQuery(synchronizable: .any), returning: .both, limit: .all).items)
  }

  private func filled() throws -> RInMemoryStore {
    let store = RInMemoryStore()
    _ = try store.restore(Self.items, onConflict: .fail, dryRun: false)
    return store
  }

  @Test(arguments: [0, 1, 2])
  func keepEverything(form: Int) throws {
    let first = try export(filled())
    let file = form == 0 ? first.lines() : form == 1 ? first.array() : first.propertyList()
    let other = RInMemoryStore()
    let read = try RKeychainImport(reading: file)
    let report = try read.restore(into: other)
    #expect(report.count(of: .imported) == Self.items.count && read.skipped.isEmpty)
    // The lines hold every attribute and date, so equal lines are equal items.
    #expect(try export(other).lines() == first.lines())
    let again = try read.restore(into: other)
    #expect(again.count(of: .unchanged) == Self.items.count)
  }

  @Test func keepKeysAndValuesOfVariables() throws {
    let store = RInMemoryStore()
    let values = [
      "plain", "", " blanks ", "it's", "a\"b", "back\\slash\\", "$HOME", "a#b # c", "l1\nl2\r\n", "ü`x`", "'",
      "\\n",
      "=", "a'b\\",
    ]
    for (number, value) in values.enumerated() {
      _ = try store.set(RKeychainNewItem(service: "s", key: "K\(number)", value: Data(value.utf8)))
    }
    _ = try store.set(RKeychainNewItem(service: "s", key: "BYTES", value: Data([0xFF])))
    let (file, leftOut) = try export(store).dotenv()
    #expect(leftOut.map(\.key) == ["BYTES"])
    var options = RKeychainImportOptions()
    options.service = "s"
    let other = RInMemoryStore()
    _ = try RKeychainImport(reading: file, options: options).restore(into: other)
    for (number, value) in values.enumerated() {
      let query = RKeychainQuery(service: "s", key: "K\(number)")
      #expect(
        try other.copyMatching(query, returning: .both, limit: .one).items.first?.value == Data(value.utf8))
    }
  }
}
