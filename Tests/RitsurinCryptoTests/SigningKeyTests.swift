import Foundation
import RitsurinCrypto
import Testing

@Suite struct SigningKeyTests {
  @Test func derivesGoldenIdentity() throws {
    let golden = try #require(Golden.vectors)
    let signer = try SigningKey(seed: key(hex: golden.keys.seed))
    #expect(try signer.publicKey == bytes(hex: golden.keys.identityPublic))
  }

  @Test func signsAsGoldenHeader() throws {
    let golden = try #require(Golden.vectors)
    let header = try #require(golden.headers.first)
    let text = try #require(Data(base64Encoded: header.base64)).dropLast(99)
    let signature = try Golden.decoded("signature", of: header)
    let signer = try SigningKey(seed: key(hex: golden.keys.seed))
    #expect(signer.sign(Array(text)) == signature)
  }

  // RFC 8032, 7.1, test 1.
  @Test func signsTheEmptyMessage() throws {
    let seed = try key(hex: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    let signature = try SigningKey(seed: seed).sign([UInt8]())
    let answer = """
      e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b\
      d25bf5f0595bbe24655141438e7a100b
      """
    #expect(try signature == bytes(hex: answer))
  }

  @Test(arguments: [0, 31, 33, 64])
  func refusesSeedsOfOtherLengths(count: Int) throws {
    #expect(try SigningKey(seed: SecretBytes(randomCount: count)) == nil)
  }

  @Test func drawsDifferentKeys() throws {
    #expect(try SigningKey.random().publicKey != SigningKey.random().publicKey)
  }
}

@Suite struct SignatureTests {
  @Test(arguments: [0, 1, 40])
  func refusesEveryFlippedBit(count: Int) throws {
    let signer = try SigningKey.random()
    let message = Random.bytes(count)
    let signature = signer.sign(message)
    func verifies(_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool {
      Signature.verify(signature, message: message, publicKey: publicKey)
    }
    #expect(verifies(signature, message, signer.publicKey))
    for bit in 0..<512 {
      #expect(!verifies(flipped(signature, bit: bit), message, signer.publicKey), "bit \(bit)")
    }
    for bit in 0..<256 {
      #expect(!verifies(signature, message, flipped(signer.publicKey, bit: bit)), "bit \(bit)")
    }
    for bit in 0..<count * 8 {
      #expect(!verifies(signature, flipped(message, bit: bit), signer.publicKey), "bit \(bit)")
    }
  }

  @Test(arguments: [(0, 32), (63, 32), (65, 32), (64, 0), (64, 31), (64, 33)])
  func refusesOtherLengths(signatureCount: Int, keyCount: Int) {
    let (signature, key) = (Random.bytes(signatureCount), Random.bytes(keyCount))
    #expect(
      !Signature.verify(
        signature, message: [1], publicKey: key))
  }

  @Test func refusesKeysOfSmallOrder() {
    // With the neutral point as key and as R, and 0 as S, the plain equation holds for every message.
    let point = [1] + [UInt8](repeating: 0, count: 31)
    let signature = point + [UInt8](repeating: 0, count: 32)
    #expect(
      !Signature.verify(
        signature, message: [1], publicKey: point))
  }
}
