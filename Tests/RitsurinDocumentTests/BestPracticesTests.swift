import Ritsurin
import RitsurinTesting
import Testing

/// The code of Docs/BestPractices.md, compiled and run; write a changed line in both.
@Suite(.inMemoryKeychain) struct BestPracticesTests {
  let keychain = RKeychain(service: "com.example.app")

  struct Session: Codable, Equatable { var token: String }

  func session() throws(RKeychainError) -> Session? {
    try keychain.object(Session.self, forKey: "session")
  }

  func countLogin() throws(RKeychainError) {
    while true {
      let revision = try keychain.revision(forKey: "logins")
      let count = try keychain.object(Int.self, forKey: "logins") ?? 0
      do throws(RKeychainError) {
        if let revision {
          try keychain.set(count + 1, forKey: "logins", ifRevision: revision)
        } else {
          try keychain.add(count + 1, forKey: "logins")
        }
        return
      } catch {
        guard error.kind == .conflict || error.kind == .duplicateItem else { throw error }
      }
    }
  }

  @Test func tellsAbsenceFromFailure() throws {
    #expect(try session() == nil)
    try keychain.set(Session(token: "t0ken"), forKey: "session")
    #expect(try session() == Session(token: "t0ken"))
    let locked = RFailingStore()
    locked.fail(with: .locked)
    RKeychainStores.with(locked) {
      #expect(throws: RKeychainError.self) { try session() }
    }
  }

  @Test func makesAKeyOnlyOnce() throws {
    func makeKey() -> String { "made" }
    let key = try keychain.getOrSet(forKey: "database-key") { makeKey() }
    #expect(key == "made")
  }

  @Test func countsEveryLogin() throws {
    for _ in 0..<3 { try countLogin() }
    #expect(try keychain.object(Int.self, forKey: "logins") == 3)
  }
}
