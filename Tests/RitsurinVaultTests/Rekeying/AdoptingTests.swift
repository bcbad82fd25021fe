import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("An item that comes after a rekey") struct AdoptingTests {
  let files: OwnedVault
  let vault: Vault
  let path: String

  /// A machine that had not heard of the rekey wrote an item, which a merge brings.
  init() throws {
    files = try OwnedVault()
    let other = files.scratch.path("other")
    try FileManager.default.copyItem(atPath: files.path, toPath: other)
    let late = try Vault(path: other, policy: .once)
    try late.unlock(with: files.key)
    try late.put(Names("late"), [9])
    vault = try files.open()
    _ = try vault.rekey(vault.planRekey(), created: OwnedVault.time)
    path = try vault.address(of: Names("late").attributes()).sealedPath
    try FileManager.default.copyItem(atPath: other + "/" + path, toPath: files.path + "/" + path)
  }

  @Test("is not served until somebody vouches for it") func adopt() throws {
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("late")) } == "retiredKey")
    let found = try #require(try vault.retiredItem(at: path))
    #expect(found.attributes.account == "late" && found.value == nil)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("late")) } == "retiredKey")
    _ = try vault.adopt(path, expecting: found.revision.bytes)
    #expect(try vault.value(Names("late")) == [9])
    let item = try #require(try vault.find(Names("late").scope, values: false).items.first)
    #expect(item.attributes.modified == 2 && item.keyID.bytes == vault.header.key)
    #expect(try OwnedVault.problems(vault) == [] && files.isTidy())
  }

  @Test("is taken over as it was looked at, or not at all") func refuse() throws {
    let found = try #require(try vault.retiredItem(at: path))
    let other = [UInt8](repeating: 1, count: 24)
    #expect(word { () throws(VaultError) in _ = try vault.adopt(path, expecting: other) } == "interference")
    let plain = try vault.address(of: Names("plain").attributes()).sealedPath
    #expect(word { () throws(VaultError) in _ = try vault.retiredItem(at: plain) } == "notRetired")
    #expect(try vault.retiredItem(at: "items/nothing") == nil)
    #expect(word { () throws(VaultError) in _ = try vault.retiredItem(at: "../other/" + path) } != nil)
    try FileManager.default.copyItem(
      atPath: files.path + "/" + path, toPath: files.path + "/items/elsewhere")
    #expect(word { () throws(VaultError) in _ = try vault.retiredItem(at: "items/elsewhere") } == "misplaced")
    vault.lock()
    #expect(try vault.retiredItem(at: path)?.attributes.account == "late")
    let revision = found.revision.bytes
    try vault.unlock(with: files.key)
    _ = try vault.adopt(path, expecting: revision)
    #expect(word { () throws(VaultError) in _ = try vault.adopt(path, expecting: revision) } == "notRetired")
  }
}
