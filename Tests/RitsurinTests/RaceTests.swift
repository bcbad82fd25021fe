import Foundation
import Ritsurin
import RitsurinTestSupport
import Testing

/// Eight processes on one vault: nothing is lost, and all agree.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RaceTests {
  static let processCount = 8
  static let rounds = LongTests.areWanted ? 400 : 12

  private func race(
    _ races: [String], rounds: Int = rounds, in place: ScratchDirectory
  ) async throws -> [[String]] {
    try await Race(place: place, races: races, rounds: rounds).run()
  }

  private func keychain(_ place: ScratchDirectory) throws -> RKeychain {
    RKeychain(service: "race", store: try RaceVault.open(place.path))
  }

  private func made() throws -> (place: ScratchDirectory, keychain: RKeychain) {
    let place = try ScratchDirectory(isInMemory: true)
    return (place, RKeychain(service: "race", store: try RaceVault.make(place.path)))
  }

  private static func all(_ name: String) -> [String] { Array(repeating: name, count: processCount) }

  @Test func allGetWhatOneMade() async throws {
    let (place, keychain) = try made()
    defer { withExtendedLifetime(place) {} }
    let answers = try await race(Self.all("getsOrSets"), in: place)
    for round in 0..<Self.rounds {
      let stored = try keychain.string(forKey: "key \(round)")
      #expect(Set(answers.map { $0[round] }) == [stored])
    }
    #expect(try keychain.allKeys().count == Self.rounds)
  }

  @Test func oneAddsAndTheOthersHearOfIt() async throws {
    let (place, keychain) = try made()
    defer { withExtendedLifetime(place) {} }
    let answers = try await race(Self.all("adds"), in: place)
    #expect(answers.joined().compactMap { Int($0) }.sorted() == Array(0..<Self.rounds))
    for (number, rounds) in answers.enumerated() {
      for round in rounds { #expect(try keychain.string(forKey: "key \(round)") == "added by \(number)") }
    }
  }

  @Test func noCountIsLost() async throws {
    let (place, keychain) = try made()
    defer { withExtendedLifetime(place) {} }
    try keychain.set("0", forKey: "counter")
    _ = try await race(Self.all("counts"), in: place)
    #expect(try keychain.string(forKey: "counter") == "\(Self.rounds * Self.processCount)")
  }

  @Test func setsAndDeletionsStandBesideEachOther() async throws {
    let (place, keychain) = try made()
    defer { withExtendedLifetime(place) {} }
    let answers = try await race(Self.all("setsAndDeletes"), in: place)
    for (number, keys) in answers.enumerated() {
      #expect(keys == (0..<3).map { "own \(number) \($0)" })
      for key in keys { #expect(try keychain.string(forKey: key)?.hasPrefix("\(number) ") == true) }
    }
    #expect(try keychain.string(forKey: "shared")?.hasSuffix(" \(Self.rounds - 1)") == true)
    #expect(try keychain.allKeys().count == 3 * Self.processCount + 1)
    #expect(try keychain.problems().isEmpty)
  }

  @Test func oneRenamesAndTheItemStays() async throws {
    let (place, keychain) = try made()
    defer { withExtendedLifetime(place) {} }
    try keychain.set("v", forKey: "name 0")
    let answers = try await race(Self.all("renames"), in: place)
    let won = answers.joined().compactMap { Int($0) }.sorted()
    // Whoever is too early finds nothing to rename, but no rename has two winners and none is left out.
    #expect(won == Array(0..<won.count))
    #expect(try keychain.allKeys() == ["name \(won.count)"])
    #expect(try keychain.string(forKey: "name \(won.count)") == "v")
  }

  @Test func readersNeverSeeAbsenceOrDamage() async throws {
    let (place, keychain) = try made()
    defer { withExtendedLifetime(place) {} }
    try keychain.set(Data(repeating: 0, count: 5_000), forKey: "replaced")
    try keychain.set("v", forKey: "moved")
    try keychain.set("v", forKey: "bound")
    // The device key must be there before others open the vault.
    let device = RKeychain(
      service: "other", accessibility: .afterFirstUnlockThisDeviceOnly, store: keychain.store)
    try device.set("v", forKey: "k")
    let answers = try await race(
      ["replaces"] + Array(repeating: "reads", count: Self.processCount - 1), rounds: Self.rounds * 5,
      in: place)
    #expect(answers[0] == ["done 0"])
    #expect(try self.keychain(place).allKeys() == ["bound", "moved", "replaced"])
  }
}
