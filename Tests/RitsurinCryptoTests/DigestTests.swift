import RitsurinCrypto
import Testing

@Suite struct Digest128Tests {
  @Test func keepsItsBytes() throws {
    let bytes = [UInt8](100..<116)
    let digest = try #require(Digest128(bytes))
    #expect(digest.bytes == bytes)
    #expect(digest.withBytes { (span) in unsafe span.withUnsafeBytes { unsafe Array($0) } } == bytes)
  }

  @Test(arguments: [0, 15, 17, 32])
  func refusesOtherLengths(count: Int) {
    #expect(Digest128(Random.bytes(count)) == nil)
  }

  @Test(arguments: 0..<16)
  func ordersByEveryByte(index: Int) throws {
    var low = [UInt8](repeating: 0x80, count: 16)
    var high = low
    // What follows the deciding byte must not matter.
    for later in (index + 1)..<17 where later < 16 { (low[later], high[later]) = (0xff, 0) }
    (low[index], high[index]) = (0x7f, 0x80)
    let (left, right) = try (
      #require(Digest128(low)), #require(Digest128(high))
    )
    #expect(left < right)
    #expect(!(right < left))
    #expect(left != right)
    #expect(!(left < left))
  }
}

@Suite struct Digest256Tests {
  @Test func keepsItsBytes() throws {
    let bytes = [UInt8](0..<32)
    let digest = try #require(Digest256(bytes))
    #expect(digest.bytes == bytes)
    #expect(digest.withBytes { (span) in unsafe span.withUnsafeBytes { unsafe Array($0) } } == bytes)
    #expect(digest.hex == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
  }

  @Test(arguments: [0, 16, 31, 33])
  func refusesOtherLengths(count: Int) {
    #expect(Digest256(Random.bytes(count)) == nil)
  }
}

@Suite struct NonceTests {
  @Test func keepsItsBytes() throws {
    let bytes = [UInt8](0..<24)
    let nonce = try #require(Nonce(bytes))
    #expect(nonce.bytes == bytes)
    #expect(nonce.withBytes { (span) in unsafe span.withUnsafeBytes { unsafe Array($0) } } == bytes)
  }

  @Test(arguments: [0, 12, 23, 25])
  func refusesOtherLengths(count: Int) {
    #expect(Nonce(Random.bytes(count)) == nil)
  }

  @Test func isNeverDrawnTwice() {
    #expect(Set((0..<1000).map { _ in Nonce.random() }).count == 1000)
  }
}

@Suite struct RandomTests {
  @Test(arguments: [-1, 0, 1, 16, 4096])
  func makesAsManyBytesAsAsked(count: Int) {
    #expect(Random.bytes(count).count == max(count, 0))
  }

  @Test func differsEveryTime() {
    #expect(Random.bytes(16) != Random.bytes(16))
  }
}
