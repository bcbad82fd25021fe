import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Items of this device only: sealed with a key that never lies in the vault.
@Suite struct DeviceItemTests {
  private func keyPath(_ vault: FaultVault) -> String {
    vault.directory.path("home/.local/state/ritsurin/device.key")
  }

  private func files(in directory: String) throws -> [String] {
    let names = try #require(FileManager.default.enumerator(atPath: directory))
    return names.compactMap { $0 as? String }
  }

  /// The vault as another machine has it after a copy.
  private func copied(_ original: FaultVault, withDeviceTree: Bool) throws -> (RVault, ScratchDirectory) {
    let place = try ScratchDirectory(isInMemory: true)
    let path = place.path("test.vault")
    try FileManager.default.copyItem(atPath: original.path, toPath: path)
    if !withDeviceTree { try FileManager.default.removeItem(atPath: path + "/device") }
    let vault = try RVault(
      at: path,
      environment: RVaultEnvironment(["HOME": "/nonexistent", "XDG_STATE_HOME": place.path("state")]),
      files: FileSystem(), policy: FaultVault.policy)
    try vault.unlock(with: .keyFile(original.keyFile))
    return (vault, place)
  }

  @Test func keepsItsKeyOutsideTheVault() throws {
    let vault = try FaultVault()
    let path = keyPath(vault)
    for (path, mode) in [(path, 0o600), (path.replacing("/device.key", with: ""), 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ritsurin-device-1:") })
    let key = line.split(separator: ":")[1]
    let secret = try #require(
      Data(base64Encoded: key.replacing("-", with: "+").replacing("_", with: "/") + "="))
    #expect(secret.count == 32)
    for name in try files(in: vault.path) {
      guard let data = try? Data(contentsOf: URL(filePath: vault.path + "/" + name)) else { continue }
      #expect(data.range(of: secret) == nil && data.range(of: Data(key.utf8)) == nil, "\(name)")
    }
  }

  @Test func makesItsKeyWithTheFirstItemOnly() throws {
    let vault = try FaultVault(withDeviceKey: false)
    #expect(!FileManager.default.fileExists(atPath: keyPath(vault)))
    #expect(!FileManager.default.fileExists(atPath: vault.path + "/device"))
    _ = try vault.vault.add(FaultVault.item("s", "new", accessibility: .whenUnlockedThisDeviceOnly))
    let key = try Data(contentsOf: URL(filePath: keyPath(vault)))
    _ = try vault.vault.add(FaultVault.item("s", "newer", accessibility: .alwaysThisDeviceOnly))
    #expect(try Data(contentsOf: URL(filePath: keyPath(vault))) == key)
    #expect(try vault.contents().count == FaultVault.items.count + 1)
  }

  @Test(arguments: [true, false]) func staysBehindWhenTheVaultIsCopied(withDeviceTree: Bool) throws {
    let original = try FaultVault()
    let (vault, place) = try copied(original, withDeviceTree: withDeviceTree)
    defer { withExtendedLifetime(place) {} }
    let keychain = RKeychain(service: "s", store: vault)
    #expect(try keychain.allKeys() == ["a", "b", "both", "grouped"])
    #expect(try keychain.problems().isEmpty)
    #expect(try keychain.string(forKey: "a") == "value of s a")
    #expect(try keychain.string(forKey: "device") == nil)
    #expect(try !keychain.contains("device"))
    // Both machines may have an item of this name, each its own.
    let here = RKeychain(service: "s", accessibility: .afterFirstUnlockThisDeviceOnly, store: vault)
    try here.set("of the other machine", forKey: "device")
    #expect(try keychain.string(forKey: "device") == "of the other machine")
    #expect(FileManager.default.fileExists(atPath: place.path("state/ritsurin/device.key")))
    let devices = try FileManager.default.contentsOfDirectory(atPath: vault.path + "/device")
    #expect(devices.count == (withDeviceTree ? 2 : 1))
    #expect(try keychain.removeAll() == 6)
  }

  /// The other machine's items came back with the directory: neither machine touches what is the other's.
  @Test func livesBesideAnotherMachinesItems() throws {
    let original = try FaultVault()
    let (other, place) = try copied(original, withDeviceTree: true)
    defer { withExtendedLifetime((original, place)) {} }
    try RKeychain(service: "s", accessibility: .whenUnlockedThisDeviceOnly, store: other)
      .set("of the other machine", forKey: "device")
    try FileManager.default.removeItem(atPath: original.path + "/device")
    try FileManager.default.copyItem(atPath: other.path + "/device", toPath: original.path + "/device")
    let keychain = RKeychain(service: "s", store: original.vault)
    #expect(try keychain.string(forKey: "device") == "value of s device")
    #expect(try keychain.removeAll() == 6)
    #expect(try RKeychain(service: "s", store: other).string(forKey: "device") == "of the other machine")
  }

  @Test(arguments: [RKeychainAccessibility.afterFirstUnlockThisDeviceOnly, .whenPasscodeSetThisDeviceOnly])
  func movesInOneRecord(_ accessibility: RKeychainAccessibility) throws {
    let vault = try FaultVault()
    let query = RKeychainQuery(service: "s", key: "a")
    func move(_ accessibility: RKeychainAccessibility) throws -> RKeychainAttributes {
      var changes = RKeychainChanges()
      changes.accessibility = .set(accessibility)
      let moved: Result<[RKeychainAttributes], RKeychainError> = vault.disk.watch {
        do throws(RKeychainError) { return .success(try vault.vault.update(query, changes)) } catch {
          return .failure(error)
        }
      }
      let records = vault.disk.events.count { $0.call == .renameat && $0.newPath == ".commit" }
      #expect(records == 1)
      return try #require(try moved.get().first)
    }
    let before = try #require(try vault.vault.copyMatching(query).items.first?.attributes)
    let oldPath = try vault.vault.sealedPath(of: before)
    let bound = try move(accessibility)
    #expect(bound.createdMicroseconds == before.createdMicroseconds && bound.revision != before.revision)
    let newPath = try vault.vault.sealedPath(of: bound)
    #expect(oldPath.hasPrefix("items/") && newPath.hasPrefix("device/"))
    #expect(!FileManager.default.fileExists(atPath: vault.path + "/" + oldPath))
    #expect(
      !FileManager.default.fileExists(atPath: vault.path + "/" + oldPath.replacing(".sealed", with: ".meta")))
    let (elsewhere, place) = try copied(vault, withDeviceTree: true)
    defer { withExtendedLifetime((vault, place)) {} }
    #expect(try RKeychain(service: "s", store: elsewhere).string(forKey: "a") == nil)
    let released = try move(.whenUnlocked)
    #expect(try vault.vault.sealedPath(of: released) == oldPath)
    #expect(!FileManager.default.fileExists(atPath: vault.path + "/" + newPath))
    #expect(try RKeychain(service: "s", store: vault.vault).string(forKey: "a") == "value of s a")
  }

