import Foundation
import Ritsurin
import RitsurinTesting
import SampleApp
import XCTest

// docs: xctest

final class TokenStoreXCTests: XCTestCase {
  func testRemembersTheToken() throws {
    try RVaultTesting.withVault { _ in
      let tokens = TokenStore()
      try tokens.logIn(token: "t0ken")
      XCTAssertEqual(tokens.state(), .loggedIn(token: "t0ken"))
    }
  }

  func testFindsTheTokenOfAnEarlierVersion() async throws {
    try await RVaultTesting.withVault(fixture: RVaultFixture("logged-in")) { _ in
      XCTAssertEqual(TokenStore().state(), .loggedIn(token: "t0ken"))
    }
  }

  func testIsUnknownWhenTheKeychainIsLocked() {
    let store = RFailingStore()
    store.fail(with: .locked)
    RKeychainStores.with(store) { XCTAssertEqual(TokenStore().state(), .unknown) }
  }
}
// docs: end

// docs: invoke

/// Every test of this class has a vault of its own.
final class VaultBackedXCTests: XCTestCase {
  override func invokeTest() {
    do {
      try RVaultTesting.withVault { _ in super.invokeTest() }
    } catch {
      XCTFail("no vault: \(error)")
    }
  }

  func testIsLoggedOutAtFirst() {
    XCTAssertEqual(TokenStore().state(), .loggedOut)
  }

  func testRemembersTheToken() throws {
    try TokenStore().logIn(token: "t0ken")
    XCTAssertEqual(TokenStore().state(), .loggedIn(token: "t0ken"))
    XCTAssertEqual(
      try RKeychainSnapshot(of: RVaultTesting.vault),
      RKeychainSnapshot([
        RKeychainNewItem(service: "com.example.app", key: "token", value: Data("t0ken".utf8))
      ]))
  }
}
// docs: end

// docs: xctest-contract

final class CountingStoreXCTests: XCTestCase {
  func testKeepsTheContract() async throws { try await RKeychainContract.check { CountingStore() } }
}
// docs: end

final class GuardXCTests: XCTestCase {
  func testATestWithoutAStoreCannotReachTheRealOne() {
    XCTAssertThrowsError(try TokenStore().logIn(token: "t0ken")) { error in
      XCTAssertEqual((error as? RKeychainError)?.kind, .noDefaultStore)
    }
  }
}
