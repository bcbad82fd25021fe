import Ritsurin
import RitsurinExchange
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct NativeReaderTests {
  static let header =
    #"{"format":"keychain-items","version":1,"generator":"x","exported":"2026-01-01T00:00:00Z"}"#
  static let item = #"{"service":"s","account":"a","value":"v"}"#

  @Test func readEveryMember() throws {
    let restored = try single(
      #"""
      {"service":"s","account":"","accessGroup":"G","synchronizable":true,"accessibility":"whenUnlocked","label":"l","comment":"c","kind":"k","created":"2024-02-29T23:59:59Z","modified":"2024-03-01T00:00:00.123456Z","valueBase64":"AP8=","x-ritsurin-generic":"Zw==","x-ritsurin-creator":4294967295,"x-ritsurin-type":0,"x-ritsurin-invisible":true,"x-ritsurin-negative":false,"x-other":{"any":[1,null]}}
      """#)
    let item = restored.item
    #expect(item.service == "s" && item.key == "" && item.accessGroup == "G" && item.synchronizable)
    #expect(item.accessibility == .whenUnlocked)
    #expect(item.label == "l" && item.comment == "c" && item.kind == "k")
    #expect(item.generic == Data("g".utf8) && item.creator == .max && item.type == 0)
    #expect(item.isInvisible == true && item.isNegative == false)
    #expect(item.value == Data([0x00, 0xFF]))
    #expect(restored.createdMicroseconds == 1_709_251_199_000_000)
    #expect(restored.modifiedMicroseconds == 1_709_251_200_123_456)
  }

  @Test func takeDefaultsForWhatIsAbsent() throws {
    let restored = try single(Self.item)
    #expect(!restored.item.synchronizable && restored.item.accessibility == .afterFirstUnlock)
    #expect(restored.item.accessGroup == nil && restored.item.label == nil)
    #expect(restored.createdMicroseconds == nil && restored.modifiedMicroseconds == nil)
  }

  @Test func letOneDateStandForBoth() throws {
    let restored = try single(
      #"{"service":"s","account":"a","created":"1970-01-01T00:00:01Z","value":""}"#)
    #expect(restored.createdMicroseconds == 1_000_000 && restored.modifiedMicroseconds == 1_000_000)
  }

  @Test(
    arguments: [
      ("\\u0000", [0]), ("\\ud83d\\uDD11", [0xF0, 0x9F, 0x94, 0x91]),
      ("\\\"\\\\\\/\\b\\f\\n\\r\\t", Array("\"\\/\u{8}\u{C}\n\r\t".utf8)),
      ("  é ", Array("  é ".utf8)), ("e\u{301}", [0x65, 0xCC, 0x81]), ("\u{FEFF}", [0xEF, 0xBB, 0xBF]),
      ("", []),
    ] as [(String, [UInt8])])
  func takeValuesExactly(text: String, value: [UInt8]) throws {
    let restored = try single(#"{"service":"s","account":"a","value":"\#(text)"}"#)
    #expect(Array(restored.item.value) == value)
  }

  @Test(arguments: [
    "\(header)\n\(item)\n{\"end\":true,\"count\":1}\n",
    "\u{FEFF}\(header)\r\n\(item)\r\n{\"end\":true,\"count\":1}\r\n",
    "\(item)\n", "\(item)", "\n \(item) \n\n", "\(item)\n{\"end\":true,\"count\":1}",
    "[\(item)]", " [\n\(item)\n]\n", "[\(header),\(item),{\"end\":true,\"count\":1}]",
    "\(header)\n{\"end\":true,\"count\":0}\n\(header)\n\(item)\n{\"end\":true,\"count\":1}\n",
    "\(item)\n\(header)\n{\"end\":true,\"count\":0}\n", "\(item)\r\(header)\r\r\n{\"end\":true,\"count\":0}",
  ])
  func acceptEveryForm(text: String) throws {
    let file = try RKeychainImport(reading: text.utf8)
    #expect(file.entries.count == 1)
    #expect(file.notices.isEmpty)
    #expect(file.format == .native)
  }

  @Test func acceptFilesWithoutItems() throws {
    #expect(try RKeychainImport(reading: "[]".utf8).entries.isEmpty)
    #expect(try RKeychainImport(reading: "\(Self.header)\n{\"end\":true,\"count\":0}".utf8).entries.isEmpty)
  }

  @Test(arguments: [
    (#"{"service":"s","account":"a","value":"v","value":"w"}"#, "twice"),
    (#"{"service":"s","account":"a","value":"v","valueBase64":""}"#, "both"),
    (#"{"service":"s","account":"a"}"#, "missing"), (#"{"account":"a","value":"v"}"#, "\"service\""),
    (#"{"service":"s","value":"v"}"#, "\"account\""),
    (#"{"service":null,"account":"a","value":"v"}"#, "null"),
    (#"{"service":"s","account":1,"value":"v"}"#, "number"),
    (#"{"service":"s","account":"a","value":["v"]}"#, "array"),
    (#"{"service":"s","account":"a","value":"v","synchronizable":1}"#, "boolean"),
    (#"{"service":"s","account":"a","value":"v","synchronizable":"true"}"#, "boolean"),
    (#"{"service":"s","account":"a","value":"v","accessibility":"ck"}"#, "accessibility"),
    (#"{"service":"s","account":"a","value":"v","accessGroup":""}"#, "accessGroup"),
    (#"{"service":"s","account":"a","value":"v","accessGroup":"a\u0000"}"#, "accessGroup"),
    (#"{"service":"s","account":"a","value":"v","created":1}"#, "created"),
    (#"{"service":"s","account":"a","value":"v","password":"p"}"#, "\"password\""),
    (#"{"service":"s","account":"a","value":"v","X-a":1}"#, "not known"),
    (#"{"service":"s","account":"a","value":"v","x-ritsurin-creator":1.0}"#, "whole number"),
    (#"{"service":"s","account":"a","value":"v","x-ritsurin-type":4294967296}"#, "whole number"),
    (#"{"service":"s","account":"a","value":"v","x-ritsurin-type":-1}"#, "whole number"),
    (#"{"service":"s","account":"a","value":"\ud800"}"#, "surrogate"),
    (#"{"service":"s","account":"a","value":"\ud800x"}"#, "surrogate"),
    (#"{"service":"s","account":"a","value":"\ud800\u0041"}"#, "surrogate"),
    (#"{"service":"s","account":"a","value":"\udc00"}"#, "surrogate"),
    (#"{"service":"s","account":"a","value":"\x"}"#, "escape"),
    (#"{"service":"s","account":"a","value":"\u12g4"}"#, "digits"),
    ("{\"service\":\"s\",\"account\":\"a\",\"value\":\"\t\"}", "control"),
    (#"{"service":"s","account":"a","value":"v",}"#, "name"), (#"{"service":"s" "account":"a"}"#, "comma"),
    (#"{"service":"s","account":"a","value":"v"} {}"#, "more"),
    (#"{"service":"s","account":"a","value":"v""#, "early"),
    (#"{service:"s"}"#, "name"), (#"{"service":"s","account":"a","value":tru}"#, "JSON"),
    (#"{"x-a":01,"service":"s","account":"a","value":"v"}"#, "number"),
    (#"{"x-a":1.,"service":"s"}"#, "number"),
    (#"{"x-a":+1}"#, "JSON"), (#"{"x-a":-}"#, "number"), (#"{"x-a":1e}"#, "number"),
    (#"{"x-a":NaN}"#, "JSON"),
    (#"{"x-a":{"b":1,"b":2}}"#, "twice"), (#"{"x-a":'1'}"#, "JSON"), ("// comment", "recognised"),
  ])
  func refuseWhatIsNotExact(text: String, hint: String) throws {
    let lines = failure(of: bytes("\(Self.item)\n" + text + "\n"))
    let error = try (hint == "recognised" ? failure(of: bytes(text)) : lines).orThrow
    #expect(error.description.contains(hint), "\(error)")
    if hint != "recognised" { #expect(error.problems.first?.line == 2) }
    #expect(failure(of: bytes("[\(text)]")) != nil)
  }

  @Test(arguments: [
    "A", "AB=", "AB==", "AAB=", "AA=A", "AAAA====", "====", "=", " AA==", "AA==\\n", "AA", "A_8=", "AA==",
  ])
  func takeOnlyCanonicalBase64(text: String) {
    let line = bytes(#"{"service":"s","account":"a","valueBase64":"\#(text)"}"#)
    #expect((failure(of: line) == nil) == (text == "AA=="))
  }

  @Test func refuseDeepNesting() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(of: bytes(#"{"x-a":"# + deep)) != nil)
    #expect(failure(of: bytes(deep)) != nil)
  }

  @Test func reportEveryProblemOfAFile() throws {
    let text = "\(Self.item)\n{\"service\":1}\n\(Self.item)\nnull\n"
    let error = try failure(of: bytes(text)).orThrow
    #expect(error.problems.map(\.line) == [2, 4])
    #expect(error.kind == .decodingFailed && error.keychainError.kind == .decodingFailed)
  }

  @Test func boundTheListOfProblems() throws {
    let error = try failure(of: bytes(String(repeating: "{\"service\":1}\n", count: 250))).orThrow
    #expect(error.problems.count == RKeychainImportError.problemLimit && error.problemCount == 250)
  }

  @Test(arguments: [
    (#"{"format":"other","version":1}"#, RKeychainError.Kind.unknownFormat),
    (#"{"format":"keychain-items","version":2}"#, .unsupportedFormat),
    (#"{"format":"keychain-items","version":1.0}"#, .decodingFailed),
    (#"{"format":"keychain-items","version":"1"}"#, .decodingFailed),
    (#"{"format":"keychain-items"}"#, .decodingFailed),
    (#"{"format":"keychain-items","version":1,"more":1}"#, .decodingFailed),
    (#"{"format":"keychain-items","version":1,"generator":1}"#, .decodingFailed),
  ])
  func checkHeaders(header: String, kind: RKeychainError.Kind) throws {
    let error = try failure(of: bytes("\(header)\n\(Self.item)\n{\"end\":true,\"count\":1}\n")).orThrow
    #expect(error.kind == kind)
    #expect(error.problems.first?.line == 1)
  }

  @Test(arguments: [
    "{\"end\":true,\"count\":2}", "{\"end\":true,\"count\":0}", "{\"end\":true,\"count\":1.0}",
    "{\"end\":true}",
    "{\"end\":false,\"count\":1}", "{\"end\":true,\"count\":1,\"more\":1}", "",
  ])
  func refuseCutOrWrongTrailers(trailer: String) {
    #expect(failure(of: bytes("\(Self.header)\n\(Self.item)\n\(trailer)\n")) != nil)
  }

  @Test func noticeAMissingTrailerBetweenParts() throws {
    let text = "\(Self.header)\n\(Self.item)\n\(Self.header)\n{\"end\":true,\"count\":0}\n"
    #expect(try failure(of: bytes(text)).orThrow.problems.first?.line == 1)
    let file = try RKeychainImport(reading: text.utf8, options: .init(isPartial: true))
    #expect(file.entries.count == 1 && file.notices.count == 1)
  }

  @Test(arguments: ["", "\n", "\u{FEFF}", " \n "])
  func refuseEmptyFiles(text: String) {
    #expect(failure(of: bytes(text)) != nil)
    #expect(failure(of: bytes(text), isPartial: true) == nil)
  }

  @Test func dropBadDatesAndSaySo() throws {
    let text =
      #"{"service":"s","account":"a","created":"2023-02-29T00:00:00Z","modified":"2024-01-01T00:00:00.0000009Z","value":"v"}"#
    let file = try RKeychainImport(reading: text.utf8)
    #expect(file.entries[0].item.createdMicroseconds == 1_704_067_200_000_000)
    #expect(file.entries[0].item.modifiedMicroseconds == 1_704_067_200_000_000)
    #expect(file.notices.map(\.line) == [1, 1])
  }

  @Test func pointAtNamesThatLookTheSame() throws {
    let text = """
      {"service":"s","account":"caf\u{E9}","value":"1"}
      {"service":"s","account":"cafe\u{301}","value":"2"}
      {"service":"s","account":"caf\u{E9}","value":"3"}
      """
    let file = try RKeychainImport(reading: text.utf8)
    #expect(file.entries.count == 3)
    #expect(file.notices.map(\.line) == [2])
  }

  @Test func refuseBytesThatAreNotUTF8() throws {
    let error = try failure(of: bytes("\(Self.item)\n{\"service\":\"") + [0xED, 0xA0, 0x80] + bytes("\"}"))
      .orThrow
    #expect(error.problems.first?.line == 2)
    #expect(failure(of: bytes("{\"x-a\":\"") + [0xC0, 0x80]) != nil)
    #expect(failure(of: bytes("{\"x-a\":\"") + [0xF4, 0x90, 0x80, 0x80]) != nil)
  }

  @Test(arguments: [true, false])
  func readUTF16WithMark(isBigEndian: Bool) throws {
    let text = "\u{FEFF}" + #"{"service":"s","account":"🔑é","value":"v"}"# + "\r\n"
    let file = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(try RKeychainImport(reading: file).entries.first?.item.item.key == "🔑é")
    #expect(failure(of: Array(file.dropLast())) != nil)
  }

  @Test func refuseValuesAboveTheLimit() throws {
    let text =
      bytes(#"{"service":"s","account":"a","value":""#) + [UInt8](repeating: 0x61, count: (64 << 20) + 1)
    let error = try failure(of: text + bytes("\"}")).orThrow
    #expect(error.description.contains("67108865"))
  }
}