  @Test func needsAPassphraseForThePasscodeClass() throws {
    let place = try ScratchDirectory(isInMemory: true)
    let vault = try RVault.create(
      at: place.path("test.vault"), credentials: [.newKeyFile(place.path("test.key"))],
      environment: RVaultEnvironment(["HOME": place.path]), files: FileSystem())
    defer { withExtendedLifetime(place) {} }
    let item = FaultVault.item("s", "k", accessibility: .whenPasscodeSetThisDeviceOnly)
    let added = #expect(throws: RKeychainError.self) { try vault.add(item) }
    #expect(added?.kind == .passcodeRequired && added?.status == -25293)
    let set = #expect(throws: RKeychainError.self) { try vault.set(item) }
    #expect(set?.kind == .passcodeRequired)
    _ = try vault.add(FaultVault.item("s", "k"))
    var changes = RKeychainChanges()
    changes.accessibility = .set(.whenPasscodeSetThisDeviceOnly)
    let updated = #expect(throws: RKeychainError.self) {
      try vault.update(RKeychainQuery(service: "s", key: "k"), changes)
    }
    #expect(updated?.kind == .passcodeRequired)
    #expect(!FileManager.default.fileExists(atPath: place.path(".local/state/ritsurin/device.key")))
  }

  @Test func refusesThePasscodeClassForSynchronizableItems() throws {
    let vault = try FaultVault()
    defer { withExtendedLifetime(vault) {} }
    let keychain = RKeychain(
      service: "s", synchronizable: true, accessibility: .whenPasscodeSetThisDeviceOnly, store: vault.vault)
    let set = #expect(throws: RKeychainError.self) { try keychain.set("v", forKey: "new") }
    #expect(set?.kind == .badParameter && set?.status == -50)
    var changes = RKeychainChanges()
    changes.accessibility = .set(.whenPasscodeSetThisDeviceOnly)
    let updated = #expect(throws: RKeychainError.self) {
      try vault.vault.update(RKeychainQuery(service: "s", key: "both", synchronizable: .yes), changes)
    }
    #expect(updated?.kind == .badParameter && updated?.status == -50)
    // The other device classes may be synchronizable, and stay on this machine all the same.
    let other = RKeychain(
      service: "s", synchronizable: true, accessibility: .whenUnlockedThisDeviceOnly, store: vault.vault)
    try other.set("v", forKey: "new")
    #expect(try other.string(forKey: "new") == "v")
  }

  @Test func refusesAKeyThatOthersCanRead() throws {
    let vault = try FaultVault()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keyPath(vault))
    let error = #expect(throws: RKeychainError.self) { try vault.opened() }
    #expect(error?.kind == .unsafePermissions && error?.path == keyPath(vault))
  }

  @Test func looksForTheKeyWhenItIsUnlocked() throws {
    let vault = try FaultVault()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keyPath(vault))
    let locked = try RVault(
      at: vault.path, environment: RVaultEnvironment(["HOME": vault.directory.path("home")]),
      files: FileSystem(), policy: FaultVault.policy)
    let error = #expect(throws: RKeychainError.self) {
      try locked.unlock(with: .keyFile(vault.keyFile))
    }
    #expect(error?.kind == .unsafePermissions && error?.path == keyPath(vault))
    #expect(!locked.isUnlocked)
  }
}
