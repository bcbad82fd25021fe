/// Reads one JSON string: quotes, escapes and all.
struct JSONStringScanner {
  enum Outcome {
    case text([UInt8])
    case fault(String, isUnfinished: Bool)
  }

  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int

  /// - Parameters:
  ///   - bytes: Valid UTF-8.
  ///   - start: Where the opening quote stands.
  ///   - end: Where the text ends.
  init(_ bytes: [UInt8], from start: Int, end: Int) {
    self.bytes = bytes
    self.position = start + 1
    self.end = end
  }

  /// Reads up to and including the closing quote.
  ///
  /// - Complexity: linear in the string.
  mutating func scan() -> Outcome {
    var text: [UInt8] = []
    var runStart = position
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[runStart..<position])
        position += 1
        return .text(text)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[runStart..<position])
        position += 1
        if let fault = scanEscape(into: &text) { return fault }
        runStart = position
      case 0x00..<0x20:
        return .fault("a control character stands unescaped in a string", isUnfinished: false)
      default:
        position += 1
      }
    }
    return Self.unfinished
  }

  private static let unfinished = Outcome.fault("a string does not end", isUnfinished: true)

  private mutating func scanEscape(into text: inout [UInt8]) -> Outcome? {
    guard position < end else { return Self.unfinished }
    let kind = bytes[position]
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return scanScalar(into: &text)
    default: return .fault("an escape in a string is unknown", isUnfinished: false)
    }
    return nil
  }

  private mutating func scanScalar(into text: inout [UInt8]) -> Outcome? {
    let lone = Outcome.fault("half of a surrogate pair stands alone in a string", isUnfinished: false)
    guard let first = scanUnit() else { return badUnit }
    var number = first
    switch first {
    case 0xDC00...0xDFFF: return lone
    case 0xD800...0xDBFF:
      guard position + 1 < end else { return Self.unfinished }
      guard bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
        return lone
      }
      position += 2
      guard let second = scanUnit() else { return badUnit }
      guard case 0xDC00...0xDFFF = second else { return lone }
      number = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    default: break
    }
    guard let scalar = Unicode.Scalar(number) else { return lone }
    text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    return nil
  }

  private var badUnit: Outcome {
    position >= end
      ? Self.unfinished : .fault("an escape in a string lacks its four digits", isUnfinished: false)
  }

  /// Reads four hexadecimal digits; leaves the position on what is none.
  private mutating func scanUnit() -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard position < end else { return nil }
      let digit: UInt8
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[position] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[position] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[position] - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
