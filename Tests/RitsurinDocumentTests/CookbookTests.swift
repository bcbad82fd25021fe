import Ritsurin
import RitsurinTesting
import Testing

/// The code of Docs/Cookbook.md, compiled and run; write a changed line in both.
@Suite struct CookbookTests {
  @Test(.vault(fixture: "logged-in")) func startsLoggedIn() throws {
    #expect(try RKeychain(service: "com.example.app").string(forKey: "token") == "t0ken")
  }
}
