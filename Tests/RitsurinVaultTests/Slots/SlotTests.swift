import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("Key slots") struct SlotTests {
  let files: OwnedVault
  let vault: Vault

  init() throws {
    files = try OwnedVault()
    vault = try files.open()
  }

  private func new(_ secret: NewSlot.Secret) -> NewSlot { NewSlot(secret, label: "new") }

  private func add(
    _ secret: NewSlot.Secret, role: KeySlot.Role = .owner, to handle: Vault? = nil
  ) throws(VaultError) -> SlotFile {
    try (handle ?? vault).addSlot(new(secret), role: role, created: OwnedVault.time)
  }

  @Test("are listed without a credential") func list() throws {
    let locked = try Vault(path: files.path, policy: .quick)
    let slots = try locked.slots()
    #expect(slots.map(\.standing) == [.current, .current, .current])
    #expect(Set(slots.compactMap { $0.slot?.label }) == ["Key", "Passphrase", "Recipient"])
    #expect(slots.map(\.id) == slots.map(\.id).sorted())
    #expect(slots.contains { $0.id == vault.ownSlot })
    #expect(locked.ownSlot == nil)
  }

  @Test("of each kind can be added, for owners and members", arguments: [KeySlot.Role.owner, .member])
  func addEach(role: KeySlot.Role) throws {
    let key = try SymmetricKey.random()
    let identity = try SymmetricKey.random()
    let secret = try OwnedVault.secret("another")
    let cases: [(NewSlot.Secret, Credential)] = [
      (.passphrase(secret, cost: .least), .passphrase(secret)), (.keyFile(key, path: nil), .key(key)),
      (.recipient(SealedBox.publicKey(of: identity)), .identity(identity)),
    ]
    for (secret, credential) in cases {
      let added = try add(secret, role: role)
      #expect(added.standing == .current && added.slot?.label == "new" && added.slot != nil)
      // An owner's passphrase or key file looks as in a new vault.
      let isSaid = role == .member || added.slot?.kind.isRecipient == true
      #expect(added.slot?.role == (isSaid ? role : nil))
      let opened = try files.open(with: credential)
      #expect(opened.isOwner == (role == .owner))
      #expect(try OwnedVault.problems(opened) == [])
    }
    #expect(try vault.slots().count == 6)
    #expect(try files.isTidy())
  }

  @Test("are not made for the credential in use, which might then open as a member")
  func refuseOwnCredential() throws {
    let secret = try OwnedVault.secret("pw")
    guard case .key(let key) = files.key else { return }
    let cases: [(NewSlot.Secret, Credential)] = [
      (.passphrase(secret, cost: .least), files.passphrase), (.keyFile(key, path: nil), files.key),
      (.recipient(files.recipient), files.identity),
    ]
    for (secret, credential) in cases {
      let handle = try files.open(with: credential)
      #expect(
        word { () throws(VaultError) in _ = try add(secret, role: .member, to: handle) } == "sameCredential")
    }
    #expect(try vault.slots().count == 3)
  }

  @Test("of one credential are found together") func findOwn() throws {
    let secret = try OwnedVault.secret("pw")
    let second = try add(.passphrase(secret, cost: .least))
    let own = try files.open(with: files.passphrase).ownSlots()
    #expect(own.count == 2 && own.contains { $0.id == second.id })
    #expect(try vault.ownSlots().map(\.id) == [vault.ownSlot])
  }

  @Test("bring their key file first, never over another") func addKeyFile() throws {
    let path = files.scratch.path("new.key")
    let key = try SymmetricKey.random()
    _ = try add(.keyFile(key, path: .file(path)))
    #expect(try files.opens(.key(file: path, files: vault.files)))
    let before = files.slotCount()
    #expect(word { () throws(VaultError) in _ = try add(.keyFile(key, path: .file(path))) } != nil)
    #expect(files.slotCount() == before)
  }

  @Test("are refused where nothing can be sealed to the public key") func refuseWeakPoint() throws {
    let before = files.slotCount()
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(word { () throws(VaultError) in _ = try add(.recipient(zero)) } == "invalidRecipient")
    #expect(files.slotCount() == before)
  }

  @Test("are refused beyond what an opener looks at") func refuseTooMany() throws {
    for number in 0..<1_021 {
      let name = "slots/f" + String(format: "%07x", number) + ".slot"
      try Data().write(to: URL(filePath: files.path + "/" + name))
    }
    let key = try SymmetricKey.random()
    #expect(word { () throws(VaultError) in _ = try add(.keyFile(key, path: nil)) } == "tooManySlots")
  }

  @Test("of a kind are refused beyond what an opener tries") func refuseTooManyOfAKind() throws {
    for _ in 0..<63 { _ = try add(.keyFile(.random(), path: nil)) }
    #expect(word { () throws(VaultError) in _ = try addKey() } == "tooManySlots")
    _ = try add(.recipient(files.recipient))
  }

  private func addKey() throws(VaultError) -> SlotFile {
    try add(.keyFile(mapped { () throws(CryptoError) in try .random() }, path: nil))
  }

  @Test("are changed by owners only, while unlocked") func refuseOthers() throws {
    let key = try SymmetricKey.random()
    _ = try add(.keyFile(key, path: nil), role: .member)
    let member = try files.open(with: .key(key))
    #expect(word { () throws(VaultError) in _ = try add(.keyFile(key, path: nil), to: member) } == "notOwner")
    #expect(word { () throws(VaultError) in try member.removeSlot("00000000") } == "notOwner")
    #expect(word { () throws(VaultError) in _ = try member.planRekey() } == "notOwner")
    #expect(word { () throws(VaultError) in _ = try member.finishRekey() } == "notOwner")
    vault.lock()
    #expect(word { () throws(VaultError) in _ = try add(.keyFile(key, path: nil)) } == "locked")
    #expect(word { () throws(VaultError) in try vault.removeSlot("00000000") } == "locked")
    #expect(word { () throws(VaultError) in _ = try vault.planRekey() } == "locked")
  }

  @Test("go, except the last that the handle's credential opens") func remove() throws {
    let own = try #require(vault.ownSlot)
    #expect(word { () throws(VaultError) in try vault.removeSlot(own) } == "lastOwnerSlot")
    #expect(word { () throws(VaultError) in try vault.removeSlot("12345678") } == "noSuchSlot")
    for slot in try vault.slots() where slot.id != own { try vault.removeSlot(slot.id) }
    #expect(try vault.slots().map(\.id) == [own])
    #expect(try !files.opens(files.passphrase) && !files.opens(files.identity) && files.opens(files.key))
    #expect(try OwnedVault.problems(vault) == [])
    #expect(try files.isTidy())
  }

  @Test("of one credential may be two, and one of them goes") func removeTwin() throws {
    guard case .key(let key) = files.key else { return }
    let own = try #require(vault.ownSlot)
    _ = try add(.keyFile(key, path: nil), to: files.open(with: files.passphrase))
    try vault.removeSlot(own)
    #expect(try files.opens(files.key))
  }

  @Test("stay while only a member's slot would be left to the credential") func keepOwner() throws {
    guard case .key(let key) = files.key else { return }
    let own = try #require(vault.ownSlot)
    let member = try add(.keyFile(key, path: nil), role: .member, to: files.open(with: files.passphrase))
    #expect(word { () throws(VaultError) in try vault.removeSlot(own) } == "lastOwnerSlot")
    try vault.removeSlot(member.id)
  }

  @Test("change a passphrase by an addition and a removal") func changePassphrase() throws {
    let old = try files.open(with: files.passphrase)
    let before = try #require(old.ownSlot)
    let secret = try OwnedVault.secret("new")
    _ = try add(.passphrase(secret, cost: .least), to: old)
    #expect(word { () throws(VaultError) in try old.removeSlot(before) } == "lastOwnerSlot")
    try old.unlock(with: .passphrase(secret))
    try old.removeSlot(before)
    #expect(try !files.opens(files.passphrase) && files.opens(.passphrase(secret)))
    #expect(try OwnedVault.problems(old) == [])
  }

  @Test("are removed as their own entry, whatever a link leads to") func removeLink() throws {
    let target = try #require(try vault.slots().first { $0.id != vault.ownSlot })
    let place = files.path + "/slots/" + target.id + ".slot"
    try FileManager.default.moveItem(atPath: place, toPath: files.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "../elsewhere")
    try vault.removeSlot(target.id)
    #expect(FileManager.default.fileExists(atPath: files.path + "/elsewhere"))
    #expect(try vault.slots().count == 2)
  }

  @Test("are added under the newest master key") func followBeforeAdding() throws {
    let other = try files.open()
    _ = try other.rekey(other.planRekey(), created: OwnedVault.time)
    let key = try SymmetricKey.random()
    let added = try add(.keyFile(key, path: nil))
    #expect(added.slot?.key == other.header.key)
    #expect(try OwnedVault.problems(files.open(with: .key(key))) == [])
  }
}
