/// The lines of a text, found by bytes; a line ends at LF, CR LF, CR CR LF or CR.
struct TextLines: Sequence, IteratorProtocol {
  /// One line.
  struct Line {
    /// Its number, from 1.
    let number: Int
    /// Where its bytes lie, without the line end.
    let range: Range<Int>
    /// Whether a line end follows.
    let isEnded: Bool
  }

  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    number += 1
    let start = position
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    let end = position
    guard position < bytes.count else { return Line(number: number, range: start..<end, isEnded: false) }
    var last = position
    while last < bytes.count, bytes[last] == 0x0D { last += 1 }
    position = last < bytes.count && bytes[last] == 0x0A ? last + 1 : position + 1
    return Line(number: number, range: start..<end, isEnded: true)
  }
}
