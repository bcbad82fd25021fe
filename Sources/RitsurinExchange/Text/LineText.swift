/// A text and its lines, for formats that go by lines.
struct LineText {
  /// The text.
  let bytes: [UInt8]
  /// Its lines, in order.
  let lines: [TextLines.Line]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = Array(TextLines(bytes))
  }

  /// The bytes of a line without its end.
  subscript(line: TextLines.Line) -> ArraySlice<UInt8> { bytes[line.range] }

  /// A remark on line ends that only some programs read, where there are any.
  var lineEndNotice: String? {
    bytes.contains(0x0D)
      ? "there are line ends with a carriage return; they are taken as line ends, not as data" : nil
  }
}

extension Collection where Element == UInt8 {
  /// The parts before and after the first byte of a kind; nil where there is none.
  func split(atFirst byte: UInt8) -> (before: SubSequence, after: SubSequence)? {
    guard let position = firstIndex(of: byte) else { return nil }
    return (self[..<position], self[index(after: position)...])
  }

  /// Whether the bytes begin with those of a text.
  func begins(with text: StaticString) -> Bool { starts(with: "\(text)".utf8) }

  /// The bytes after a text that they begin with; nil where they do not.
  func after(_ text: StaticString) -> SubSequence? {
    let prefix = "\(text)".utf8
    return starts(with: prefix) ? dropFirst(prefix.count) : nil
  }

  /// Whether the bytes hold those of a text.
  func holds(_ text: StaticString) -> Bool { firstPosition(of: text) != nil }

  /// Where the bytes of a text first stand.
  ///
  /// - Complexity: the product of both lengths.
  func firstPosition(of text: StaticString) -> Index? {
    let wanted = Array("\(text)".utf8)
    var position = startIndex
    while position != endIndex {
      if self[position...].starts(with: wanted) { return position }
      position = index(after: position)
    }
    return nil
  }

  /// A whole number of decimal digits with or without a sign; nil for anything else, and where `Int64` is
  /// too small for it.
  var decimalNumber: Int64? {
    var digits = self[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return nil }
      let (product, high) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      guard !high, !carry else { return nil }
      number = sum
    }
    return isNegative ? -number : number
  }
}
