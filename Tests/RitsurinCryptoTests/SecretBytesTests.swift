import RitsurinCrypto
import Testing

@Suite struct SecretBytesTests {
  @Test(arguments: [0, 1, 32, 4095, 4096, 4097, 100_000], [SecretBytes.Placement.guarded, .plain])
  func keepsWhatItIsGiven(count: Int, placement: SecretBytes.Placement) throws {
    let bytes = Random.bytes(count)
    let secret = try SecretBytes(copying: bytes, placement: placement)
    #expect(secret.count == count)
    #expect(revealed(secret) == bytes)
  }

  @Test func isNotLockedInPlainMemory() throws {
    #expect(try !SecretBytes(copying: RawSpan(), placement: .plain).isLocked)
  }

  @Test func lendsAllBytesForFilling() throws {
    var lent = 0
    let secret = try SecretBytes(count: 9) { (span) in
      lent = span.byteCount
      Random.fill(&span)
    }
    #expect(lent == 9)
    #expect(secret.count == 9)
  }

  @Test func isNothingWhenFillingFails() throws {
    #expect(try SecretBytes.filled(count: 9) { (_) in false } == nil)
    #expect(try SecretBytes.filled(count: 9) { (_) in true }?.count == 9)
  }

  @Test(arguments: [-1, Int.min, Int.max, 1 << 60], [SecretBytes.Placement.guarded, .plain])
  func refusesImpossibleSizes(count: Int, placement: SecretBytes.Placement) {
    #expect(throws: CryptoError.outOfMemory(needed: count)) {
      try SecretBytes(count: count, placement: placement) { (_) in }
    }
  }

  @Test func comparesByBytes() throws {
    let bytes = Random.bytes(40)
    let guarded = try secret(bytes)
    #expect(try guarded == SecretBytes(copying: bytes, placement: .plain))
    #expect(try guarded != secret(Array(bytes.dropLast())))
    #expect(try secret([]) == secret([]))
    for bit in 0..<bytes.count * 8 { #expect(try guarded != secret(flipped(bytes, bit: bit))) }
  }

  @Test func passesOnErrorsOfTheBorrower() throws {
    struct Refused: Error {}
    let secret = try SecretBytes(randomCount: 3)
    #expect(throws: Refused.self) {
      try secret.withBytes { (_) throws(Refused) in throw Refused() }
    }
  }
}
