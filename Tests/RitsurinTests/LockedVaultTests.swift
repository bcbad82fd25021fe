import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinVault
import Testing

/// Vaults that were never unlocked, and vaults that were locked again.
@Suite struct LockedVaultTests {
  /// Every call there is, by name; none may say that something is not there.
  static let calls: [(name: String, run: @Sendable (RVault) throws(RKeychainError) -> Void)] = {
    let item = FaultVault.item("s", "a")
    let absent = FaultVault.item("s", "absent")
    return [
      ("add", { (vault) throws(RKeychainError) in _ = try vault.add(absent) }),
      ("add again", { (vault) throws(RKeychainError) in _ = try vault.add(item) }),
      (
        "find",
        { (vault) throws(RKeychainError) in _ = try vault.copyMatching(RKeychainQuery(service: "s", key: "a"))
        }
      ),
      (
        "find what is not there",
        { (vault) throws(RKeychainError) in
          _ = try vault.copyMatching(RKeychainQuery(service: "s", key: "absent"))
        }
      ),
      (
        "list",
        { (vault) throws(RKeychainError) in
          _ = try vault.copyMatching(RKeychainQuery(), returning: .attributes, limit: .all)
        }
      ),
      (
        "update",
        { (vault) throws(RKeychainError) in
          _ = try vault.update(RKeychainQuery(service: "s"), RKeychainChanges(value: Data()))
        }
      ),
      (
        "delete",
        { (vault) throws(RKeychainError) in _ = try vault.delete(RKeychainQuery(service: "s", key: "a")) }
      ),
      ("set", { (vault) throws(RKeychainError) in _ = try vault.set(item) }),
      ("set if absent", { (vault) throws(RKeychainError) in _ = try vault.set(absent, if: .ifAbsent) }),
      ("set if present", { (vault) throws(RKeychainError) in _ = try vault.set(absent, if: .ifPresent) }),
      (
        "set by revision",
        { (vault) throws(RKeychainError) in
          _ = try vault.set(item, if: .ifRevision(RKeychainRevision.random()))
        }
      ),
      (
        "restore",
        { (vault) throws(RKeychainError) in
          _ = try vault.restore([RKeychainRestoredItem(item)], onConflict: .skip, dryRun: false)
        }
      ),
      (
        "restore nothing for real",
        { (vault) throws(RKeychainError) in
          _ = try vault.restore([RKeychainRestoredItem(item)], onConflict: .skip, dryRun: true)
        }
      ),
      (
        "contains",
        { (vault) throws(RKeychainError) in _ = try RKeychain(service: "s", store: vault).contains("a") }
      ),
      (
        "allKeys",
        { (vault) throws(RKeychainError) in _ = try RKeychain(service: "s", store: vault).allKeys() }
      ),
      (
        "removeAll",
        { (vault) throws(RKeychainError) in try RKeychain(service: "s", store: vault).removeAll() }
      ),
      (
        "getOrSet",
        { (vault) throws(RKeychainError) in
          _ = try RKeychain(service: "s", store: vault).getOrSet(forKey: "absent") { "made" }
        }
      ),
    ]
  }()

  @Test(arguments: calls.indices) func beforeTheFirstUnlockNothingIsServed(_ index: Int) throws {
    let original = try FaultVault()
    defer { withExtendedLifetime(original) {} }
    let before = try original.contents()
    let vault = try RVault(
      at: original.path, environment: original.environment, files: FileSystem(), policy: FaultVault.policy)
    #expect(!vault.isUnlocked)
    #expect(vault.id == original.vault.id && vault.names == .opaque && vault.path == original.path)
    let call = Self.calls[index]
    do throws(RKeychainError) {
      try call.run(vault)
      Issue.record("\(call.name) was served")
    } catch {
      #expect(error.kind == .interactionNotAllowed && error.status == -25308, "\(call.name)")
    }
    #expect(try original.contents() == before)
  }

  @Test func argumentsComeBeforeTheLock() throws {
    let original = try FaultVault()
    defer { withExtendedLifetime(original) {} }
    let vault = try RVault(
      at: original.path, environment: original.environment, files: FileSystem(), policy: FaultVault.policy
    ).restricted(to: ["g"])
    func kind(_ group: String?, synchronizable: Bool = false) -> RKeychainError.Kind? {
      do throws(RKeychainError) {
        _ = try vault.add(
          FaultVault.item(
            "s", "new", group: group, synchronizable: synchronizable,
            accessibility: .whenPasscodeSetThisDeviceOnly))
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind("a\0b") == .badParameter)
    #expect(kind("h", synchronizable: true) == .badParameter)
    #expect(kind("h") == .missingEntitlement)
    #expect(kind("") == .missingEntitlement)
    #expect(kind("g") == .interactionNotAllowed)
  }

  @Test func aLockedVaultChangesWhatItCanSeal() throws {
    let original = try FaultVault()
    defer { withExtendedLifetime(original) {} }
    let vault = original.vault
    vault.lock()
    #expect(!vault.isUnlocked)
    var label = RKeychainChanges()
    label.label = .set("label")
    let b = RKeychainQuery(service: "s", key: "b")
    let error = #expect(throws: RKeychainError.self) { try vault.update(b, label) }
    #expect(error?.kind == .interactionNotAllowed)
    #expect(try vault.update(RKeychainQuery(service: "s", key: "a"), label).map(\.label) == ["label"])
    #expect(try vault.copyMatching(b, returning: .attributes).items.count == 1)
    #expect(try vault.delete(b) == 1)
    let gone = #expect(throws: RKeychainError.self) { try vault.copyMatching(b) }
    #expect(gone?.kind == .itemNotFound)
    try RVaultTesting.declare { () throws(RKeychainError) in
      try vault.unlock(with: .passphrase("passphrase"))
    }
    #expect(
      try vault.copyMatching(RKeychainQuery(service: "s", key: "a")).items.first?.attributes.label == "label")
  }

  @Test func aWrongCredentialLeavesItLocked() throws {
    let original = try FaultVault()
    defer { withExtendedLifetime(original) {} }
    original.vault.lock()
    let error = #expect(throws: RKeychainError.self) { try original.vault.unlock(with: .passphrase("wrong")) }
    #expect(error?.kind == .wrongCredential && error?.status == -25293)
    #expect(!original.vault.isUnlocked)
    #expect(try RKeychain(service: "s", store: original.vault).string(forKey: "a") == "value of s a")
  }
}
