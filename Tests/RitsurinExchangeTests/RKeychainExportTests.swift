import Ritsurin
import RitsurinExchange
import RitsurinTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RKeychainExportTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func writeMembersInOrder() throws {
    let item = try exported(
      service: "com.example", key: "k\"\\\n", group: "G", synchronizable: true, accessibility: .whenUnlocked,
      label: "l", comment: "c", kind: "d", generic: Data([1, 2]), creator: 1, type: 2, isInvisible: true,
      isNegative: false, value: Data("s\u{7F}\u{85}\u{2028}é🔑".utf8))
    let expected = #"""
      {"format":"keychain-items","version":1,"generator":"g","exported":"2023-11-14T22:13:20Z"}
      {"service":"com.example","account":"k\"\\\n","accessGroup":"G","synchronizable":true,"accessibility":"whenUnlocked","label":"l","comment":"c","kind":"d","created":"2023-11-14T22:13:20.000000Z","modified":"2023-11-14T22:13:20.500000Z","value":"s\u007f\u0085\u2028é🔑","x-ritsurin-generic":"AQI=","x-ritsurin-creator":1,"x-ritsurin-type":2,"x-ritsurin-invisible":true,"x-ritsurin-negative":false}
      {"end":true,"count":1}

      """#
    let lines = RKeychainExport([item]).lines(generator: "g", exportedMicroseconds: 1_700_000_000_000_000)
    #expect(text(lines) == expected)
  }

  @Test func writeMinimalItems() throws {
    let array = RKeychainExport([try exported(), try exported(key: "l")]).array()
    let line =
      #"{"service":"s","account":"KEY","accessibility":"afterFirstUnlock","created":"2023-11-14T22:13:20.000000Z","modified":"2023-11-14T22:13:20.500000Z","value":"v"}"#
    let lines = ["k", "l"].map { key in
      var line = line
      if let range = line.firstRange(of: "KEY") { line.replaceSubrange(range, with: key) }
      return line
    }
    #expect(text(array) == "[\n\(lines.joined(separator: ",\n"))\n]\n")
    #expect(text(RKeychainExport([]).array()) == "[\n]\n")
    #expect(
      text(RKeychainExport([]).lines())
        == "{\"format\":\"keychain-items\",\"version\":1}\n{\"end\":true,\"count\":0}\n")
  }

  @Test(arguments: [
    (Data(), true), (Data("x\n".utf8), true), (Data([0]), false), (Data("a\0b".utf8), false),
    (Data([0xFF]), false),
    (Data([0xC0, 0x80]), false), (Data([0xED, 0xA0, 0x80]), false), (Data([0xEF, 0xBB, 0xBF]), true),
    (Data([0xF4, 0x8F, 0xBF, 0xBF]), true), (Data([0xC3]), false),
  ])
  func chooseTextOrBase64(value: Data, isText: Bool) throws {
    let lines = text(RKeychainExport([try exported(value: value)]).lines())
    #expect(lines.contains("\"value\":") == isText && lines.contains("\"valueBase64\":") == !isText)
    #expect(try RKeychainImport(reading: lines.utf8).entries.first?.item.item.value == value)
  }

  @Test func sortByBytes() throws {
    let items = [
      try exported(service: "s", key: "é", group: "G"),
      try exported(service: "s", key: "e\u{301}", group: "G"),
      try exported(service: "b", key: "x"), try exported(service: "a", key: "y", synchronizable: true),
      try exported(service: "a", key: "y"), try exported(service: "Z", key: "y", group: "F"),
      try exported(service: "", key: "z"),
    ]
    let sorted = RKeychainExport(items).items.map(\.attributes)
    #expect(sorted.map(\.service) == ["", "a", "a", "b", "Z", "s", "s"])
    #expect(sorted.map { $0.key.utf8.count } == [1, 1, 1, 1, 1, 3, 2])
    #expect(sorted[1].synchronizable == false && sorted[2].synchronizable)
    #expect(RKeychainExport(items).lines() == RKeychainExport(items.reversed()).lines())
  }

  @Test func leaveOutWhatIsBoundToTheDevice() throws {
    let items = [
      try exported(key: "a", accessibility: .whenUnlockedThisDeviceOnly), try exported(key: "b"),
      try exported(key: "c", value: nil),
    ]
    let export = RKeychainExport(items)
    #expect(export.items.map(\.attributes.key) == ["b"])
    #expect(export.leftOut.map(\.key) == ["a", "c"])
    #expect(RKeychainExport(items, includingThisDeviceOnly: true).items.map(\.attributes.key) == ["a", "b"])
  }

  @Test func leaveOutDatesThatNoYearHolds() throws {
    let export = RKeychainExport([try exported(created: .min)])
    #expect(export.withoutDate.count == 1)
    #expect(!text(export.lines()).contains("created"))
  }

  @Test(arguments: RKeychainAccessibility.allCases)
  func readBackEveryAccessibility(accessibility: RKeychainAccessibility) throws {
    let item = try exported(accessibility: accessibility)
    let lines = RKeychainExport([item], includingThisDeviceOnly: true).lines()
    #expect(try RKeychainImport(reading: lines).entries.first?.item.item.accessibility == accessibility)
  }

  @Test(arguments: 0..<20)
  func readBackRandomItems(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let items = try (0..<50).map { _ in try random.item() }
    let export = RKeychainExport(items)
    for file in [export.lines(), export.array()] {
      let read = try RKeychainImport(reading: file)
      #expect(read.entries.count == export.items.count)
      for (entry, item) in zip(read.entries, export.items) {
        let restored = entry.item
        #expect(restored.createdMicroseconds == item.attributes.createdMicroseconds)
        #expect(restored.modifiedMicroseconds == item.attributes.modifiedMicroseconds)
        #expect(restored.item.value == item.value)
        let back = RKeychainAttributes(
          service: restored.item.service, key: restored.item.key, accessGroup: restored.item.accessGroup,
          synchronizable: restored.item.synchronizable, accessibility: restored.item.accessibility,
          label: restored.item.label, comment: restored.item.comment, kind: restored.item.kind,
          generic: restored.item.generic, creator: restored.item.creator, type: restored.item.type,
          isInvisible: restored.item.isInvisible, isNegative: restored.item.isNegative,
          createdMicroseconds: item.attributes.createdMicroseconds,
          modifiedMicroseconds: item.attributes.modifiedMicroseconds, revision: item.attributes.revision)
        #expect(back == item.attributes)
      }
    }
  }
}

extension SeededGenerator {
  /// Text of any scalars, control characters included.
  mutating func text(from count: Int = 0) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: count...12, using: &self) {
      let bound: UInt32 = Bool.random(using: &self) ? 0x100 : 0x110000
      if let scalar = Unicode.Scalar(UInt32.random(in: 1..<bound, using: &self)) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  mutating func item() throws -> RKeychainItem {
    let group = text(from: 1)
    let bytes = (0..<Int.random(in: 0...40, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self)
    }
    let value = Bool.random(using: &self) ? Data(bytes) : Data(text().utf8)
    return try exported(
      service: text(), key: text(), group: group.isEmpty ? nil : group,
      synchronizable: Bool.random(using: &self),
      label: Bool.random(using: &self) ? text() : nil, comment: text(),
      kind: Bool.random(using: &self) ? text() : nil,
      generic: Bool.random(using: &self) ? Data(bytes) : nil,
      creator: UInt32.random(in: .min ... .max, using: &self),
      isInvisible: Bool.random(using: &self), created: Int64.random(in: Timestamp.range, using: &self),
      modified: Int64.random(in: Timestamp.range, using: &self), value: value)
  }
}
