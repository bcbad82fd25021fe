import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

@Suite("Locking") struct LockStateTests {
  let files: KeyedVault
  let vault: Vault

  init() throws {
    files = try KeyedVault()
    vault = try files.open(device: true)
    for accessibility in AccessibilityClass.allCases {
      try vault.put(Names(accessibility.rawValue), Array(accessibility.rawValue.utf8), accessibility)
    }
  }

  private func unlock() throws {
    // Locking wipes the device key too; whoever unlocks brings it again.
    vault.provide(deviceKey: try key(hex: Vectors.all.keys.deviceKey))
    try vault.unlock(with: .key(key(hex: Vectors.all.keys.keyFile)))
  }

  @Test("keeps names and attributes") func keepAttributes() throws {
    let before = try vault.listing(values: false)
    vault.lock()
    #expect(try vault.listing(values: false) == before)
    #expect(before.count == 7)
    #expect(vault.hasBeenUnlocked && !vault.isUnlocked && !vault.isOwner)
    #expect(try vault.value(Names("absent")) == nil)
  }

  @Test("keeps the values of some classes", arguments: AccessibilityClass.allCases)
  func keepValues(accessibility: AccessibilityClass) throws {
    let names = Names(accessibility.rawValue)
    let value = Array(accessibility.rawValue.utf8)
    #expect(try vault.value(names) == value)
    vault.lock()
    #expect(try vault.find(names.scope, values: false).items.count == 1)
    let problem = word { () throws(VaultError) in
      if try vault.value(names) != value { throw .item(.damaged("another value"), path: "") }
    }
    #expect(problem == (accessibility.isReadableWhileLocked ? nil : "locked"))
    try unlock()
    #expect(try vault.value(names) == value)
  }

  @Test("refuses to seal for the other classes", arguments: [AccessibilityClass.ak, .ck, .dk])
  func refuseSealing(accessibility: AccessibilityClass) throws {
    vault.lock()
    let before = try files.lines()
    let problem = word { () throws(VaultError) in try vault.put(Names("new"), [1], accessibility) }
    #expect(problem == (accessibility == .ak ? "locked" : nil))
    #expect(try vault.beginWrite().canSeal(accessibility) == (accessibility != .ak))
    #expect(try (files.lines() == before) == (accessibility == .ak))
  }

  @Test("ends with another credential too") func unlockAgain() throws {
    vault.lock()
    let wrong = try SymmetricKey.random()
    #expect(word { () throws(VaultError) in try vault.unlock(with: .key(wrong)) } == "wrongCredential")
    #expect(!vault.isUnlocked)
    #expect(try vault.value(Names("ck")) == Array("ck".utf8))
    try unlock()
    #expect(vault.isUnlocked && vault.isOwner)
  }

  @Test("is how a vault begins", arguments: [true, false]) func beginLocked(isForgotten: Bool) throws {
    let vault = isForgotten ? vault : try Vault(path: files.path)
    if isForgotten { vault.forget() }
    #expect(!vault.hasBeenUnlocked && !vault.isUnlocked)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("ck")) } == "locked")
    #expect(word { () throws(VaultError) in _ = try vault.listing(values: false) } == "locked")
    #expect(word { () throws(VaultError) in try vault.put(Names("ck"), [1]) } == "locked")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("absent")) } == "locked")
  }

  @Test("serves what is under an open retired key alike") func keepRetired() throws {
    try files.rekey(isClosed: false)
    let vault = try files.open(device: true)
    vault.lock()
    #expect(try vault.value(Names("ck")) == Array("ck".utf8))
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("ak")) } == "locked")
    #expect(try vault.listing(values: false).count == 7)
  }
}
