import RitsurinCrypto
import Testing

@Suite struct RedactionTests {
  /// Everything that Swift offers to print a value with.
  private func renderings<T>(_ value: T) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var printed = ""
    print(value, to: &printed)
    var debugged = ""
    debugPrint(value, Optional(value) as Any, [value], to: &debugged)
    return [
      dumped, printed, debugged, "\(value)", String(describing: value), String(reflecting: value),
      String(describing: [value]), String(reflecting: ["key": value]), "\(Optional(value) as Any)",
    ]
  }

  private func expectNothing<T: Redacted>(of value: T, sourceLocation: SourceLocation = #_sourceLocation) {
    for text in renderings(value) {
      #expect(text.contains("redacted"), sourceLocation: sourceLocation)
      // Neither bytes (165 is 0xa5) nor lengths nor addresses.
      for trace in ["165", "a5", "A5", "32", "64", "0x", "count", "seed", "memory", "publicKey"] {
        #expect(!text.contains(trace), "\(trace)", sourceLocation: sourceLocation)
      }
    }
    #expect(Mirror(reflecting: value).children.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func hidesSecretBytes() throws {
    let secret = try secret([UInt8](repeating: 0xa5, count: 32))
    #expect("\(secret)" == "SecretBytes(redacted)")
    expectNothing(of: secret)
  }

  @Test func hidesSymmetricKeys() throws {
    expectNothing(of: try #require(try SymmetricKey(secret([UInt8](repeating: 0xa5, count: 32)))))
  }

  @Test func hidesSigningKeys() throws {
    expectNothing(of: try #require(try SigningKey(seed: secret([UInt8](repeating: 0xa5, count: 32)))))
  }

  @Test func hidesSecretsInsideOtherTypes() throws {
    struct Holder { let secret: SecretBytes, key: SymmetricKey }
    let secret = try secret([UInt8](repeating: 0xa5, count: 32))
    for text in try renderings(Holder(secret: secret, key: #require(SymmetricKey(secret)))) {
      #expect(text.contains("redacted"))
      #expect(!text.contains("165"))
    }
  }
}
