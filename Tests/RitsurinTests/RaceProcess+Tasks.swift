import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinVault
import Testing

extension RaceProcess {
  /// Tasks at once on the one handle of the process: counters that all share, and items of their own that are set,
  /// renamed, moved, listed and deleted.
  @Test func tasks() async throws {
    try await run { keychain, number, rounds in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<rounds {
          group.addTask { try await Self.task(task, of: number, RAsyncKeychain(keychain)) }
        }
        try await group.waitForAll()
      }
      return ["done"]
    }
  }

  private static func task(_ task: Int, of number: Int, _ keychain: RAsyncKeychain) async throws {
    try await count(in: "counter \(task % 16)", keychain)
    let name = "task \(number) \(task)"
    try await keychain.set("first", forKey: name)
    try await keychain.set("second", forKey: name)
    #expect(try await keychain.string(forKey: name) == "second")
    let store = try #require(keychain.keychain.store)
    var changes = RKeychainChanges()
    changes.key = .set(name + " renamed")
    changes.accessGroup = .set("group \(task % 3)")
    _ = try store.update(RKeychainQuery(service: "race", key: name), changes)
    #expect(try await keychain.string(forKey: name) == nil)
    #expect(try await keychain.string(forKey: name + " renamed") == "second")
    if task % 8 == 0 {
      let counters = try await keychain.allKeys().filter { $0.hasPrefix("counter") }
      #expect(counters.count == 16)
      #expect(try await keychain.problems().isEmpty)
    }
    if task % 2 == 0 { #expect(try await keychain.removeItem(forKey: name + " renamed")) }
  }

  /// Adds 1, again where another was faster.
  private static func count(in key: String, _ keychain: RAsyncKeychain) async throws {
    while true {
      let revision = try #require(try await keychain.revision(forKey: key))
      let text = try #require(try await keychain.string(forKey: key))
      do throws(RKeychainError) {
        try await keychain.set(String((Int(text) ?? -100_000) + 1), forKey: key, ifRevision: revision)
        return
      } catch {
        guard error.kind == .conflict else { throw error }
      }
    }
  }

  /// Removes, replaces and fills `.lock`, and dates files into past and future, until the others are done.
  @Test func disturbs() async throws {
    try await run { keychain, _, _ in
      let vault = try #require(keychain.store as? RVault).path
      let lock = vault + "/.lock"
      var turns = 0
      while try !Self.isStopped() {
        switch turns % 4 {
        case 0: try? FileManager.default.removeItem(atPath: lock)
        case 1: try? Data("4711\n".utf8).write(to: URL(filePath: lock))
        case 2: try? Data("0".utf8).write(to: URL(filePath: lock), options: .atomic)
        default: break
        }
        for name in [".lock", "", "items", "vault.header"] {
          try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: turns % 2 == 0 ? 1e8 : -1e8)],
            ofItemAtPath: vault + "/" + name)
        }
        turns += 1
        usleep(1_000)
      }
      return ["\(turns)"]
    }
  }

  /// Counts, and says how often it was told that it had; a writer whose temporary file is taken away hears of it.
  @Test func countsWhatItIsTold() async throws {
    try await run { keychain, _, rounds in
      var told = 0
      for _ in 0..<rounds {
        do throws(RKeychainError) {
          guard let revision = try keychain.revision(forKey: "counter"),
            let text = try keychain.string(forKey: "counter")
          else { return ["failed: the counter is absent"] }
          try keychain.set(String((Int(text) ?? -100_000) + 1), forKey: "counter", ifRevision: revision)
          told += 1
        } catch {
          guard error.kind == .conflict || error.kind == .cannotWrite else { throw error }
        }
      }
      return ["\(told)"]
    }
  }

  /// Runs `git clean -x` over and over until the others are done.
  @Test func cleans() async throws {
    try await run { keychain, _, _ in
      let vault = try #require(keychain.store as? RVault).path
      var turns = 0
      while try !Self.isStopped() {
        let git = try ChildProgram(
          "/usr/bin/git", arguments: ["-C", vault, "clean", "-fdXq"],
          environment: ["PATH": "/usr/bin:/bin", "HOME": vault], outputLimit: 10_000
        ).run()
        // Where a writer removed a file first, git gives up with 128, and begins anew here.
        if git.status != 0, git.status != 1, git.status != 128 { return ["failed: git \(git.status)"] }
        turns += 1
      }
      return ["\(turns)"]
    }
  }

  /// Replaces and reads one item, and adds items, where locks are worth nothing.
  @Test func writesWithoutLocks() async throws {
    try await run { keychain, number, rounds in
      var won: [String] = []
      for round in 0..<rounds {
        do throws(RKeychainError) {
          let byte = UInt8(truncatingIfNeeded: number * 16 + round)
          try keychain.set(Data(repeating: byte, count: 5_000), forKey: "replaced")
        } catch {
          guard error.kind == .cannotWrite else { throw error }
        }
        guard let value = try keychain.data(forKey: "replaced"), value.count == 5_000,
          Set(value).count == 1
        else { return ["failed: the replaced item is absent or torn"] }
        do throws(RKeychainError) {
          try keychain.add("added by \(number)", forKey: "key \(round)")
          won.append("\(round)")
        } catch {
          guard error.kind == .cannotWrite || error.kind == .duplicateItem else { throw error }
        }
      }
      return won
    }
  }

  /// Lists a thousand items and searches all groups until the others are done; says what it should never have seen.
  @Test func lists() async throws {
    try await run { keychain, number, _ in
      var wrong: Set<String> = []
      var turns = 0
      let many = RKeychain(service: "many", store: keychain.store)
      while try !Self.isStopped() {
        if number % 2 == 0 {
          let found = try many.items()
          if found.count != RaceVault.manyCount { wrong.insert("listed \(found.count)") }
          if let problem = try many.problems().first { wrong.insert("\(problem.error)") }
        } else {
          for position in [0, 7] {
            if try many.data(forKey: "item \(position)")?.count != 100 {
              wrong.insert("a search found nothing")
            }
          }
        }
        turns += 1
      }
      return wrong.isEmpty ? ["\(turns)"] : ["failed: \(wrong.sorted())"]
    }
  }

  /// Replaces items of the thousand, in the default place and in groups.
  @Test func replacesMany() async throws {
    try await run { keychain, number, rounds in
      let many = RKeychain(service: "many", store: keychain.store)
      for round in 0..<rounds {
        try many.set(
          Data(repeating: UInt8(truncatingIfNeeded: round), count: 100), forKey: "item \((round * 7) % 20)")
      }
      return ["done \(number)"]
    }
  }

  /// Takes the lock of the vault and keeps it.
  @Test func holds() async throws {
    let directory = try Self.value(RaceVariable.directory)
    let lock = try WriteLock.acquire(path: directory + "/test.vault", files: FileSystem())
    try lock.begin()
    try RaceVault.note("", in: directory, "holding")
    while true { sleep(60) }
  }
}
