import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

@Suite("Header copies") struct HeaderTests {
  enum Copy: String, CaseIterable {
    case primary = "vault.header"
    case backup = "vault.header.backup"
  }

  enum Harm: CaseIterable {
    case gone, empty, flipped, cut, foreign, directory

    func apply(to copy: Copy, of files: KeyedVault) throws {
      var bytes = try files.read(copy.rawValue)
      switch self {
      case .gone: try files.remove(copy.rawValue)
      case .empty: try files.write([], to: copy.rawValue)
      case .flipped:
        bytes[100] ^= 1
        try files.write(bytes, to: copy.rawValue)
      case .cut: try files.write(Array(bytes.dropLast()), to: copy.rawValue)
      case .foreign: try files.write(files.read("slots/00000002.slot"), to: copy.rawValue)
      case .directory:
        try files.remove(copy.rawValue)
        try FileManager.default.createDirectory(
          atPath: files.path + "/" + copy.rawValue, withIntermediateDirectories: false)
      }
    }
  }

  let files: KeyedVault

  init() throws {
    files = try KeyedVault()
    try files.open().put(Names("k"), [1])
  }

  private func error() -> String? {
    word { () throws(VaultError) in _ = try Vault(path: files.path, policy: .quick) }
  }

  @Test("stand in for each other until a write restores them", arguments: Copy.allCases, Harm.allCases)
  func restore(copy: Copy, harm: Harm) throws {
    let sound = try files.read("vault.header")
    try harm.apply(to: copy, of: files)
    let vault = try files.open()
    #expect(try vault.value(Names("k")) == [1])
    #expect(try vault.value(Names("l")) == nil)
    guard harm != .directory else {
      // Nothing of ours: it cannot be replaced by a file, and no write claims that it was.
      #expect(word { () throws(VaultError) in try vault.put(Names("k"), [2]) } == "cannotWrite \(EISDIR)")
      #expect(try vault.value(Names("k")) == [1])
      return
    }
    try vault.put(Names("k"), [2])
    let isRestored = try files.read("vault.header") == sound && files.read("vault.header.backup") == sound
    #expect(isRestored)
    #expect(vault.takeNotices() == [.restoredHeader(copy: copy.rawValue)])
    #expect(try files.open().value(Names("k")) == [2])
    #expect(vault.takeNotices().isEmpty)
  }

  @Test("are looked at by every write, not by a handle's first only", arguments: Harm.allCases)
  func restoreLater(harm: Harm) throws {
    let vault = try files.open()
    try vault.put(Names("k"), [2])
    let sound = try files.read("vault.header.backup")
    try harm.apply(to: .backup, of: files)
    guard harm != .directory else {
      #expect(word { () throws(VaultError) in try vault.put(Names("k"), [3]) } == "cannotWrite \(EISDIR)")
      return
    }
    try vault.put(Names("k"), [3])
    let isRestored = try files.read("vault.header.backup") == sound
    #expect(isRestored)
  }

  @Test("that are later than the one that counts are never written over", arguments: [true, false])
  func keepLater(isRepair: Bool) throws {
    let later = try files.header(epoch: 9)
    try files.write(later, to: "vault.header.backup")
    let vault = try files.open()
    if isRepair {
      let report = try vault.check(repairing: true)
      let finding = try #require(report.findings.first { $0.kind == .headerDiffers })
      #expect(!finding.isRepairable && finding.detail?.contains("later") == true)
    } else {
      try vault.put(Names("k"), [2])
      #expect(try vault.value(Names("k")) == [2])
    }
    let isKept = try files.read("vault.header.backup") == later
    #expect(isKept)
  }

  @Test("that are both gone are no vault") func loseBoth() throws {
    try files.remove("vault.header")
    try files.remove("vault.header.backup")
    #expect(error() == "notAVault")
  }

  @Test("that are both harmed are a damaged header", arguments: Harm.allCases, Harm.allCases)
  func harmBoth(first: Harm, second: Harm) throws {
    try first.apply(to: .primary, of: files)
    try second.apply(to: .backup, of: files)
    #expect(error() == (first == .gone && second == .gone ? "notAVault" : "headerDamaged"))
  }

  @Test("of a newer format stop everything", arguments: [true, false]) func refuseNewer(isOpen: Bool) throws {
    let vault = isOpen ? try files.open() : nil
    try files.write(Array("ritsurin-vault 2\nanything".utf8), to: "vault.header")
    let before = try files.lines()
    guard let vault else {
      #expect(error() == "newerFormat")
      return
    }
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [2]) } == "newerFormat")
    #expect(word { () throws(VaultError) in try vault.remove(Names("k")) } == "newerFormat")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l")) } == "newerFormat")
    #expect(try files.lines() == before)
  }

  @Test("behind by an edition are brought up") func bringUp() throws {
    let new = try files.header(epoch: 2)
    try files.write(new, to: "vault.header")
    let vault = try files.open()
    #expect(vault.header.epoch == 2)
    try vault.put(Names("k"), [2])
    let isBroughtUp = try files.read("vault.header.backup") == new
    #expect(isBroughtUp)
  }
}

