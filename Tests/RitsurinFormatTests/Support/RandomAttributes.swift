import RitsurinFormat
import RitsurinTestSupport

extension ItemAttributes {
  private static let texts = [
    "", "a", "com.example.app", "caf\u{e9}", "cafe\u{301}", "\u{feff}leading mark", "nul\u{0}inside", "\u{0}",
    "\u{1f511} \u{1f468}\u{200d}\u{1f469}", "a\r\nb", "\u{ac00}\u{11ab}", "\u{10ffff}", "\u{d7ff}\u{e000}",
    String(repeating: "long ", count: 80),
  ]

  private static let codes = [
    "0abc", "9ABC", "ZZZZ", "AAAA", "aaaa", "acca", "acctX", "crts", "gzzz", "mdau", "svcd", "syna", "tyqe",
    "zzzz",
  ].filter { $0.utf8.count == 4 }

  /// Attributes of every shape that a file may hold.
  static func random(seed: UInt64) -> ItemAttributes {
    var generator = SeededGenerator(seed: seed)
    func text() -> String { texts.randomElement(using: &generator) ?? "" }
    func perhaps<T>(_ value: T) -> T? { Bool.random(using: &generator) ? value : nil }
    func number<T: FixedWidthInteger>() -> T {
      [0, 1, .max, .min, T.random(in: .min ... .max, using: &generator)].randomElement(using: &generator) ?? 0
    }
    func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
    }
    let group = text()
    let unknown = codes.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return ItemAttributes(
      account: text(), service: text(), group: group.isEmpty ? nil : perhaps(group),
      synchronizable: .random(using: &generator),
      accessibility: AccessibilityClass.allCases.randomElement(using: &generator) ?? .ck, created: number(),
      modified: number(), label: perhaps(text()), comment: perhaps(text()), kind: perhaps(text()),
      generic: perhaps(bytes()), creator: perhaps(number()), type: perhaps(number()),
      isInvisible: perhaps(.random(using: &generator)), isNegative: perhaps(.random(using: &generator)),
      unknown: unknown.map { Unknown(code: Array($0.utf8), bytes: bytes()) })
  }
}
