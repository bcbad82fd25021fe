import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Key slots and rekeys as programs see them.
@Suite struct RVaultKeysTests {
  private let scratch: ScratchDirectory
  private let vault: RVault
  private let keyFile: RVaultCredential

  init() throws {
    scratch = try ScratchDirectory(isInMemory: true)
    let path = scratch.path("v.vault")
    vault = try RVault.create(
      at: path,
      credentials: [
        .newKeyFile(path + ".key", label: "key"), .passphrase("old", cost: .least, label: "phrase"),
      ],
      environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(isDurable: false))
    keyFile = .keyFile(path + ".key")
    try RKeychain(service: "s", store: vault).set("value", forKey: "k")
  }

  private func open(_ credential: RVaultCredential) throws(RKeychainError) -> RVault {
    let opened = try RVault(
      at: vault.path, environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(),
      policy: ReadPolicy())
    try RVaultTesting.declare { () throws(RKeychainError) in try opened.unlock(with: credential) }
    return opened
  }

  private func kind(_ body: () throws(RKeychainError) -> Void) -> RKeychainError.Kind? {
    do throws(RKeychainError) { try body() } catch { return error.kind }
    return nil
  }

  private func value(_ credential: RVaultCredential) throws -> String? {
    try RKeychain(service: "s", store: open(credential)).string(forKey: "k")
  }

  @Test func listsSlots() throws {
    let slots = try vault.slots()
    #expect(slots.map(\.id) == slots.map(\.id).sorted() && slots.allSatisfy { $0.standing == .current })
    let own = try #require(slots.first { $0.isInUse })
    #expect(own.label == "key" && own.kind == .keyFile && own.role == .owner && !own.isForTests)
    let other = try #require(slots.first { !$0.isInUse })
    #expect(other.label == "phrase" && other.kind == .passphrase && other.role == nil && other.isForTests)
    #expect(other.created.utf8.count == 20 && other.recipient == nil)
    vault.lock()
    #expect(try vault.slots().count == 2)
  }

  @Test func changesAPassphrase() throws {
    let handle = try open(.passphrase("old"))
    let old = try #require(try handle.slots().first { $0.isInUse })
    let added = try handle.addSlot(.passphrase("new", cost: .least, label: "new one"))
    #expect(added.label == "new one" && added.role == .owner && added.standing == .current)
    #expect(kind { () throws(RKeychainError) in try handle.removeSlot(old.id) } == .invalidOwnerEdit)
    try RVaultTesting.declare { () throws(RKeychainError) in try handle.unlock(with: .passphrase("new")) }
    try handle.removeSlot(old.id)
    #expect(kind { () throws(RKeychainError) in _ = try open(.passphrase("old")) } == .wrongCredential)
    #expect(try value(.passphrase("new")) == "value")
    #expect(try value(keyFile) == "value")
  }

  @Test func rekeysAndNamesWhatEnds() throws {
    let before = try RKeychain(service: "s", store: vault).attributes(forKey: "k")
    let plan = try vault.rekeyPlan()
    #expect(plan.ending.map(\.label) == ["phrase"] && plan.kept.map(\.label) == ["key"])
    #expect("\(plan)" == "RVaultRekeyPlan(1 kept, 1 ending)")
    let result = try vault.rekey(plan)
    #expect(result.isFinished && result.resealedCount == 1 && result.obstacles.isEmpty)
    #expect(kind { () throws(RKeychainError) in _ = try open(.passphrase("old")) } == .wrongCredential)
    #expect(try value(keyFile) == "value")
    let after = try RKeychain(service: "s", store: vault).attributes(forKey: "k")
    #expect(
      after?.modifiedMicroseconds == before?.modifiedMicroseconds && after?.revision != before?.revision)
    #expect(kind { () throws(RKeychainError) in _ = try vault.rekey(plan) } == .conflict)
    #expect(try vault.finishRekey().isFinished)
  }

  @Test func keepsWhatIsGiven() throws {
    let plan = try vault.rekeyPlan(keeping: [.passphrase("old"), keyFile])
    #expect(plan.ending.isEmpty)
    try vault.rekey(plan)
    #expect(try value(.passphrase("old")) == "value")
    #expect(
      kind { () throws(RKeychainError) in _ = try vault.rekeyPlan(keeping: [.passphrase("typo")]) }
        == .wrongCredential)
  }

  @Test func refusesWhoMayNot() throws {
    try vault.addSlot(.passphrase("member", cost: .least), as: .member)
    let member = try open(.passphrase("member"))
    let restricted = vault.restricted(to: ["g"])
    let locked = try open(keyFile)
    locked.lock()
    for (handle, expected) in [
      (member, RKeychainError.Kind.restrictedAPI), (restricted, .missingEntitlement),
      (locked, .interactionNotAllowed),
    ] {
      #expect(
        kind { () throws(RKeychainError) in try handle.addSlot(.passphrase("x", cost: .least)) } == expected)
      #expect(kind { () throws(RKeychainError) in try handle.removeSlot("00000000") } == expected)
      #expect(kind { () throws(RKeychainError) in _ = try handle.rekeyPlan() } == expected)
      #expect(kind { () throws(RKeychainError) in try handle.finishRekey() } == expected)
    }
    #expect(kind { () throws(RKeychainError) in _ = try restricted.slots() } == .missingEntitlement)
    #expect(kind { () throws(RKeychainError) in try vault.removeSlot("nothing") } == .badParameter)
    #expect(try member.slots().first { $0.isInUse }?.role == .member)
    #expect(try RKeychain(service: "s", store: member).string(forKey: "k") == "value")
  }

  @Test func makesNoVaultThatOnlyARecipientOpens() throws {
    let path = scratch.path("other.vault")
    let key = [UInt8](repeating: 9, count: 32)
    #expect(
      kind { () throws(RKeychainError) in
        _ = try RVault.create(at: path, credentials: [.recipient(publicKey: key)])
      } == .badParameter)
    #expect(!FileManager.default.fileExists(atPath: path))
    let slot = try vault.addSlot(.recipient(publicKey: key, label: "laptop"), as: .member)
    #expect(slot.recipient == key && slot.kind == .recipient && slot.role == .member)
    #expect(try vault.rekeyPlan().kept.contains { $0.recipient == key && $0.role == .member })
  }

  @Test func showsNoSecret() throws {
    let plan = try vault.rekeyPlan(keeping: [.passphrase("old")])
    var dumped = ""
    dump(plan, to: &dumped)
    for text in ["\(plan)", String(reflecting: plan), dumped] { #expect(!text.contains("old")) }
  }
}
