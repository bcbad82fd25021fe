import Ritsurin

// docs: app

/// Remembers who is logged in.
///
/// It names no store: in the app that is the user's keychain, in a test the test's own.
public struct TokenStore: Sendable {
  private let keychain = RKeychain(service: "com.example.app")

  public init() {}

  public func logIn(token: String) throws(RKeychainError) {
    try keychain.set(token, forKey: "token")
  }

  public func logOut() throws(RKeychainError) {
    try keychain.removeItem(forKey: "token")
  }

  public enum State: Equatable, Sendable {
    case loggedIn(token: String)
    case loggedOut
    /// There may be a token, but it cannot be read now: never the same as being logged out.
    case unknown
  }

  public func state() -> State {
    do {
      guard let token = try keychain.string(forKey: "token") else { return .loggedOut }
      return .loggedIn(token: token)
    } catch {
      return .unknown
    }
  }
}
// docs: end
