import RitsurinCrypto
import Testing

@Suite struct KeyedHashTests {
  private func digest(_ tag: [UInt8], _ message: [UInt8]) throws -> [UInt8] {
    let nameKey = try key(hex: #require(Golden.vectors).keys.nameKey)
    let key = try KeyedHash.key(tag, key: nameKey)
    return KeyedHash.digest128(message, key: key).bytes
  }

  @Test(arguments: Golden.vectors?.names ?? [])
  func namesGoldenItems(name: Golden.Name) throws {
    let dS = try digest([1], Array(name.service.utf8))
    let dG = try digest([2], Array((name.accessGroup ?? "").utf8))
    let dI = try digest([3] + dG, dS + [name.synchronizable ? 1 : 0] + Array(name.account.utf8))
    #expect(try dS == bytes(hex: name.dS))
    #expect(try dG == bytes(hex: name.dG))
    #expect(try dI == bytes(hex: name.dI))
  }

  @Test func namesGoldenDevice() throws {
    let golden = try #require(Golden.vectors)
    let name = try digest([4], bytes(hex: golden.keys.deviceKey))
    // The fixture gives it as base32: 26 characters of 5 bits, the last 2 bits nothing.
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    let bits = name.map { byte in (0..<8).map { byte >> (7 - $0) & 1 } }.joined() + [0, 0]
    let characters = stride(from: 0, to: 130, by: 5).map { start in
      alphabet[bits.dropFirst(start).prefix(5).reduce(0) { $0 * 2 + Int($1) }]
    }
    #expect(String(decoding: characters, as: UTF8.self) == golden.device)
  }

  @Test func checksGoldenKeyFile() throws {
    let golden = try #require(Golden.vectors)
    let keyFile = try bytes(hex: golden.keys.keyFile)
    #expect(try KeyedHash.check4(keyFile) == bytes(hex: golden.check4))
  }

  // Known answers of BLAKE2b with an output of 256 bits.
  @Test(arguments: [
    ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
    ("abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
  ])
  func digestsWithoutKey(message: String, digest: String) {
    #expect(KeyedHash.digest256(Array(message.utf8)).hex == digest)
  }

  @Test(arguments: [0, 1, 127, 128, 129, 1000])
  func dependsOnEveryInput(count: Int) throws {
    let message = Random.bytes(count)
    let (key, other) = (try SymmetricKey.random(), try SymmetricKey.random())
    let digest = KeyedHash.digest128(message, key: key)
    #expect(digest == KeyedHash.digest128(message, key: key))
    #expect(digest != KeyedHash.digest128(message, key: other))
    #expect(digest != KeyedHash.digest128((message + [0]), key: key))
    // The output's length is part of BLAKE2b's parameters: the key is no continuation of the digest.
    #expect(
      try Array(revealed(KeyedHash.key(message, key: key)).prefix(16)) != digest.bytes)
  }
}
