import Ritsurin
import RitsurinTestSupport
import Testing

@Suite("The order of texts") struct TextOrderTests {
  private func order(_ texts: [String]) -> [Int] {
    TextOrder.positions(texts.count, text: { texts[$0] }, precedes: <)
  }

  @Test(
    "is that of their bytes",
    arguments: [
      [], ["a"], ["b", "a"], ["a", "", "b"], ["same", "same", "same"],
      ["prefix", "prefix\0", "prefix\u{1}", "pre", "prefi"], ["é", "e\u{301}", "z", "\u{7F}"],
      ["common00000001end", "common00000001and", "common0000000", "common00000002"],
    ])
  func orderBytes(_ texts: [String]) {
    let expected = texts.indices.sorted {
      let (one, other) = (Array(texts[$0].utf8), Array(texts[$1].utf8))
      return one == other ? $0 < $1 : one.lexicographicallyPrecedes(other)
    }
    #expect(order(texts) == expected)
  }

  @Test("is that of their bytes for texts that are nearly the same", arguments: 0..<50 as Range<UInt64>)
  func orderSimilar(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let start = String(repeating: "k", count: Int.random(in: 0...12, using: &generator))
    let texts = (0..<200).map { _ in
      let count = Int.random(in: 0...20, using: &generator)
      return start + String((0..<count).map { _ in "\0ab\u{10FFFF}".randomElement(using: &generator) ?? "a" })
    }
    orderBytes(texts)
  }
}
