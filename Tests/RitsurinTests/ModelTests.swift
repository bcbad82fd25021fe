import Foundation
import Ritsurin
import Testing

@Suite struct ModelTests {
  static let revision = RKeychainRevision(bytes: 0..<24)

  @Test func revisionsComeBackFromBytesAndText() throws {
    let revision = try #require(Self.revision)
    #expect(revision.bytes == Array(0..<24))
    #expect(revision.description == "000102030405060708090a0b0c0d0e0f1011121314151617")
    #expect(RKeychainRevision(hex: revision.description) == revision)
    #expect(RKeychainRevision(bytes: 0..<23) == nil)
    #expect(RKeychainRevision(hex: revision.description.uppercased()) == nil)
    #expect(RKeychainRevision(hex: "") == nil)
  }

  @Test func attributesAreEqualByBytes() throws {
    let revision = try #require(Self.revision)
    let composed = RKeychainAttributes(
      service: "\u{E9}", key: "k", createdMicroseconds: 1, modifiedMicroseconds: 2, revision: revision)
    var decomposed = composed
    decomposed.service = "e\u{301}"
    #expect(composed.service == decomposed.service)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    var labelled = composed
    labelled.label = "\u{E9}"
    var relabelled = composed
    relabelled.label = "e\u{301}"
    #expect(labelled != relabelled)
    #expect(composed.modified == Date(timeIntervalSince1970: 0.000_002))
  }

  @Test(arguments: RKeychainAccessibility.allCases)
  func accessibilitiesComeBackFromTheirCodes(_ accessibility: RKeychainAccessibility) {
    #expect(RKeychainAccessibility(code: accessibility.code) == accessibility)
    #expect(RKeychainAccessibility(rawValue: accessibility.rawValue) == accessibility)
    #expect(accessibility.isThisDeviceOnly == accessibility.rawValue.hasSuffix("ThisDeviceOnly"))
    #expect(accessibility.isReadableWhileLocked == !accessibility.code.hasPrefix("a"))
  }

  @Test func exactTextKeepsEveryByteAndRefusesOthers() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0x00, 0x0D, 0x0A]
    #expect(ExactText.decode(bytes).map { Array($0.utf8) } == bytes)
    for wrong: [UInt8] in [[0xC3], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      #expect(ExactText.decode(wrong) == nil)
    }
    #expect(ExactText.precedes("e\u{301}", "\u{E9}"))
    #expect(!ExactText.same("e\u{301}", "\u{E9}"))
    #expect(ExactText.decode("\u{FFFD}".utf8) == "\u{FFFD}")
  }
}
