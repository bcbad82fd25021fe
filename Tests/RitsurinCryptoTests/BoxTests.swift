import RitsurinCrypto
import Testing

@Suite struct BoxTests {
  @Test func opensGoldenNameKey() throws {
    let golden = try #require(Golden.vectors)
    let box = try Golden.decoded("keys", of: #require(golden.headers.first))
    let aad = try Array("ritsurin-keys-v1".utf8) + bytes(hex: golden.keys.vaultId)
    let nameKey = try Box.open(
      box, aad: aad, key: key(hex: golden.keys.master).subkey(1))
    #expect(try revealed(nameKey) == bytes(hex: golden.keys.nameKey))
  }

  @Test(arguments: [0, 1, 32, 65])
  func opensWhatItSealed(count: Int) throws {
    let key = try SymmetricKey.random()
    let message = try SecretBytes(randomCount: count)
    let box = Box.seal(message, aad: [1, 2], key: key)
    #expect(box.count == count + Box.overhead)
    #expect(try Box.open(box, aad: [1, 2], key: key) == message)
    #expect(try Box.open(box, aad: [1, 3], key: key) == nil)
    #expect(try Box.open(box, aad: [], key: key) == nil)
    #expect(try Box.open(box, aad: [1, 2], key: .random()) == nil)
  }

  @Test func usesANewNonceEveryTime() throws {
    let key = try SymmetricKey.random()
    let message = try SecretBytes(randomCount: 8)
    #expect(Box.seal(message, aad: [], key: key) != Box.seal(message, aad: [], key: key))
    let nonce = Nonce.random()
    let box = Box.seal(message, aad: [], key: key, nonce: nonce)
    #expect(Array(box.prefix(24)) == nonce.bytes)
    #expect(box == Box.seal(message, aad: [], key: key, nonce: nonce))
  }

  @Test func refusesEveryFlippedBit() throws {
    let key = try SymmetricKey.random()
    let box = try Box.seal(SecretBytes(randomCount: 32), aad: [9], key: key)
    for bit in 0..<box.count * 8 {
      #expect(try Box.open(flipped(box, bit: bit), aad: [9], key: key) == nil, "bit \(bit)")
    }
  }

  @Test func refusesEveryCut() throws {
    let key = try SymmetricKey.random()
    let box = try Box.seal(SecretBytes(randomCount: 32), aad: [9], key: key)
    for count in 0..<box.count {
      let cut = Array(box.prefix(count))
      #expect(try Box.open(cut, aad: [9], key: key) == nil, "\(count) bytes")
    }
  }
}
