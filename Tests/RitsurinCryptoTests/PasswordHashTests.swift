import RitsurinCrypto
import Testing

@Suite struct PasswordHashTests {
  @Test(arguments: Golden.vectors?.passphrases ?? [])
  func derivesGoldenKeys(passphrase: Golden.Passphrase) throws {
    let fields = passphrase.kdf.split(separator: " ")
    let (opsLimit, memLimit) = try (#require(UInt64(fields[1])), #require(Int(fields[2])))
    let cost = try #require(PasswordHashCost(opsLimit: opsLimit, memLimit: memLimit))
    let salt = try #require(StrictBase64.decode(Array(fields[3].utf8), alphabet: .standardPadded))
    let text = Array(passphrase.text.utf8)
    let key = try PasswordHash.key(
      passphrase: text, salt: salt, cost: cost)
    #expect(try revealed(key) == bytes(hex: passphrase.kek))
  }

  @Test func findsGoldenKeys() {
    #expect(Golden.vectors?.passphrases.count == 11)
  }

  @Test func hashesNoBytesAtAll() throws {
    let salt = [UInt8](0..<16)
    let cost = try #require(PasswordHashCost(opsLimit: 1, memLimit: 8 << 10))
    let (empty, zero): ([UInt8], [UInt8]) = ([], [0])
    let key = try PasswordHash.key(
      passphrase: empty, salt: salt, cost: cost)
    #expect(try key == PasswordHash.key(passphrase: RawSpan(), salt: unsafe salt.span.bytes, cost: cost))
    #expect(
      try key
        != PasswordHash.key(passphrase: zero, salt: salt, cost: cost))
  }

  @Test func dependsOnEveryInput() throws {
    let (text, salt) = (Random.bytes(9), Random.bytes(16))
    func key(_ text: [UInt8], _ salt: [UInt8], _ ops: UInt64, _ memory: Int) throws -> SymmetricKey {
      let cost = try #require(PasswordHashCost(opsLimit: ops, memLimit: memory))
      return try PasswordHash.key(
        passphrase: text, salt: salt, cost: cost)
    }
    let first = try key(text, salt, 1, 8 << 10)
    #expect(try first == key(text, salt, 1, 8 << 10))
    #expect(try first != key(flipped(text, bit: 71), salt, 1, 8 << 10))
    #expect(try first != key(text, flipped(salt, bit: 127), 1, 8 << 10))
    #expect(try first != key(text, salt, 2, 8 << 10))
    #expect(try first != key(text, salt, 1, 16 << 10))
  }
}

@Suite struct PasswordHashCostTests {
  @Test(
    arguments: [
      (1, 8 << 10), (64, 8 << 10), (4, 4 << 30), (1, 4 << 30), (16, 1 << 30), (64, 256 << 20), (3, 9 << 10),
    ] as [(UInt64, Int)])
  func acceptsTheBounds(opsLimit: UInt64, memLimit: Int) {
    let cost = PasswordHashCost(opsLimit: opsLimit, memLimit: memLimit)
    #expect(cost?.opsLimit == opsLimit)
    #expect(cost?.memLimit == memLimit)
  }

  @Test(
    arguments: [
      (0, 8 << 20), (65, 8 << 20), (.max, 8 << 20), (1, 0), (1, -1024), (1, 4 << 10), (1, 8191), (1, 8193),
      (1, (8 << 20) + 1), (1, (4 << 30) + 1024), (1, .max), (.max, .max), (5, 4 << 30), (64, 1 << 30),
      (64, (256 << 20) + 1024), (1, .min),
    ] as [(UInt64, Int)])
  func refusesEverythingElse(opsLimit: UInt64, memLimit: Int) {
    #expect(PasswordHashCost(opsLimit: opsLimit, memLimit: memLimit) == nil)
  }

  @Test func hasValidConstants() {
    let moderate = PasswordHashCost.moderate
    #expect((moderate.opsLimit, moderate.memLimit) == (3, 256 << 20))
    #expect(PasswordHashCost(opsLimit: 1, memLimit: 8 << 20) == .testing)
  }
}
