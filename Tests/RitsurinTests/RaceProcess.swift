import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinVault
import Testing

/// What a racing process is told by its environment.
enum RaceVariable {
  /// The directory with the vault; where it is set, this is a racing process.
  static let directory = "RITSURIN_TEST_RACE"
  /// Its number, from 0.
  static let number = "RITSURIN_TEST_RACE_NUMBER"
  /// How many rounds it runs.
  static let rounds = "RITSURIN_TEST_RACE_ROUNDS"
  /// What its file system does about locks: `none`, `pretended`, or what the kernel does.
  static let locks = "RITSURIN_TEST_RACE_LOCKS"
}

/// One of the processes that race on a vault: this test program, run again.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[RaceVariable.directory] != nil))
struct RaceProcess {
  /// The races, by their name in the environment of the process.
  static func value(_ name: String) throws -> String {
    try #require(ProcessInfo.processInfo.environment[name])
  }

  /// Whether the others are done.
  static func isStopped() throws -> Bool {
    FileManager.default.fileExists(atPath: try value(RaceVariable.directory) + "/stop")
  }

  func run(_ body: (RKeychain, _ number: Int, _ rounds: Int) async throws -> [String]) async throws {
    let directory = try Self.value(RaceVariable.directory)
    let number = try #require(Int(Self.value(RaceVariable.number)))
    let rounds = try #require(Int(Self.value(RaceVariable.rounds)))
    let store = try RaceVault.open(directory, number: number)
    // All wait for the slowest to start.
    try RaceVault.note("", in: directory, "ready-\(number)")
    while !FileManager.default.fileExists(atPath: directory + "/go") { usleep(500) }
    let lines: [String]
    do { lines = try await body(RKeychain(service: "race", store: store), number, rounds) } catch {
      lines = ["failed: \(error)"]
    }
    try RaceVault.note(lines.joined(separator: "\n"), in: directory, "answer-\(number)")
  }

  @Test func getsOrSets() async throws {
    try await run { keychain, number, rounds in
      try (0..<rounds).map { round in try keychain.getOrSet(forKey: "key \(round)") { "made by \(number)" } }
    }
  }

  @Test func adds() async throws {
    try await run { keychain, number, rounds in
      try (0..<rounds).filter { round in
        do throws(RKeychainError) {
          try keychain.add("added by \(number)", forKey: "key \(round)")
          return true
        } catch {
          guard error.kind == .duplicateItem, error.currentRevision != nil else { throw error }
          return false
        }
      }.map { "\($0)" }
    }
  }

  /// Adds 1 to one counter, again where another was faster; only the last state that was seen is read anew.
  @Test func counts() async throws {
    try await run { keychain, _, rounds in
      var conflicts = 0
      for _ in 0..<rounds {
        while true {
          let item = try #require(
            try keychain.store?.copyMatching(RKeychainQuery(service: "race", key: "counter")).items.first)
          let text = String(decoding: try #require(item.value), as: UTF8.self)
          let next = String(try #require(Int(text)) + 1)
          do throws(RKeychainError) {
            try keychain.set(next, forKey: "counter", ifRevision: item.attributes.revision)
            break
          } catch {
            guard error.kind == .conflict, error.currentRevision != nil else { throw error }
            conflicts += 1
          }
        }
      }
      return ["\(conflicts)"]
    }
  }

  /// Sets and removes items of its own between those of others, and one that all share.
  @Test func setsAndDeletes() async throws {
    try await run { keychain, number, rounds in
      for round in 0..<rounds {
        try keychain.set("\(number) \(round)", forKey: "shared")
        try keychain.set("\(number) \(round)", forKey: "own \(number) \(round % 3)")
        if round % 3 == 1 { #expect(try keychain.removeItem(forKey: "own \(number) 0")) }
        if round % 3 == 2 {
          try keychain.set("\(number) again", forKey: "own \(number) 0")
          try keychain.removeItem(forKey: "gone")
        }
      }
      return try keychain.allKeys().filter { $0.hasPrefix("own \(number)") }
    }
  }

  /// Passes one item on from name to name; each rename has one winner.
  @Test func renames() async throws {
    try await run { keychain, _, rounds in
      var won: [String] = []
      let store = try #require(keychain.store)
      for round in 0..<rounds {
        var changes = RKeychainChanges()
        changes.key = .set("name \(round + 1)")
        changes.accessGroup = round % 2 == 0 ? .set("g") : .cleared
        do throws(RKeychainError) {
          _ = try store.update(RKeychainQuery(service: "race", key: "name \(round)"), changes)
          won.append("\(round)")
        } catch {
          guard error.kind == .itemNotFound else { throw error }
        }
      }
      return won
    }
  }

  /// Reads what others replace, rename and move until they are done; says what it should never have seen.
  @Test func reads() async throws {
    try await run { keychain, _, _ in
      var wrong: [String] = []
      var readings = 0
      while try !Self.isStopped() {
        if try keychain.data(forKey: "replaced")?.count != 5_000 {
          wrong.append("the replaced item is absent")
        }
        if try keychain.string(forKey: "moved") == nil { wrong.append("the moved item is absent") }
        if try keychain.string(forKey: "bound") == nil { wrong.append("the bound item is absent") }
        let listed = try keychain.store?.copyMatching(
          RKeychainQuery(service: "race", synchronizable: .any), returning: .both, limit: .all)
        if let problem = listed?.problems.first { wrong.append("\(problem.error)") }
        let keys = Set(listed?.items.map(\.attributes.key) ?? [])
        if keys != ["replaced", "moved", "bound"] { wrong.append("listed \(keys.sorted())") }
        readings += 1
      }
      return wrong.isEmpty ? ["\(readings)"] : ["failed: \(Set(wrong).sorted())"]
    }
  }

  /// Replaces, moves and binds what others read.
  @Test func replaces() async throws {
    let directory = try Self.value(RaceVariable.directory)
    try await run { keychain, number, rounds in
      defer { try? RaceVault.note("", in: directory, "stop") }
      let store = try #require(keychain.store)
      for round in 0..<rounds {
        try keychain.set(Data(repeating: UInt8(truncatingIfNeeded: round), count: 5_000), forKey: "replaced")
        var move = RKeychainChanges()
        move.accessGroup = round % 2 == 0 ? .set("g") : .cleared
        _ = try store.update(RKeychainQuery(service: "race", key: "moved"), move)
        var bind = RKeychainChanges()
        bind.accessibility = .set(round % 2 == 0 ? .afterFirstUnlockThisDeviceOnly : .afterFirstUnlock)
        _ = try store.update(RKeychainQuery(service: "race", key: "bound"), bind)
      }
      return ["done \(number)"]
    }
  }
}
