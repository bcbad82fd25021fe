import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("A rekey") struct RekeyTests {
  let files: OwnedVault
  let vault: Vault

  init() throws {
    files = try OwnedVault()
    vault = try files.open()
  }

  @discardableResult private func rekey(_ plan: RekeyPlan? = nil) throws(VaultError) -> RekeyOutcome {
    if let plan { return try vault.rekey(plan, created: OwnedVault.time) }
    return try vault.rekey(vault.planRekey(), created: OwnedVault.time)
  }

  private func label(_ file: SlotFile) -> String { file.slot?.label ?? "" }

  /// Seals a file under the current key, wherever that is.
  private func seal(
    _ attributes: ItemAttributes, _ value: [UInt8], kind: UInt8? = nil
  ) throws -> ItemAddress {
    let transaction = try vault.beginWrite()
    _ = try transaction.put(attributes, value: value, replacing: nil, over: [])
    try transaction.commit()
    return try vault.address(of: attributes)
  }

  @Test("moves every item to the new key and keeps the rest") func moveItems() throws {
    let old = try OwnedVault.keys(vault)
    var steps: [[Int]] = []
    let outcome = try vault.rekey(vault.planRekey(), created: OwnedVault.time) { steps.append([$0, $1]) }
    #expect(outcome.isFinished && outcome.resealed == 5 && outcome.held.isEmpty && outcome.left.isEmpty)
    #expect(steps.first == [0, 5] && steps.last == [5, 5])
    #expect(try OwnedVault.problems(vault) == [])
    let new = try OwnedVault.keys(vault)
    #expect(new.count == 1 && new.isDisjoint(with: old))
    #expect(vault.header.retired.map(\.isClosed) == [true])
    // One edition for the new key, one for closing the old.
    #expect(vault.header.epoch == 3)
    #expect(try files.isTidy())
    #expect(try OwnedVault.problems(files.open()) == [])
    let report = try files.open().check()
    #expect(report.findings.filter { $0.kind != .slotCheap }.isEmpty, "\(report.findings)")
    #expect(report.openedCount == 5)
  }

  @Test("keeps codes that it does not know") func keepCodes() throws {
    var attributes = Names("more").attributes()
    attributes.unknown = [ItemAttributes.Unknown(code: Array("zzzz".utf8), bytes: [9, 9])]
    attributes.label = "label"
    _ = try seal(attributes, [7])
    try rekey()
    let found = try vault.find(Names("more").scope, values: true).items.first
    #expect(found?.attributes.unknown.map(\.bytes) == [[9, 9]])
    #expect(found?.attributes.label == "label" && found?.value.map(Array.init) == [7])
  }

  @Test("ends what is not given, and names it beforehand") func endSlots() throws {
    let plan = try vault.planRekey()
    #expect(plan.ending.map(label) == ["Passphrase"])
    #expect(Set(plan.kept.map { label($0.file) }) == ["Key", "Recipient"])
    try rekey(plan)
    #expect(try !files.opens(files.passphrase) && files.opens(files.key) && files.opens(files.identity))
    #expect(try vault.slots().map(\.standing) == [.current, .current])
  }

  @Test("keeps what is given") func keepSlots() throws {
    let plan = try vault.planRekey(keeping: [files.passphrase, files.key])
    #expect(plan.ending.isEmpty && plan.kept.count == 3)
    try rekey(plan)
    #expect(try files.opens(files.passphrase) && files.opens(files.key))
    #expect(try Set(vault.slots().map(label)) == ["Key", "Passphrase", "Recipient"])
    // The cost and what it says of itself are the old slot's.
    let slot = try #require(vault.slots().compactMap(\.slot).first { $0.kind.isPassphrase })
    guard case .passphrase(let parameters) = slot.kind else { return }
    #expect(parameters.memLimit == 8_192 && slot.isForTests)
  }

  @Test("refuses a credential that opens nothing") func refuseWrong() throws {
    let secret = try OwnedVault.secret("typo")
    let before = try DirectoryTree.lines(files.path)
    #expect(
      word { () throws(VaultError) in _ = try vault.planRekey(keeping: [.passphrase(secret)]) }
        == "wrongCredential")
    #expect(try DirectoryTree.lines(files.path) == before)
  }

  @Test("gives a recipient no more than it surely had") func keepRoles() throws {
    let owner = try SymmetricKey.random()
    let member = try SymmetricKey.random()
    for (key, role) in [(owner, KeySlot.Role.owner), (member, .member)] {
      _ = try vault.addSlot(
        NewSlot(.recipient(SealedBox.publicKey(of: key)), label: role.rawValue), role: role,
        created: OwnedVault.time)
    }
    let key = try SymmetricKey.random()
    _ = try vault.addSlot(
      NewSlot(.keyFile(key, path: nil), label: "k"), role: .member, created: OwnedVault.time)
    try rekey(vault.planRekey(keeping: [.key(key)]))
    #expect(try files.open(with: .identity(owner)).isOwner)
    #expect(try !files.open(with: .identity(member)).isOwner)
    #expect(try !files.open(with: .key(key)).isOwner)
    // This one did not say what it was, and nobody could look.
    #expect(try !files.open(with: files.identity).isOwner)
  }

  @Test("by a recipient keeps it an owner") func rekeyAsRecipient() throws {
    let own = try files.open(with: files.identity)
    _ = try own.rekey(own.planRekey(), created: OwnedVault.time)
    #expect(try files.open(with: files.identity).isOwner)
    #expect(try !files.opens(files.key))
  }

  @Test("refuses a plan for slots that have changed") func refuseOldPlan() throws {
    let plan = try vault.planRekey()
    let other = try files.open()
    _ = try other.addSlot(
      NewSlot(.keyFile(.random(), path: nil), label: ""), role: .owner, created: OwnedVault.time)
    let before = try DirectoryTree.lines(files.path)
    #expect(word { () throws(VaultError) in _ = try rekey(plan) } == "slotsChanged")
    #expect(try DirectoryTree.lines(files.path) == before)
  }

  @Test("refuses a plan for a header that has changed") func refuseOldHeader() throws {
    let plan = try vault.planRekey()
    let other = try files.open()
    _ = try other.rekey(other.planRekey(), created: OwnedVault.time)
    #expect(word { () throws(VaultError) in _ = try rekey(plan) } == "slotsChanged")
    #expect(try OwnedVault.problems(vault) == [])
  }

  @Test("with a new identity ends what the old one signs") func replaceIdentity() throws {
    let identity = vault.header.identity
    try rekey(vault.planRekey(replacingIdentity: true))
    #expect(vault.header.identity != identity && vault.isOwner)
    #expect(try vault.slots().map(\.standing) == [.current, .current])
    #expect(try OwnedVault.problems(files.open()) == [])
    #expect(try files.open(with: files.identity).isUnlocked)
    _ = try vault.addSlot(
      NewSlot(.keyFile(.random(), path: nil), label: ""), role: .owner, created: OwnedVault.time)
  }

  @Test("again carries every earlier key along") func repeatRekey() throws {
    for _ in 0..<3 { try rekey() }
    #expect(vault.header.retired.map(\.isClosed) == [true, true, true])
    let opened = try files.open()
    #expect(try OwnedVault.problems(opened) == [])
    #expect(Set(vault.header.retired.map(\.keyID) + [vault.header.key]).count == 4)
  }

  @Test("is followed by handles that were open before") func follow() throws {
    let other = try files.open()
    let ended = try files.open(with: files.passphrase)
    let listed = try other.find(Names("plain").scope, values: false).items
    try rekey()
    // Found before, read after.
    #expect(try other.value(of: #require(listed.first))?.value.map(Array.init) == [1])
    #expect(try OwnedVault.problems(other) == [])
    try other.put(Names("later"), [8])
    #expect(try OwnedVault.keys(other).count == 1)
    // Whoever ended is told so, and never that nothing is there.
    #expect(word { () throws(VaultError) in _ = try ended.value(Names("plain")) } == "wrongCredential")
    #expect(word { () throws(VaultError) in _ = try ended.value(Names("absent")) } == "wrongCredential")
    #expect(word { () throws(VaultError) in try ended.put(Names("plain"), [9]) } == "wrongCredential")
  }

  @Test("seals shadowed copies too") func moveShadowed() throws {
    let path = try vault.address(of: Names("both").attributes()).sealedPath
    _ = try seal(Names("both").attributes(), [1])
    let bytes = try Data(contentsOf: URL(filePath: files.path + "/" + path))
    try vault.put(Names("both"), [2], .cku)
    try bytes.write(to: URL(filePath: files.path + "/" + path))
    try rekey()
    let found = try vault.find(.everything, values: false)
    #expect(found.shadowed.count == 1 && found.unreadable.isEmpty)
    #expect(try OwnedVault.keys(vault).count == 1)
  }

  @Test("is not held up by damage, and leaves it as it is") func passDamage() throws {
    let attributes = try vault.address(of: Names("plain").attributes()).sealedPath
    let value = try vault.address(of: Names("locked").attributes(.ak)).sealedPath
    var before: [Data] = []
    for (path, offset) in [(attributes, 80), (value, -3)] {
      let file = URL(filePath: files.path + "/" + path)
      var bytes = try Data(contentsOf: file)
      bytes[offset < 0 ? bytes.count + offset : offset] ^= 1
      try bytes.write(to: file)
      before.append(bytes)
    }
    let outcome = try rekey()
    #expect(outcome.isFinished && outcome.resealed == 3)
    #expect(outcome.left.map(\.word) == ["damaged", "damaged"] && outcome.held.isEmpty)
    for (path, bytes) in zip([attributes, value], before) {
      #expect(try Data(contentsOf: URL(filePath: files.path + "/" + path)) == bytes)
    }
  }

  @Test("is held up by what a newer tool must rewrite") func waitForNewerTool() throws {
    var attributes = Names("new").attributes()
    attributes.unknown = [ItemAttributes.Unknown(code: Array("Zzzz".utf8), bytes: [1])]
    guard let keyring = try Self.keyring(files) else { return }
    let address = try vault.address(of: attributes)
    let bytes = try ItemSealer.seal(
      attributes, value: [1], at: address, vaultID: vault.header.id, keyring: keyring)
    let place = URL(filePath: files.path + "/" + address.sealedPath)
    try Data(bytes).write(to: place)
    let outcome = try rekey()
    #expect(!outcome.isFinished && outcome.held.map(\.word) == ["needsNewerTool"] && outcome.resealed == 5)
    #expect(vault.isRekeyUnfinished && vault.header.retired.map(\.isClosed) == [false])
    #expect(try OwnedVault.problems(files.open()) == [])
    let again = try vault.finishRekey()
    #expect(!again.isFinished && again.resealed == 0)
    try FileManager.default.removeItem(at: place)
    #expect(try vault.finishRekey().isFinished && !vault.isRekeyUnfinished)
    #expect(try vault.finishRekey().isFinished)
  }

  /// The keys of the vault, as a tool of another version would have them.
  private static func keyring(_ files: OwnedVault) throws -> Keyring? {
    let vault = try files.open()
    guard let opening = SlotOpening(header: vault.header) else { return nil }
    let slots = try vault.slots().compactMap(\.slot)
    guard let opened = try opening.open(slots, with: files.key) else { return nil }
    return try Keyring.make(header: vault.header, master: opened.master, deviceKey: nil)
  }

  @Test("is held up by a second version that nobody has decided about") func waitForConflicts() throws {
    let address = try vault.address(of: Names("plain").attributes())
    let (item, copy) = (
      files.path + "/" + address.sealedPath,
      files.path + "/" + address.path + ".sync-conflict-20261130-120000-ABCDEFG.sealed"
    )
    try FileManager.default.copyItem(atPath: item, toPath: copy)
    try vault.put(Names("plain"), [1, 1])
    let outcome = try rekey()
    #expect(!outcome.isFinished && outcome.held.map(\.word) == ["secondVersion"] && outcome.resealed == 5)
    let file = try #require(try vault.conflictFiles().first)
    let digest = try #require(file.digest)
    try vault.resolveConflict(file.path, digest: digest, revision: file.current?.revision, taking: true)
    #expect(try vault.finishRekey().isFinished)
    #expect(try OwnedVault.problems(vault) == [])
    // One that holds the same is no loss.
    try FileManager.default.copyItem(atPath: item, toPath: copy)
    #expect(try rekey().isFinished)
  }

  @Test("is held up by a directory that cannot be listed") func waitForDirectory() throws {
    let address = try vault.address(of: Names("plain").attributes())
    let directory = files.path + "/" + address.serviceDirectory
    try FileManager.default.moveItem(atPath: directory, toPath: files.scratch.path("aside"))
    try FileManager.default.createSymbolicLink(atPath: directory, withDestinationPath: "/etc")
    let outcome = try rekey()
    #expect(!outcome.isFinished && outcome.held.map(\.word) == ["linkLeavesVault"])
    try FileManager.default.removeItem(atPath: directory)
    try FileManager.default.moveItem(atPath: files.scratch.path("aside"), toPath: directory)
    #expect(try vault.finishRekey().isFinished)
    #expect(try OwnedVault.problems(vault) == [])
  }
}
