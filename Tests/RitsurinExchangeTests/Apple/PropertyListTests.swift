import Foundation
import Ritsurin
import RitsurinExchange
import Testing

@Suite struct PropertyListTests {
  static let head = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">"#

  static func list(_ members: String) -> String {
    head + "<array><dict>\(members)</dict></array></plist>"
  }

  static let names = "<key>svce</key><string>s</string><key>acct</key><string>a</string>"
  static let value = "<key>v_Data</key><data>dg==</data>"

  @Test(arguments: ["apple/secitem-attrs.plist", "apple/secitem-attrs-binary.plist"])
  func readTheSamples(path: String) throws {
    let file = try expectSample(path, as: .secItem)
    #expect(file.skipped.count == 2)
    // The internet password, and the account that is not UTF-8.
    let included = try expectSample(
      path, as: .secItem,
      gives: #"""
        {"service":"com.example.app","account":"token","accessGroup":"ABCDE12345.com.example.shared","synchronizable":true,"accessibility":"afterFirstUnlock","label":"Example","comment":"note","kind":"API token","created":"2024-02-29T23:59:59Z","modified":"2024-02-29T23:59:59Z","value":"secret-1"}
        {"service":"example.com","account":"u","value":"web"}
        """#
    ) { $0.include = [.internet] }
    #expect(included.skipped.count == 1 && included.notices.count == 1)
  }

  @Test(arguments: [
    ("<string> a\r\nb\t</string>", " a\\r\\nb\\t"), ("<string>&lt;&amp;&#x1F511;&#233;</string>", "<&🔑é"),
    ("<string><![CDATA[<&amp;>]]>x</string>", "<&amp;>x"), ("<string/>", ""),
    ("<data>\n\tdg==\n\t</data>", "v"),
    ("<string>a<!-- c -->b</string>", "ab"), ("<data></data>", ""),
  ])
  func readXMLExactly(element: String, value: String) throws {
    try expect(
      Self.list(Self.names + "<key>v_Data</key>" + element), as: .secItem,
      gives: #"{"service":"s","account":"a","value":"\#(value)"}"#)
  }

  @Test(arguments: [
    #"<!DOCTYPE plist [<!ENTITY a "b">]>"#, #"<!DOCTYPE plist SYSTEM "x" [ ]>"#, "&a;", "&#0;", "&#xD800;",
    "&#1114112;",
    "<a>", "</dict>", "<key>svce</key><string>x</string>", "<key>k</key>", "<string>k</string>", "text",
    "<key>k</key><data>A</data>", "<key>k</key><wrong/>", "<!-- open", "<?pi", "<key a=1>k</key>",
    "<key a='1' a='2'>k</key><true/>", "<![CDATA[", "<key>k</key><string><b/></string>", "\u{0}",
  ])
  func refuseOtherXML(part: String) throws {
    let isType = part.utf8.starts(with: "<!DOCTYPE".utf8)
    let text = (isType ? part : "") + Self.list((isType ? "" : part) + Self.names + Self.value)
    #expect(try !problemLines(text, as: .secItem).isEmpty)
  }

  @Test func refuseOtherEncodings() throws {
    let text = #"<?xml version="1.0" encoding="ISO-8859-1"?>"# + "<plist><array/></plist>"
    #expect(try !problemLines(text, as: .secItem).isEmpty)
  }

  @Test func refuseDeepNesting() throws {
    let deep = Self.head + String(repeating: "<array>", count: 100_000)
    #expect(try !problemLines(deep, as: .secItem).isEmpty)
    var binary = bytes("bplist00")
    // Each array holds the next one.
    for index in 0..<200 { binary += [0xA1, UInt8(index + 1)] }
    binary += [0x50]
    let table = binary.count
    for index in 0...200 { binary += [UInt8((8 + 2 * index) >> 8), UInt8((8 + 2 * index) & 255)] }
    binary += [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, 201] + [UInt8](repeating: 0, count: 8)
    binary += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 255)]
    #expect(try failure(of: binary).orThrow.description.contains("deeply"))
  }

  @Test func refuseCirclesAndOverlaps() throws {
    func list(_ objects: [UInt8], offsets: [UInt8]) -> [UInt8] {
      bytes("bplist00") + objects + offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        + [0, 0, 0, 0, 0, 0, 0, UInt8(offsets.count)] + [UInt8](repeating: 0, count: 8)
        + [0, 0, 0, 0, 0, 0, 0, UInt8(8 + objects.count)]
    }
    #expect(try failure(of: list([0xA1, 0x00], offsets: [8])).orThrow.description.contains("itself"))
    let data: [UInt8] = [0xA3, 1, 2, 3, 0x48, 0x41, 1, 2, 3, 4, 5, 6, 7]
    let overlapping = list(data, offsets: [8, 12, 12, 12])
    #expect(try failure(of: overlapping).orThrow.description.contains("overlap"))
  }

  @Test func surviveDamage() throws {
    expectSurvival(
      of: try ForeignFixtures.bytes("apple/secitem-attrs-binary.plist"), as: nil, secrets: ["secret-1"])
    let text = Self.list(Self.names + "<key>v_Data</key><string>\(sentinel)</string>")
    expectSurvival(of: bytes(text), as: .secItem, secrets: [sentinel])
  }

  static func items() throws -> [RKeychainItem] {
    [
      try exported(
        service: "s\u{0}é🔑", key: "", created: -3_000_000_000_000_001, modified: 1_700_000_000_123_457),
      try exported(
        key: String(repeating: "k", count: 300), group: "G", synchronizable: true,
        accessibility: .whenUnlocked,
        label: "e\u{301}", comment: "c\r\n", kind: "k", generic: Data([0, 255]), creator: .max, type: 0,
        isInvisible: true, isNegative: false, value: Data((0...255).map { UInt8($0) } + [0])),
      try exported(key: "empty", value: Data()),
    ]
  }

  @Test func writeWhatIsReadBackUnchanged() throws {
    let export = RKeychainExport(try Self.items())
    let file = try RKeychainImport(reading: export.propertyList())
    #expect(file.format == .secItem && file.notices.isEmpty && file.skipped.isEmpty)
    try expect(file, gives: export.lines())
    let none = try RKeychainImport(
      reading: RKeychainExport([]).propertyList(), options: .init(format: .secItem))
    #expect(none.entries.isEmpty)
  }

  @Test func writeWhatFoundationReads() throws {
    let bytes = RKeychainExport(try Self.items()).propertyList()
    let list = unsafe try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let items = try (list as? [[String: Any]]).orThrow
    #expect(items.count == 3)
    let full = try items.first { ($0["agrp"] as? String) == "G" }.orThrow
    #expect((full["v_Data"] as? Data)?.count == 257)
    #expect(full["crtr"] as? UInt32 == .max)
    #expect((full["mdat"] as? Date)?.timeIntervalSince1970 == 1_700_000_000.5)
  }

  @Test func readWhatFoundationWrites() throws {
    let item: [String: Any] = [
      "svce": "s", "acct": "é", "v_Data": Data("v".utf8), "sync": true, "pdmn": "aku", "crtr": -1,
      "cdat": Date(timeIntervalSince1970: 1_700_000_000.25), "other": [1.5, ["x": 1 << 40]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["genp": [item]], format: .binary, options: 0)
    let file = try RKeychainImport(reading: data)
    try expect(
      file,
      gives: bytes(
        #"""
        {"service":"s","account":"é","synchronizable":true,"accessibility":"whenUnlockedThisDeviceOnly","created":"2023-11-14T22:13:20.25Z","value":"v","x-ritsurin-creator":4294967295}
        """#))
  }
}
