import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTesting
import Testing

/// Code under test, which knows nothing of stores.
struct Session {
  func logIn(token: String) throws { try RKeychain(service: "session").set(token, forKey: "token") }
  func token() throws -> String? { try RKeychain(service: "session").string(forKey: "token") }
}

/// The vaults that the tests below were given, to see that no two got the same.
private let seenVaults = Locked<[String]>([])

@Suite(.vault) struct RVaultTraitTests {
  @Test func isEmpty() throws {
    #expect(try RKeychainSnapshot(of: RVaultTesting.vault) == RKeychainSnapshot())
  }

  @Test func isTheStoreOfCodeThatNamesNone() throws {
    try Session().logIn(token: "t")
    #expect(try Session().token() == "t")
    #expect(try RKeychain(service: "session", store: RVaultTesting.vault).string(forKey: "token") == "t")
  }

  @Test func isInheritedByChildTasks() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask { try RKeychain(service: "child").set("v", forKey: "\(number)") }
      }
      try await group.waitForAll()
    }
    _ = try await RAsyncKeychain(service: "child").set("v", forKey: "async")
    #expect(try RKeychain(service: "child").allKeys().count == 5)
  }

  @Test(arguments: 0..<16) func isAnotherOneForEachArgument(_ number: Int) throws {
    #expect(try Session().token() == nil)
    try Session().logIn(token: "\(number)")
    #expect(try Session().token() == "\(number)")
    let path = try RVaultTesting.vault.path
    let isNew = seenVaults.withLock { seen in
      defer { seen.append(path) }
      return !seen.contains(path)
    }
    #expect(isNew)
  }

  @Test func liesInAPrivateDirectory() throws {
    let status = try FileSystem().status(path: RVaultTesting.vault.path)
    #expect(status.mode == 0o700)
  }

  @Test func holdsItemsThatNeedAPasscodeOrThisDevice() throws {
    let keychain = RKeychain(service: "s", accessibility: .whenPasscodeSetThisDeviceOnly)
    try keychain.set("v", forKey: "k")
    #expect(try keychain.string(forKey: "k") == "v")
  }

  @Test func isLockedLikeAnyOther() throws {
    let keychain = RKeychain(service: "s", accessibility: .whenUnlocked)
    try keychain.set("v", forKey: "k")
    let vault = try RVaultTesting.vault
    vault.lock()
    #expect(throws: RKeychainError.self) { try keychain.string(forKey: "k") }
    try vault.unlock(with: .passphrase(RVaultFixture.defaultPassphrase))
    #expect(try keychain.string(forKey: "k") == "v")
  }

  @Test(.inMemoryKeychain) func givesWayToTheTestsOwnTrait() {
    #expect(RKeychainStores.current is RInMemoryStore)
  }

  @Suite struct Nested {
    @Test func inheritsIt() throws {
      #expect(try RVaultTesting.vault === RKeychainStores.current as? RVault)
    }
  }
}

@Suite struct RVaultTraitEndTests {
  @Test func removesTheVaultWhenTheTestFails() async throws {
    struct Failure: Error {}
    let test = try #require(Test.current)
    let path = Locked("")
    await #expect(throws: Failure.self) {
      let trait: RVaultTrait = .vault
      try await trait.provideScope(for: test, testCase: nil) {
        let vault = try RVaultTesting.vault
        path.withLock { $0 = vault.path }
        // A test may take the rights away too.
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: vault.path)
        throw Failure()
      }
    }
    let directory = URL(filePath: path.withLock { $0 }).deletingLastPathComponent().path
    #expect(directory.contains("ritsurin-test-"))
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test func saysWhatIsMissingWithoutTheTrait() {
    let error = #expect(throws: RKeychainError.self) { try RVaultTesting.vault }
    #expect(error?.message.contains(".vault") == true)
  }

  @Test(.inMemoryKeychain(accessGroups: ["a"])) func restrictsGroups() throws {
    try RKeychain(service: "s", accessGroup: "a").set("v", forKey: "k")
    let error = #expect(throws: RKeychainError.self) {
      try RKeychain(service: "s", accessGroup: "b").set("v", forKey: "k")
    }
    #expect(error?.kind == .missingEntitlement)
  }

  @Test(.vault(names: .readable)) func namesFilesReadably() throws {
    try RKeychain(service: "my-service").set("v", forKey: "k")
    let files = try FileSystem().readTree(RVaultTesting.vault.path).map(\.path)
    #expect(files.contains { $0.contains("my-service~") })
  }
}
