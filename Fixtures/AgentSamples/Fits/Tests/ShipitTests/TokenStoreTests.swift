import XCTest

@testable import shipit

final class TokenStoreTests: XCTestCase {
  func testRemembersTheToken() throws {
    try XCTSkipIf(ProcessInfo.processInfo.environment["CI"] != nil, "needs a keychain")
    TokenStore().token = "t0ken"
    XCTAssertEqual(TokenStore().token, "t0ken")
  }
}
