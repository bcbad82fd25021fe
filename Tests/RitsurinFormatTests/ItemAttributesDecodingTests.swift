import RitsurinFormat
import RitsurinTestSupport
import Testing

@Suite struct ItemAttributesDecodingTests {
  static func decode(_ bytes: [UInt8]) throws(ItemFault) -> ItemAttributes {
    try ItemAttributes.decode(RawSpan(_elements: bytes.span))
  }

  static func fault(_ bytes: [UInt8]) -> ItemFault? {
    do {
      _ = try decode(bytes)
      return nil
    } catch { return error }
  }

  @Test func decodesTheSmallestSet() throws {
    let attributes = try Self.decode(AttributeText.plain.bytes)
    #expect(
      attributes
        == ItemAttributes(
          account: "account", service: "service", accessibility: .ck, created: 1,
          modified: Int64.min + 2))
    #expect(!attributes.hasUnknownCriticalCode)
  }

  @Test(arguments: ["acct", "cdat", "mdat", "pdmn", "svce", "sync"]) func refusesALackOf(_ code: String) {
    #expect(Self.fault(AttributeText.plain.without(code).bytes) == .damaged("\(code) is missing"))
  }

  @Test func refusesNothingAtAll() {
    #expect(Self.fault([]) == .damaged("acct is missing"))
  }

  @Test(
    arguments: [
      ("sync", [2]), ("sync", []), ("sync", [0, 0]), ("invi", [2]), ("invi", []), ("nega", [0xff]),
      ("nega", [1, 1]),
      ("cdat", [0, 0, 0, 0, 0, 0, 0]), ("cdat", []), ("mdat", [0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("crtr", [0, 0, 0]),
      ("crtr", [0, 0, 0, 0, 0]), ("type", []), ("type", [0, 0, 0, 0, 0]), ("pdmn", []),
      ("pdmn", Array("zz".utf8)),
      ("pdmn", Array("AK".utf8)), ("pdmn", Array("ak ".utf8)), ("pdmn", Array("ak\u{0}".utf8)), ("agrp", []),
    ] as [(String, [UInt8])]) func refusesAValue(_ code: String, _ value: [UInt8])
  {
    guard case .damaged(let what)? = Self.fault(AttributeText.plain.setting(code, to: value).bytes) else {
      Issue.record("it was taken")
      return
    }
    #expect(what.hasPrefix(code))
  }

  @Test(
    arguments: ["acct", "svce", "agrp", "labl", "icmt", "desc"],
    [
      [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]]) func refusesTextThatIsNoUTF8(_ code: String, _ value: [UInt8])
  {
    #expect(
      Self.fault(AttributeText.plain.setting(code, to: value).bytes) == .damaged("\(code) is not UTF-8"))
  }

  @Test(arguments: ["labl", "icmt", "desc", "gena", "acct", "svce"]) func takesEmptyValues(_ code: String) {
    #expect(Self.fault(AttributeText.plain.setting(code, to: []).bytes) == nil)
  }

  @Test(arguments: ["\u{feff}x", "a\u{0}b", "cafe\u{301}", "caf\u{e9}", "\u{0}", "\u{ffff}\u{10ffff}"])
  func keepsTextByteForByte(_ text: String) throws {
    let bytes = AttributeText.plain.setting("acct", to: Array(text.utf8)).setting(
      "labl", to: Array(text.utf8)
    ).bytes
    let attributes = try Self.decode(bytes)
    #expect(Array(attributes.account.utf8) == Array(text.utf8))
    #expect(attributes.label.map { Array($0.utf8) } == Array(text.utf8))
    #expect(attributes.encode() == bytes)
  }

  @Test(arguments: AccessibilityClass.allCases) func decodesAnAccessibility(
    _ accessibility: AccessibilityClass
  ) throws {
    let bytes = AttributeText.plain.setting("pdmn", to: Array(accessibility.rawValue.utf8)).bytes
    let attributes = try Self.decode(bytes)
    #expect(attributes.accessibility == accessibility)
    #expect(accessibility.isDeviceOnly == accessibility.rawValue.contains("u"))
    #expect(accessibility.isReadableWhileLocked == !accessibility.rawValue.hasPrefix("ak"))
  }

  @Test func decodesNumbersLowestByteFirst() throws {
    let attributes = try Self.decode(
      AttributeText.plain.setting("crtr", to: [1, 2, 3, 0xff]).setting("type", to: [0, 0, 0, 1])
        .setting("cdat", to: [1, 2, 3, 4, 5, 6, 7, 8]).setting("invi", to: [1]).setting("nega", to: [0]).bytes
    )
    #expect(attributes.creator == 0xff03_0201)
    #expect(attributes.type == 0x0100_0000)
    #expect(attributes.created == 0x0807_0605_0403_0201)
    #expect(attributes.isInvisible == true)
    #expect(attributes.isNegative == false)
  }

  @Test(arguments: [
    ("0abc", false), ("9ABC", false), ("ab12", false), ("aBCD", false), ("zzzz", false), ("Abcd", true),
    ("ZZZZ", true),
  ])
  func keepsAnUnknownCode(_ code: String, _ isCritical: Bool) throws {
    let bytes = AttributeText.plain.setting(code, to: [0xff, 0]).bytes
    let attributes = try Self.decode(bytes)
    #expect(attributes.unknown == [.init(code: Array(code.utf8), bytes: [0xff, 0])])
    #expect(attributes.hasUnknownCriticalCode == isCritical)
    #expect(attributes.encode() == bytes)
  }

  @Test(arguments: ["ABC ", "a\u{0}bc", "a-bc", "zz\u{e9}", "____"]) func refusesACode(_ code: String) {
    #expect(
      Self.fault(AttributeText.plain.setting(code, to: []).bytes) == .damaged("the code of an attribute"))
  }

  @Test func refusesCodesOutOfOrder() {
    var text = AttributeText.plain
    text.parts.swapAt(0, 1)
    #expect(Self.fault(text.bytes) == .damaged("the order of the attributes"))
    text = .plain
    text.parts.insert(text.parts[3], at: 3)
    #expect(Self.fault(text.bytes) == .damaged("the order of the attributes"))
  }

  @Test(arguments: [1, 0x7fff_ffff, 0xffff_ffff]) func refusesALengthBeyondTheEnd(_ count: UInt32) {
    var bytes = AttributeText.plain.bytes
    bytes += Array("type".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(8 * $0)) }
    #expect(Self.fault(bytes) == .damaged("the length of an attribute"))
  }

  @Test func refusesEveryTruncation() {
    let bytes = ItemAttributes.random(seed: 7).encode()
    let taken = bytes.truncations.filter { Self.fault($0) == nil }
    // A cut right before an optional last attribute leaves a whole set.
    let ends = taken.map { (try? Self.decode($0).encode()) == $0 }
    #expect(ends.allSatisfy { $0 })
    #expect(AttributeText.plain.bytes.truncations.allSatisfy { Self.fault($0) != nil })
  }

  @Test func survivesEveryChangedByte() {
    let bytes = AttributeText.plain.setting("zzzz", to: [1, 2, 3]).bytes
    let wrong = bytes.mutations(everyWay).filter { mutation in
      guard let attributes = try? Self.decode(mutation) else { return false }
      return attributes.encode() != mutation
    }
    #expect(wrong.isEmpty)
  }

  @Test func survivesAnyBytes() {
    var generator = SeededGenerator(seed: 3)
    let taken = (0..<5_000).filter { _ in
      let count = Int.random(in: 0...64, using: &generator)
      return Self.fault((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }) == nil
    }
    #expect(taken.isEmpty)
  }
}
