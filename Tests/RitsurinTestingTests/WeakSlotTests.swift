import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTesting
import Testing

@Suite struct WeakSlotTests {
  let scratch: Scratch
  let directory: String
  let vault: String

  init() throws {
    scratch = try Scratch()
    directory = scratch.path
    vault = directory + "/v.vault"
    _ = try RVault.create(
      at: vault,
      credentials: [.passphrase("weak", cost: .testing), .newKeyFile(directory + "/v.key")],
      environment: RVaultEnvironment(["HOME": directory]), files: FileSystem(isDurable: false))
  }

  @Test func refusesToUnlockWithoutADeclaration() throws {
    let error = #expect(throws: RKeychainError.self) { try RVault.open(at: vault, with: .passphrase("weak")) }
    #expect(error?.kind == .weakPassphraseSlot)
    #expect(error?.status == -25293)
    #expect(error?.message.contains("RVaultTesting.declare") == true)
    #expect(error?.path?.hasPrefix("slots/") == true)
  }

  @Test func unlocksWhereATestIsDeclared() async throws {
    #expect(try RVaultTesting.declare { try RVault.open(at: vault, with: .passphrase("weak")) }.isUnlocked)
    let path = vault
    let isUnlocked = try await RVaultTesting.declare {
      try await Task { try RVault.open(at: path, with: .passphrase("weak")).isUnlocked }.value
    }
    #expect(isUnlocked)
    #expect(!RVaultTesting.isDeclared)
  }

  @Test func doesNotTellWhoHasAWrongPassphrase() throws {
    let error = #expect(throws: RKeychainError.self) {
      try RVault.open(at: vault, with: .passphrase("wrong"))
    }
    #expect(error?.kind == .wrongCredential)
  }

  @Test func unlocksWithTheKeyFile() throws {
    #expect(try RVault.open(at: vault, with: .keyFile(directory + "/v.key")).isUnlocked)
  }

  @Test func unlocksAVaultOfTheUsualCost() throws {
    let path = directory + "/strong.vault"
    _ = try RVault.create(
      at: path, credentials: [.passphrase("p", cost: .testing), .passphrase("p", cost: .moderate)],
      environment: RVaultEnvironment(["HOME": directory]), files: FileSystem(isDurable: false))
    // Whichever slot comes first: the strong one decides.
    #expect(try RVault.open(at: path, with: .passphrase("p")).isUnlocked)
  }
}
