import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Eight processes with many tasks each on one vault, in memory and on a disk, while others do their worst.
@Suite(.serialized, .timeLimit(.minutes(30))) struct TaskRaceTests {
  private func made(isInMemory: Bool = true) throws -> (place: ScratchDirectory, keychain: RKeychain) {
    let place = try ScratchDirectory(isInMemory: isInMemory)
    return (place, RKeychain(service: "race", store: try RaceVault.make(place.path)))
  }

  /// In the default form there are fewer tasks, above all on the disk, which makes each write wait.
  private static func taskCount(isInMemory: Bool) -> Int { LongTests.areWanted ? 32 : isInMemory ? 8 : 2 }

  @Test("lose no update, and see nothing torn or absent", arguments: [true, false])
  func loseNothing(isInMemory: Bool) async throws {
    let (place, keychain) = try made(isInMemory: isInMemory)
    for counter in 0..<16 { try keychain.set("0", forKey: "counter \(counter)") }
    let tasks = Self.taskCount(isInMemory: isInMemory)
    let answers = try await Race(
      place: place, races: Array(repeating: "tasks", count: 8), alongside: ["disturbs"], rounds: tasks
    ).run()
    #expect(answers.dropLast().allSatisfy { $0 == ["done"] })
    let fresh = RKeychain(service: "race", store: try RaceVault.open(place.path))
    let counts = try (0..<16).map { Int(try fresh.string(forKey: "counter \($0)") ?? "") ?? -1 }
    #expect(counts.reduce(0, +) == 8 * tasks)
    // Half of the items were deleted again.
    #expect(try fresh.allKeys().count == 16 + 8 * tasks / 2)
    #expect(try fresh.problems().isEmpty)
  }

  @Test(
    "that list a thousand items and search all groups never see absence or damage", arguments: [true, false])
  func list(isInMemory: Bool) async throws {
    let (place, keychain) = try made(isInMemory: isInMemory)
    let items = (0..<RaceVault.manyCount).map { position in
      RKeychainRestoredItem(
        RKeychainNewItem(
          service: "many", key: "item \(position)", accessGroup: position % 5 == 0 ? nil : "g\(position % 5)",
          value: Data(repeating: 1, count: 100)))
    }
    _ = try #require(keychain.store as? RVault).restore(items, onConflict: .fail, dryRun: false)
    let answers = try await Race(
      place: place, races: ["replacesMany", "replacesMany"], alongside: ["lists", "lists", "lists"],
      rounds: LongTests.areWanted ? 5_000 : 8
    ).run()
    #expect(answers.dropFirst(2).allSatisfy { (Int($0.first ?? "") ?? 0) > 0 })
  }

  @Test("hear of it where `git clean` takes files away from them, and lose nothing") func survive()
    async throws
  {
    let (place, keychain) = try made()
    try keychain.set("0", forKey: "counter")
    let vault = try #require(keychain.store as? RVault).path
    let git = try ChildProgram(
      "/usr/bin/git", arguments: ["init", "-q", vault],
      environment: ["PATH": "/usr/bin:/bin", "HOME": place.path], outputLimit: 10_000
    ).run()
    try #require(git.status == 0)
    let answers = try await Race(
      place: place, races: Array(repeating: "countsWhatItIsTold", count: 4), alongside: ["cleans"],
      rounds: LongTests.areWanted ? 1_000 : 30
    ).run()
    let told = answers.dropLast().joined().compactMap { Int($0) }.reduce(0, +)
    let fresh = RKeychain(service: "race", store: try RaceVault.open(place.path))
    #expect(told > 0)
    #expect(try fresh.string(forKey: "counter") == "\(told)")
  }

  @Test("of which none can lock keep each item whole", arguments: ["none", "pretended"])
  func doWithoutLocks(locks: String) async throws {
    let (place, keychain) = try made()
    try keychain.set(Data(repeating: 0, count: 5_000), forKey: "replaced")
    let rounds = LongTests.areWanted ? 300 : 15
    let answers = try await Race(
      place: place, races: Array(repeating: "writesWithoutLocks", count: 8), rounds: rounds, locks: locks
    ).run()
    let fresh = RKeychain(service: "race", store: try RaceVault.open(place.path))
    for round in 0..<rounds {
      let winners = answers.indices.filter { answers[$0].contains("\(round)") }
      #expect(winners.count <= 1)
      let value = try fresh.string(forKey: "key \(round)")
      if let winner = winners.first { #expect(value == "added by \(winner)") }
    }
    #expect(!answers.joined().isEmpty)
    #expect(try fresh.problems().isEmpty)
  }

  @Test("are let in at once where the holder is killed") func followTheDead() throws {
    let (place, keychain) = try made()
    let holder = try Race.start("holds", in: place)
    defer { if holder.isRunning { kill(holder.processIdentifier, SIGKILL) } }
    while holder.isRunning, !FileManager.default.fileExists(atPath: place.path("holding")) { usleep(1_000) }
    let system = FileSystem()
    let root = try system.openDirectory(try #require(keychain.store as? RVault).path)
    #expect(try !system.lock(root, .exclusive, wait: .no))
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(try system.lock(root, .exclusive, wait: .no))
    try system.unlock(root)
    try keychain.set("v", forKey: "k")
    #expect(try keychain.string(forKey: "k") == "v")
  }
}
