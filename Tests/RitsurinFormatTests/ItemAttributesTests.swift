import RitsurinFormat
import Testing

@Suite struct ItemAttributesTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func decodesWhatItEncodes(_ run: UInt64) throws {
    let all = (0..<250).map { ItemAttributes.random(seed: run << 32 | $0) }
    let wrong = all.filter { attributes in
      let bytes = attributes.encode()
      guard let decoded = try? ItemAttributes.decode(RawSpan(_elements: bytes.span)) else { return true }
      return decoded != attributes || decoded.encode() != bytes
    }
    #expect(wrong.isEmpty)
  }

  @Test func encodesAllAttributesByHand() {
    let attributes = ItemAttributes(
      account: "a", service: "s", group: "g", synchronizable: true, accessibility: .akpu, created: 1,
      modified: -1,
      label: "l", comment: "c", kind: "k", generic: [9], creator: 2, type: 3, isInvisible: true,
      isNegative: false,
      unknown: [.init(code: Array("zzzz".utf8), bytes: []), .init(code: Array("Abcd".utf8), bytes: [1])])
    var text = AttributeText(parts: [])
    for (code, value) in [
      ("acct", [0x61]), ("svce", [0x73]), ("agrp", [0x67]), ("sync", [1]), ("pdmn", Array("akpu".utf8)),
      ("cdat", [1, 0, 0, 0, 0, 0, 0, 0]), ("mdat", [UInt8](repeating: 0xff, count: 8)), ("labl", [0x6c]),
      ("icmt", [0x63]), ("desc", [0x6b]), ("gena", [9]), ("crtr", [2, 0, 0, 0]), ("type", [3, 0, 0, 0]),
      ("invi", [1]),
      ("nega", [0]), ("zzzz", []), ("Abcd", [1]),
    ] as [(String, [UInt8])] {
      text = text.setting(code, to: value)
    }
    #expect(attributes.encode() == text.bytes)
  }

  @Test func neverWritesAnEmptyGroup() throws {
    let attributes = ItemAttributes(account: "a", service: "s", group: "", created: 0, modified: 0)
    let bytes = attributes.encode()
    #expect(try ItemAttributes.decode(RawSpan(_elements: bytes.span)).group == nil)
  }

  @Test func comparesTextByBytes() {
    let composed = ItemAttributes(account: "caf\u{e9}", service: "s", created: 0, modified: 0)
    let decomposed = ItemAttributes(account: "cafe\u{301}", service: "s", created: 0, modified: 0)
    #expect(composed.account == decomposed.account, "Swift takes them for the same text")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(composed == composed)
  }

  @Test(
    arguments: [
      { $0.account = "b" }, { $0.service = "b" }, { $0.group = "b" }, { $0.synchronizable = true },
      { $0.accessibility = .ak }, { $0.created = 1 }, { $0.modified = 1 }, { $0.label = "" },
      { $0.comment = "" },
      { $0.kind = "" }, { $0.generic = [] }, { $0.creator = 0 }, { $0.type = 0 }, { $0.isInvisible = false },
      { $0.isNegative = false }, { $0.unknown = [.init(code: Array("abcd".utf8), bytes: [])] },
    ] as [@Sendable (inout ItemAttributes) -> Void])
  func tellsEveryAttributeApart(_ change: @Sendable (inout ItemAttributes) -> Void) {
    let attributes = ItemAttributes(account: "a", service: "s", created: 0, modified: 0)
    var changed = attributes
    change(&changed)
    #expect(changed != attributes)
    #expect(changed.encode() != attributes.encode())
  }
}
