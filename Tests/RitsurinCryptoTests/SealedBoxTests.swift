import RitsurinCrypto
import Testing

@Suite struct SealedBoxTests {
  @Test func opensGoldenRecipientSlot() throws {
    let golden = try #require(Golden.vectors)
    let slot = try #require(golden.slots.first { $0.name == "owner by identity" })
    let identity = try key(hex: golden.keys.identity)
    let wrapped = try Golden.decoded("wrapped", of: slot)
    let payload = try SealedBox.open(wrapped, secretKey: identity)
    #expect(try revealed(payload) == [1] + bytes(hex: golden.keys.master + golden.keys.seed))
    #expect(try SealedBox.publicKey(of: identity) == Golden.decoded("recipient", of: slot))
  }

  @Test(arguments: [0, 1, 65])
  func opensWhatItSealed(count: Int) throws {
    let key = try SymmetricKey.random()
    let message = try SecretBytes(randomCount: count)
    let sealed = try #require(SealedBox.seal(message, recipient: SealedBox.publicKey(of: key)))
    #expect(sealed.count == count + SealedBox.overhead)
    #expect(try SealedBox.open(sealed, secretKey: key) == message)
    #expect(try SealedBox.open(sealed, secretKey: .random()) == nil)
  }

  // Bit 255 of an X25519 point is ignored by RFC 7748, but it goes into the nonce, so that even it counts.
  @Test func refusesEveryFlippedBit() throws {
    let key = try SymmetricKey.random()
    let sealed = try #require(
      try SealedBox.seal(SecretBytes(randomCount: 3), recipient: SealedBox.publicKey(of: key)))
    for bit in 0..<sealed.count * 8 {
      let other = flipped(sealed, bit: bit)
      #expect(try SealedBox.open(other, secretKey: key) == nil, "bit \(bit)")
    }
  }

  @Test(arguments: [0, 1, 31, 47])
  func refusesShortTexts(count: Int) throws {
    #expect(try SealedBox.open(Random.bytes(count), secretKey: .random()) == nil)
  }

  @Test(arguments: [
    [], [UInt8](repeating: 9, count: 31), [UInt8](repeating: 9, count: 33),
    [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
  ])
  func refusesRecipientsThatAreNone(recipient: [UInt8]) throws {
    #expect(try SealedBox.seal(SecretBytes(randomCount: 3), recipient: recipient) == nil)
  }
}
