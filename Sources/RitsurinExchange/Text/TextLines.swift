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
    // At most two carriage returns belong to a line feed: a longer run would have to be looked through anew
    // for each of its lines.
    let returns = bytes[position...].prefix(2).prefix { $0 == 0x0D }.count
    let hasFeed = position + returns < bytes.count && bytes[position + returns] == 0x0A
    position += hasFeed ? returns + 1 : 1
    return Line(number: number, range: start..<end, isEnded: true)
  }
}