@Suite("A header that changes under a handle") struct ChangedHeaderTests {
  let files: KeyedVault
  let vault: Vault

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    try vault.put(Names("a"), [1], .ak)
  }

  @Test("is followed by writes") func followInWrites() throws {
    let new = try files.header(epoch: 7, more: "future line\n")
    try files.write(new, to: "vault.header")
    try vault.put(Names("k"), [2])
    #expect(vault.header.epoch == 7)
    #expect(try vault.value(Names("k")) == [2])
    let isKept = try files.read("vault.header") == new && files.read("vault.header.backup") == new
    #expect(isKept)
  }

  @Test("is followed before absence is told") func followInReads() throws {
    try files.write(files.header(epoch: 7), to: "vault.header")
    #expect(try vault.value(Names("k")) == [1])
    #expect(vault.header.epoch == 1)
    #expect(try vault.value(Names("l")) == nil)
    #expect(vault.header.epoch == 7)
  }

  @Test("may bring another master key", arguments: [false, true]) func followRekey(isClosed: Bool) throws {
    try files.rekey(isClosed: isClosed)
    let other = try files.open()
    try other.put(Names("l"), [3])
    #expect(try vault.value(Names("l")) == [3])
    #expect(vault.header.epoch == 2)
    if isClosed {
      #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "retiredKey")
    } else {
      #expect(try vault.value(Names("k")) == [1])
    }
    try vault.put(Names("k"), [4])
    let item = try #require(try other.find(Names("k").scope, values: true).items.first)
    #expect(item.value.map(Array.init) == [4] && item.keyID.bytes == vault.header.key)
  }

  @Test("may bring a key that the credential does not open") func refuseForeignRekey() throws {
    try files.rekey(isClosed: false)
    for name in files.names() where name.hasSuffix(".slot") { try files.remove(name) }
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [2]) } == "wrongCredential")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l")) } == "wrongCredential")
  }

  @Test("while locked is followed as far as the keys in memory go") func followLocked() throws {
    vault.lock()
    try files.rekey(isClosed: false)
    #expect(try vault.value(Names("k")) == [1])
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("l")) } == "locked")
    #expect(word { () throws(VaultError) in try vault.put(Names("k"), [2]) } == "locked")
    try vault.unlock(with: .key(key(hex: Vectors.all.keys.keyFile)))
    #expect(try vault.value(Names("l")) == nil)
  }
}

@Suite("A root that changes under a handle") struct ChangedRootTests {
  let files: KeyedVault
  let vault: Vault

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("old"), [1])
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: files.scratch.path(from), toPath: files.scratch.path(to))
  }

  /// Puts a copy of the vault, as it is, in its place.
  private func replace() throws {
    try FileManager.default.copyItem(atPath: files.path, toPath: files.scratch.path("copy"))
    try move("v", "aside")
    try move("copy", "v")
  }

  @Test("is noticed before absence is told") func noticeOnAbsence() throws {
    try replace()
    try files.open().put(Names("new"), [2])
    #expect(try vault.value(Names("new")) == [2])
    #expect(try vault.listing().count == 2)
  }

  @Test("is noticed by a listing that finds nothing") func noticeOnListing() throws {
    try vault.remove(Names("old"))
    try replace()
    try files.open().put(Names("new"), [2])
    #expect(try vault.listing().count == 1)
  }

  @Test("is noticed by a write, which goes to where the path leads") func noticeOnWrite() throws {
    try replace()
    let aside = try DirectoryTree.lines(files.scratch.path("aside"))
    try vault.put(Names("new"), [2])
    #expect(try DirectoryTree.lines(files.scratch.path("aside")) == aside)
    #expect(try files.open().value(Names("new")) == [2])
    #expect(try vault.value(Names("new")) == [2])
  }

  @Test("and is gone is no absence") func loseRoot() throws {
    try move("v", "aside")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("new")) } == "noSuchVault")
    #expect(word { () throws(VaultError) in try vault.put(Names("new"), [1]) } == "noSuchVault")
    #expect(!FileManager.default.fileExists(atPath: files.path))
    try move("aside", "v")
    #expect(try vault.value(Names("new")) == nil)
  }

  @Test("and is no vault any more is no absence") func loseVault() throws {
    try move("v", "aside")
    try FileManager.default.createDirectory(
      atPath: files.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("new")) } == "notAVault")
    #expect(word { () throws(VaultError) in try vault.put(Names("new"), [1]) } == "notAVault")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == [])
  }

  @Test("and is another vault is no absence") func meetAnotherVault() throws {
    try move("v", "aside")
    let other = try SmallVault()
    try FileManager.default.copyItem(atPath: other.path, toPath: files.path)
    let before = try files.lines()
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("new")) } == "wrongCredential")
    #expect(word { () throws(VaultError) in try vault.put(Names("new"), [1]) } == "wrongCredential")
    #expect(try files.lines() == before)
  }

  @Test("may be open to others, and is then refused", arguments: [0o750, 0o705, 0o777]) func refuseOpen(
    mode: Int
  ) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.path)
    #expect(word { () throws(VaultError) in _ = try Vault(path: files.path) } == "unsafePermissions")
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("new")) } == "unsafePermissions")
    #expect(word { () throws(VaultError) in try vault.put(Names("new"), [1]) } == "unsafePermissions")
  }
}
