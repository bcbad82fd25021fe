import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

/// The rekey that another implementation began.
@Suite("The golden rekey") struct GoldenRekeyTests {
  @Test("is finished, with every item as it was", arguments: [true, false]) func finish(device: Bool) throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self).rekeying
    let vault = try GoldenVaultTests.open(
      "rekeying.vault", with: .keyFile, device: device, scratch: scratch)
    let before = vault.header
    let outcome = try vault.finishRekey()
    #expect(outcome.isFinished && outcome.held.isEmpty)
    #expect(vault.header.retired.map(\.isClosed) == [true, true])
    #expect(vault.header.epoch == before.epoch + 1 && vault.header.key == before.key)
    let found = try vault.find(GoldenVaultTests.everything, values: true)
    let items = expected.items + (device ? expected.deviceItems : [])
    #expect(found.items.map(\.line).sorted() == items.map(\.line).sorted())
    let portable = found.items.filter { $0.address.tree == .items }
    #expect(portable.allSatisfy { $0.keyID.bytes == vault.header.key })
    // What does not open is left as it is, and the stale slot goes.
    #expect(found.unreadable.count == 3)
    #expect(try vault.slots().map(\.id) == ["00000011", "00000012", "00000013"])
  }

  @Test("can be followed by another") func rekeyAgain() throws {
    let scratch = try ScratchDirectory()
    let expected = try Golden.json("expected.json", as: ExpectedVaults.self).rekeying
    let vault = try GoldenVaultTests.open("rekeying.vault", with: .keyFile, device: true, scratch: scratch)
    let phrase = try GoldenVaultTests.credential(.passphrase, scratch: scratch)
    let plan = try vault.planRekey(keeping: [phrase])
    #expect(plan.ending.isEmpty && plan.kept.map(\.file.id) == ["00000011", "00000012", "00000013"])
    let outcome = try vault.rekey(plan, created: OwnedVault.time)
    #expect(outcome.isFinished)
    #expect(vault.header.retired.count == 3)
    let again = try Vault(
      path: vault.path,
      deviceKey: KeyFile.read(scratch.path("golden.device"), kind: .device, files: vault.files))
    try again.unlock(with: phrase, allowingWeakSlots: false)
    let found = try again.find(GoldenVaultTests.everything, values: true)
    #expect(
      found.items.map(\.line).sorted() == (expected.items + expected.deviceItems).map(\.line).sorted())
    #expect(found.items.allSatisfy { $0.keyID.bytes == again.header.key })
    #expect(found.unreadable.count == 3)
  }
}
