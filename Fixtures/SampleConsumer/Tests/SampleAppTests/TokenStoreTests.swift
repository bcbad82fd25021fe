import Foundation
import Ritsurin
import RitsurinTesting
import SampleApp
import Testing

// docs: vault

@Suite(.vault) struct TokenStoreTests {
  let tokens = TokenStore()

  @Test func isLoggedOutAtFirst() {
    #expect(tokens.state() == .loggedOut)
  }

  @Test func remembersTheToken() throws {
    try tokens.logIn(token: "t0ken")
    #expect(tokens.state() == .loggedIn(token: "t0ken"))
  }

  @Test(arguments: ["", "t", "🔑", String(repeating: "x", count: 5_000)])
  func remembersAnyToken(_ token: String) throws {
    try tokens.logIn(token: token)
    #expect(tokens.state() == .loggedIn(token: token))
  }
}
// docs: end

// docs: memory

@Test(.inMemoryKeychain) func forgetsTheToken() throws {
  try TokenStore().logIn(token: "t0ken")
  try TokenStore().logOut()
  #expect(TokenStore().state() == .loggedOut)
}
// docs: end

// docs: fixture

@Test(.vault(fixture: "logged-in")) func findsTheTokenOfAnEarlierVersion() {
  #expect(TokenStore().state() == .loggedIn(token: "t0ken"))
}
// docs: end

// docs: bundle

@Test(.vault(fixture: "logged-in", in: Bundle.module.resourceURL))
func findsTheFixtureInTheBundle() {
  #expect(TokenStore().state() == .loggedIn(token: "t0ken"))
}
// docs: end

@Test(.vault(fixture: "logged-in"), arguments: 0..<8)
func neverSharesTheFixture(_ number: Int) throws {
  #expect(TokenStore().state() == .loggedIn(token: "t0ken"))
  try TokenStore().logIn(token: "\(number)")
  #expect(TokenStore().state() == .loggedIn(token: "\(number)"))
}

// docs: making

/// What the fixture holds; to change it: change this, and run the test with UPDATE_FIXTURES=1.
@Test func theFixtureIsUpToDate() throws {
  let items = [RKeychainNewItem(service: "com.example.app", key: "token", value: Data("t0ken".utf8))]
  let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/Fixtures/logged-in.vault"
  if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
    try RVaultFixture.create(at: path, items: items, replacing: true)
  }
  #expect(try RVaultFixture.isCurrent(at: path, items: items))
}
// docs: end

// docs: failing

@Test func asksAgainWhenTheKeychainIsLocked() throws {
  let store = RFailingStore()
  store.fail(.copyMatching, forKey: "token", with: .locked, times: 1)
  try RKeychainStores.with(store) { () throws(RKeychainError) in
    let tokens = TokenStore()
    try tokens.logIn(token: "t0ken")
    #expect(tokens.state() == .unknown)
    #expect(tokens.state() == .loggedIn(token: "t0ken"))
  }
  #expect(store.count(of: .copyMatching, forKey: "token") == 2)
}

@Test(arguments: [RFailingStore.Failure.locked, .missingEntitlement, .unavailable, .damaged, .status(-25308)])
func neverTakesAFailureForBeingLoggedOut(_ failure: RFailingStore.Failure) {
  let store = RFailingStore()
  store.fail(.copyMatching, with: failure)
  RKeychainStores.with(store) { #expect(TokenStore().state() == .unknown) }
}
// docs: end

// docs: snapshot

@Test(.vault) func writesNothingButTheToken() throws {
  try TokenStore().logIn(token: "t0ken")
  let snapshot = try RKeychainSnapshot(of: RVaultTesting.vault)
  #expect(
    snapshot
      == RKeychainSnapshot([
        RKeychainNewItem(service: "com.example.app", key: "token", value: Data("t0ken".utf8))
      ]))
}
// docs: end

// docs: locked

@Test(.vault) func isUnknownBeforeTheFirstUnlock() throws {
  let vault = try RVaultTesting.vault
  try TokenStore().logIn(token: "t0ken")
  let reopened = try RVault(at: vault.path)
  RKeychainStores.with(reopened) { #expect(TokenStore().state() == .unknown) }
}
// docs: end

// docs: contract

@Test(arguments: RKeychainContract.cases)
func keepsTheContract(_ rule: RKeychainContract.Case) async throws {
  try await rule.check { CountingStore() }
}
// docs: end

// docs: guard

@Test func aTestWithoutAStoreCannotReachTheRealOne() {
  let error = #expect(throws: RKeychainError.self) { try TokenStore().logIn(token: "t0ken") }
  #expect(error?.kind == .noDefaultStore)
}
// docs: end
