import RitsurinCrypto
import Testing

@Suite struct SymmetricKeyTests {
  @Test(arguments: 1...7 as ClosedRange<UInt64>)
  func derivesGoldenSubkeys(id: UInt64) throws {
    let golden = try #require(Golden.vectors)
    let subkey = try key(hex: golden.keys.master).subkey(id)
    #expect(try revealed(subkey) == bytes(hex: #require(golden.kdf[String(id)])))
  }

  @Test func namesGoldenMasterKey() throws {
    let golden = try #require(Golden.vectors)
    #expect(try key(hex: golden.keys.master).keyID().description == golden.keyId)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func refusesOtherLengths(count: Int) throws {
    #expect(try SymmetricKey(SecretBytes(randomCount: count)) == nil)
  }

  @Test func drawsDifferentKeys() throws {
    let key = try SymmetricKey.random()
    #expect(key.bytes.count == SymmetricKey.byteCount)
    #expect(try key != SymmetricKey.random())
  }

  @Test func comparesByBytes() throws {
    let bytes = [UInt8](0..<32)
    let key = try SymmetricKey(secret(bytes))
    #expect(try key == SymmetricKey(secret(bytes)))
    #expect(try key != SymmetricKey(secret(flipped(bytes, bit: 255))))
  }
}
