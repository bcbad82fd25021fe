import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Two machines rekeyed apart from each other: Docs/Format.md#merged-rekeys.
@Suite("Merged rekeys") struct MergedRekeyTests {
  let files: OwnedVault

  init() throws { files = try OwnedVault() }

  /// Rekeys a copy, writes there and here, and merges as git does: the items and slots of both, our header.
  ///
  /// - Parameter keepingThere: Credentials of slots that come along there.
  private func merge(keepingThere: [Credential] = []) throws {
    let there = files.scratch.path("there")
    try FileManager.default.copyItem(atPath: files.path, toPath: there)
    let other = try Vault(path: there, deviceKey: files.deviceKey, policy: .once)
    try other.unlock(with: files.key)
    _ = try other.rekey(other.planRekey(keeping: keepingThere), created: OwnedVault.time)
    try other.put(Names("there"), [7])
    let here = try files.open()
    _ = try here.rekey(here.planRekey(), created: OwnedVault.time)
    try here.put(Names("here"), [8])
    // What both have stays ours, except one item that is taken from there.
    let theirs = try other.address(of: Names("plain").attributes()).sealedPath
    for name in DirectoryTree.names(there) where name.hasSuffix(".slot") || name.hasSuffix(".sealed") {
      let target = files.path + "/" + name
      guard !FileManager.default.fileExists(atPath: target) || name == theirs else { continue }
      let bytes = try Data(contentsOf: URL(filePath: there + "/" + name))
      try bytes.write(to: URL(filePath: target))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    }
  }

  @Test("are brought under one key by the next rekey") func bringTogether() throws {
    try merge()
    let vault = try files.open()
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("there")) } == "unknownKey")
    #expect(try vault.slots().count { $0.standing == .otherKey } == 2)
    let plan = try vault.planRekey()
    #expect(plan.kept.count == 2 && plan.ending.isEmpty)
    let outcome = try vault.rekey(plan, created: OwnedVault.time)
    #expect(outcome.isFinished)
    #expect(try OwnedVault.problems(vault) == [])
    #expect(try vault.value(Names("there")) == [7])
    #expect(try vault.value(Names("here")) == [8])
    #expect(try OwnedVault.keys(vault).count == 1)
    #expect(try vault.slots().map(\.standing) == [.current, .current])
    #expect(try OwnedVault.problems(files.open()) == [])
  }

  @Test("name the other side's credentials that end, or keep them", arguments: [false, true])
  func nameEnding(isKept: Bool) throws {
    try merge(keepingThere: [files.passphrase])
    let vault = try files.open()
    let plan = try vault.planRekey(keeping: isKept ? [files.passphrase] : [])
    #expect(plan.ending.map { $0.slot?.label } == (isKept ? [] : ["Passphrase"]))
    _ = try vault.rekey(plan, created: OwnedVault.time)
    #expect(try files.opens(files.passphrase) == isKept)
    #expect(try vault.value(Names("there")) == [7])
  }

  @Test("are told from slots that a rekey ended, and a repair leaves them") func keepWhenRepairing() throws {
    try merge()
    let vault = try files.open()
    let other = try vault.slots().filter { $0.standing == .otherKey }.map { "slots/\($0.id).slot" }
    let found = try vault.check(repairing: true).findings.filter { $0.path.hasPrefix("slots/") }
    #expect(found.filter { $0.kind == .slotOfOtherKey }.map(\.path) == other && other.count == 2)
    #expect(!found.contains { $0.kind == .slotStale || $0.isDamage || $0.isRepairable })
    #expect(try vault.slots().count { $0.standing == .otherKey } == 2)
    _ = try vault.rekey(vault.planRekey(), created: OwnedVault.time)
    #expect(try vault.value(Names("there")) == [7])
  }

  @Test("stay as they are for who cannot open the other side") func leaveAlone() throws {
    try merge()
    // A new key file, which the other side has never had.
    let key = try SymmetricKey.random()
    let here = try files.open()
    _ = try here.addSlot(
      NewSlot(.keyFile(key, path: nil), label: "new"), role: .owner, created: OwnedVault.time)
    let vault = try files.open(with: .key(key))
    let plan = try vault.planRekey(keeping: [])
    #expect(plan.left.map(\.standing) == [.otherKey, .otherKey])
    // With another identity no slot of the other side would open any more.
    let replacing = try vault.planRekey(replacingIdentity: true)
    #expect(replacing.left.isEmpty && replacing.ending.count { $0.standing == .otherKey } == 2)
    _ = try vault.rekey(plan, created: OwnedVault.time)
    #expect(try vault.slots().count { $0.standing == .otherKey } == 2)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("there")) } == "unknownKey")
    // Whoever can, brings them together later.
    let own = try files.open(with: files.identity)
    #expect(!own.isOwner)
    let both = try vault.planRekey(keeping: [files.key])
    #expect(both.ending.isEmpty && both.left.isEmpty)
    _ = try vault.rekey(both, created: OwnedVault.time)
    #expect(try vault.value(Names("there")) == [7])
    #expect(try files.opens(files.key))
  }
}
