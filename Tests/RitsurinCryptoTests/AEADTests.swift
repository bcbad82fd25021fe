import Foundation
import RitsurinCrypto
import Testing

@Suite struct AEADTests {
  // draft-irtf-cfrg-xchacha-03, A.3.1.
  @Test func sealsAsTheDraftSays() throws {
    let message = Array(
      """
      Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen \
      would be it.
      """.utf8)
    let aad = try bytes(hex: "50515253c0c1c2c3c4c5c6c7")
    let key = try #require(try SymmetricKey(secret([UInt8](0x80..<0xa0))))
    let nonce = try #require(Nonce([UInt8](0x40..<0x58)))
    let sealed = AEAD.seal(message, aad: aad, nonce: nonce, key: key)
    let answer = """
      bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb\
      731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452\
      2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9\
      21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
      """
    #expect(try sealed == bytes(hex: answer))
  }

  @Test(arguments: Golden.plainItems)
  func opensGoldenItems(item: Golden.Item) throws {
    let golden = try #require(Golden.vectors)
    var file = try bytes(hex: item.hex)
    let attributesCount = Int(file[16]) | Int(file[17]) << 8
    let nonce = try #require(Nonce(Array(file[48..<72])))
    let master = try key(hex: golden.keys.master)
    let group = [1] + file[32..<48]

    let metaKey = try KeyedHash.key(group, key: master.subkey(3))
    // Only one of the two opens: which one depends on the item's accessibility.
    let secretKeys = try [4, 5].map { try KeyedHash.key(group, key: master.subkey($0)) }
    let start = 88 + attributesCount
    let values = secretKeys.compactMap { secretKey in
      AEAD.open(
        Array(file[start...]), aad: Array(file[..<start]), nonce: nonce, key: secretKey)
    }
    try #require(values.count == 1)
    let count = try #require(Padding.unpaddedCount(values[0], block: 32))
    #expect(try Data(values[0].prefix(count)) == Data(base64Encoded: #require(item.valueBase64)))

    var span = file.mutableSpan
    var buffer = unsafe span.mutableBytes
    let isOpen = AEAD.openInPlace(&buffer, sealed: 72..<start, nonce: nonce, key: metaKey)
    #expect(isOpen)
    #expect(Padding.unpaddedCount(Array(file[72..<start - 16]), block: 64) != nil)
  }

  @Test func findsGoldenItems() {
    #expect(Golden.plainItems.count >= 9)
  }

  @Test(arguments: 0...200)
  func opensWhatItSealed(count: Int) throws {
    let key = try SymmetricKey.random()
    let nonce = Nonce.random()
    let (aad, message) = (Random.bytes(200 - count), Random.bytes(count))
    let sealed = AEAD.seal(message, aad: aad, nonce: nonce, key: key)
    #expect(sealed.count == count + AEAD.tagByteCount)
    #expect(
      AEAD.open(sealed, aad: aad, nonce: nonce, key: key) == message)
    let secret = try AEAD.openSecret(
      sealed, aad: aad, nonce: nonce, key: key)
    #expect(revealed(secret) == message)
  }

  @Test(arguments: 0...200)
  func sealsInPlaceAsElsewhere(count: Int) throws {
    let key = try SymmetricKey.random()
    let nonce = Nonce.random()
    let (aad, message, rest) = (Random.bytes(200 - count), Random.bytes(count), Random.bytes(7))
    let range = aad.count..<aad.count + count
    var file = aad + message + [UInt8](repeating: 0xaa, count: AEAD.tagByteCount) + rest
    do {
      var span = file.mutableSpan
      var buffer = unsafe span.mutableBytes
      AEAD.sealInPlace(&buffer, message: range, nonce: nonce, key: key)
    }
    let sealed = AEAD.seal(message, aad: aad, nonce: nonce, key: key)
    #expect(file == aad + sealed + rest)
    do {
      var span = file.mutableSpan
      var buffer = unsafe span.mutableBytes
      let sealedRange = range.lowerBound..<range.upperBound + AEAD.tagByteCount
      let isOpen = AEAD.openInPlace(&buffer, sealed: sealedRange, nonce: nonce, key: key)
      #expect(isOpen)
    }
    #expect(Array(file[range]) == message)
    #expect(Array(file[..<range.lowerBound]) == aad)
    #expect(Array(file.suffix(7)) == rest)
  }

  @Test(arguments: [0, 1, 63, 64, 65])
  func refusesEveryFlippedBit(count: Int) throws {
    let keyBytes = Random.bytes(32)
    let nonceBytes = Random.bytes(24)
    let key = try #require(try SymmetricKey(secret(keyBytes)))
    let nonce = try #require(Nonce(nonceBytes))
    let (aad, message) = (Random.bytes(9), Random.bytes(count))
    let sealed = AEAD.seal(message, aad: aad, nonce: nonce, key: key)

    func opens(_ file: [UInt8], _ nonce: Nonce, _ key: SymmetricKey) throws -> Bool {
      let (aad, sealed) = (Array(file.prefix(9)), Array(file.dropFirst(9)))
      let elsewhere = AEAD.open(sealed, aad: aad, nonce: nonce, key: key) != nil
      let secretly = try AEAD.openSecret(sealed, aad: aad, nonce: nonce, key: key) != nil
      var copy = file
      var span = copy.mutableSpan
      var buffer = unsafe span.mutableBytes
      let inPlace = AEAD.openInPlace(&buffer, sealed: 9..<file.count, nonce: nonce, key: key)
      #expect(elsewhere == secretly && secretly == inPlace)
      return inPlace
    }

    let file = aad + sealed
    #expect(try opens(file, nonce, key))
    for bit in 0..<file.count * 8 {
      #expect(try !opens(flipped(file, bit: bit), nonce, key), "bit \(bit) of the file")
    }
    for bit in 0..<nonceBytes.count * 8 {
      let other = try #require(Nonce(flipped(nonceBytes, bit: bit)))
      #expect(try !opens(file, other, key), "bit \(bit) of the nonce")
    }
    for bit in 0..<keyBytes.count * 8 {
      let other = try #require(try SymmetricKey(secret(flipped(keyBytes, bit: bit))))
      #expect(try !opens(file, nonce, other), "bit \(bit) of the key")
    }
  }

  @Test(arguments: 0..<16)
  func refusesLessThanATag(count: Int) throws {
    let key = try SymmetricKey.random()
    let short = Random.bytes(count)
    #expect(AEAD.open(short, aad: [], nonce: .random(), key: key) == nil)
    #expect(try AEAD.openSecret(short, aad: [], nonce: .random(), key: key) == nil)
  }

  @Test(arguments: [0..<15, 4..<4, -1..<20, 10..<33, 32..<48, 100..<200])
  func refusesRangesThatHoldNoSealedText(range: Range<Int>) throws {
    var file = Random.bytes(32)
    let copy = file
    var span = file.mutableSpan
    var buffer = unsafe span.mutableBytes
    let isOpen = try AEAD.openInPlace(&buffer, sealed: range, nonce: .random(), key: .random())
    #expect(!isOpen)
    #expect(file == copy)
  }
}
