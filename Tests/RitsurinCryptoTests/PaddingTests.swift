import RitsurinCrypto
import Testing

@Suite struct PaddingTests {
  @Test(arguments: 0...200, [1, 7, 32, 64])
  func removesWhatItAdded(count: Int, block: Int) {
    let message = Random.bytes(count)
    let padded = Padding.paddedCount(count, block: block)
    #expect(padded > count && padded - count <= block && padded.isMultiple(of: block))

    var bytes = message + [UInt8](repeating: 0xee, count: padded - count + 5)
    do {
      var span = bytes.mutableSpan
      var buffer = unsafe span.mutableBytes
      Padding.pad(&buffer, count: count, block: block)
    }
    let zeros = [UInt8](repeating: 0, count: padded - count - 1)
    #expect(bytes == message + [0x80] + zeros + [UInt8](repeating: 0xee, count: 5))
    #expect(Padding.unpaddedCount(Array(bytes.prefix(padded)), block: block) == count)
  }

  @Test(
    arguments: [
      [], [0x80], Array(repeating: 0, count: 32), Array(repeating: 0x81, count: 32),
      Array(repeating: 0, count: 31) + [1], Array(repeating: 0, count: 30) + [0x80, 1],
      // The mark lies in the block before the last.
      Array(repeating: 0, count: 31) + [0x80] + Array(repeating: 0, count: 32),
      // No multiple of the block.
      Array(repeating: 0, count: 32) + [0x80], Array(repeating: 0, count: 30) + [0x80],
    ] as [[UInt8]])
  func refusesBadPadding(bytes: [UInt8]) {
    #expect(Padding.unpaddedCount(bytes, block: 32) == nil)
  }

  @Test(arguments: [0, -1, Int.min, Int.max])
  func refusesBlocksThatAreNone(block: Int) {
    #expect(Padding.unpaddedCount([0x80 as UInt8], block: block) == nil)
  }
}
