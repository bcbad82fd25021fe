import Foundation
import Ritsurin
import Testing

@Suite struct RKeychainErrorTests {
  typealias Kind = RKeychainError.Kind

  static let statuses: [(Int32, Kind)] = [
    (-4, .unimplemented), (-34, .diskFull), (-36, .ioError), (-50, .badParameter), (-61, .cannotWrite),
    (-108, .outOfMemory), (-128, .cancelled), (-909, .badRequest), (-2070, .`internal`),
    (-26276, .`internal`), (-67671, .`internal`), (-25291, .cannotRead), (-25292, .cannotWrite),
    (-25293, .wrongCredential), (-25294, .noSuchVault), (-25295, .notAVault), (-25296, .vaultExists),
    (-25299, .duplicateItem), (-25300, .itemNotFound), (-25301, .valueTooLarge), (-25302, .valueTooLarge),
    (-25303, .noSuchAttribute), (-25306, .noSuchClass), (-25307, .noDefaultStore),
    (-25308, .interactionNotAllowed), (-25309, .readOnlyAttribute), (-25310, .newerFormat),
    (-25315, .interactionRequired), (-25316, .dataNotAvailable), (-25317, .conflict), (-25320, .inDarkWake),
    (-25243, .noAccessForItem), (-25244, .invalidOwnerEdit), (-25256, .unsupportedFormat),
    (-25257, .unknownFormat), (-25260, .passphraseRequired), (-26275, .decodingFailed),
    (-34018, .missingEntitlement), (-34020, .restrictedAPI), (-67594, .notUTF8), (-67853, .notUTF8),
    (-67596, .quotaExceeded), (-67597, .fileTooBig), (-67585, .serviceNotAvailable),
    (-67869, .databaseLocked), (-34000, .badParameter), (-34016, .badParameter),
    (0, .unhandled), (-25330, .unhandled), (-34019, .unhandled), (-34017, .unhandled), (-99999, .unhandled),
    (.min, .unhandled), (.max, .unhandled), (1, .unhandled),
  ]

  @Test(arguments: statuses)
  func mapsAStatusAndKeepsItsNumber(_ status: Int32, _ kind: Kind) {
    let error = RKeychainError(status: status)
    #expect(error.kind == kind)
    #expect(error.status == status)
    #expect(error.description.contains("\(status)"))
  }

  @Test(arguments: Kind.allKinds)
  func hasAStatusThatMapsBack(_ kind: Kind) {
    let error = RKeychainError(kind)
    #expect(error.status == kind.status)
    #expect(RKeychainError(status: error.status).status == error.status)
    #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
    if kind != .unhandled { #expect(RKeychainError(status: kind.status).kind != .unhandled) }
  }

  @Test func keepsTheSpecifiedNumbers() {
    #expect(RKeychainError(.itemNotFound).status == -25300)
    #expect(RKeychainError(.noCredential).status == -25308)
    #expect(RKeychainError(.passcodeRequired).status == -25293)
    #expect(RKeychainError(.retiredKey).status == -25243)
    #expect(RKeychainError(.needsNewerTool).status == -25310)
    #expect(RKeychainError(.encodingFailed).status == -50)
    #expect(RKeychainError(.cannotRead, errno: 13).status == -25291)
    #expect(RKeychainError(.cannotRead, errno: 5).status == -36)
    #expect(RKeychainError(.cannotRead, errno: 12).status == -108)
  }

  @Test func standsAsAPattern() {
    let error = RKeychainError(.conflict)
    switch error {
    case .conflict: break
    default: Issue.record("the kind did not match the error")
    }
    switch error.kind {
    case .conflict: break
    default: Issue.record("the kind did not match itself")
    }
  }

  @Test func describesItselfEverywhereTheSame() {
    let error = RKeychainError(.itemDamaged, path: "items/a\nb", errno: 5)
    #expect(error.description == #"the item is damaged: "items/a\nb" (itemDamaged, -26275, errno 5)"#)
    #expect(error.errorDescription == error.description)
    #expect((error as any Error).localizedDescription == error.description)
  }

  @Test func hidesWhatACoderSaid() throws {
    struct Small: Codable { var number: UInt8 }
    let keychain = RKeychain(service: "s", store: RInMemoryStore())
    try keychain.set(Data(#"{"number":98765}"#.utf8), forKey: "k")
    let error = #expect(throws: RKeychainError.self) { try keychain.object(Small.self, forKey: "k") }
    let shown = try #require(error)
    #expect(shown.kind == .decodingFailed)
    #expect(shown.underlyingError is DecodingError)
    var dumped = ""
    dump(shown, to: &dumped)
    for text in ["\(shown)", String(reflecting: shown), shown.localizedDescription, dumped] {
      #expect(!text.contains("98765"))
    }
  }
}
