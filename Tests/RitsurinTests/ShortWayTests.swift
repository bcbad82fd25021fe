import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinVault
import Testing

/// A keychain's getters answer the same whether their store can take a short way or not.
@Suite struct ShortWayTests {
  /// A store that offers nothing beside the protocol, so that no getter can pass it by.
  private struct LongWay: RKeychainStore {
    let vault: RVault

    func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes { try vault.add(item) }
    func copyMatching(
      _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
    ) throws(RKeychainError) -> RKeychainMatches {
      try vault.copyMatching(query, returning: returning, limit: limit)
    }
    func update(
      _ query: RKeychainQuery, _ changes: RKeychainChanges
    ) throws(RKeychainError) -> [RKeychainAttributes] { try vault.update(query, changes) }
    func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int { try vault.delete(query) }
    func set(
      _ item: RKeychainNewItem, if condition: RKeychainCondition
    ) throws(RKeychainError) -> RKeychainAttributes { try vault.set(item, if: condition) }
  }

  enum State: CaseIterable { case open, locked, damaged, variants, groupToo, rewritten, notUnlocked }

  static let groups: [[String]?] = [nil, ["g"], []]

  /// A vault in such a state; its observer sees every call.
  private func vault(_ state: State) throws -> (FaultVault, RVault) {
    let files = try FaultVault()
    switch state {
    case .open: break
    case .locked: files.vault.lock()
    case .damaged:
      for key in ["a", "both", "device"] {
        let found = try #require(
          try files.vault.copyMatching(
            RKeychainQuery(service: "s", key: key), returning: .attributes, limit: .one
          ).items.first)
        let path = try files.path + "/" + files.vault.sealedPath(of: found.attributes)
        try Data([1]).write(to: URL(filePath: path))
      }
    case .variants:
      for key in ["a", "b", "device"] {
        _ = try files.vault.add(FaultVault.item("s", key, synchronizable: true, "another"))
      }
    case .groupToo:
      for key in ["a", "b", "grouped"] { _ = try files.vault.add(FaultVault.item("s", key, group: "h")) }
    case .rewritten:
      // By another handle: this one has read nothing of it.
      let keychain = RKeychain(service: "s", store: try files.opened())
      for key in ["a", "b", "both", "device"] { try keychain.set("rewritten", forKey: key) }
    case .notUnlocked:
      return (
        files,
        try RVault(at: files.path, environment: files.environment, files: .init(), policy: FaultVault.policy)
      )
    }
    return (files, files.vault)
  }

  /// What a call gave, or the text of its error.
  private enum Outcome<Value: Equatable>: Equatable {
    case value(Value)
    case failure(String)

    init(_ body: () throws -> Value) {
      do { self = .value(try body()) } catch let error as RKeychainError {
        self = .failure("\(error.kind) \(error.message) \(error.path ?? "-")")
      } catch {
        self = .failure("\(error)")
      }
    }
  }

  @Test(arguments: State.allCases, groups) func answersAlike(_ state: State, _ groups: [String]?) throws {
    let (files, vault) = try vault(state)
    defer { withExtendedLifetime(files) {} }
    let store = vault.restricted(to: groups)
    for group in [nil, "g", "h", "", "a\0b"] {
      for service in ["s", "only"] {
        let short = RKeychain(service: service, accessGroup: group, store: store)
        let long = RKeychain(service: service, accessGroup: group, store: LongWay(vault: store))
        // Where there is nothing to tell apart, one key of each service stands for all.
        let isPlain = service == "only" || group == "" || group == "a\0b"
        for key in isPlain ? ["a", "x"] : ["a", "b", "grouped", "both", "device", ""] {
          #expect(Outcome { try short.data(forKey: key) } == Outcome { try long.data(forKey: key) })
          #expect(Outcome { try short.contains(key) } == Outcome { try long.contains(key) })
          #expect(
            Outcome { try short.attributes(forKey: key) } == Outcome { try long.attributes(forKey: key) })
        }
        #expect(Outcome { try short.allKeys() } == Outcome { try long.allKeys() })
        #expect(Outcome { try short.items() } == Outcome { try long.items() })
      }
    }
  }

  @Test func opensAndReadsAFoundItemOnce() throws {
    let files = try FaultVault(withDeviceKey: false)
    let keychain = RKeychain(service: "s", store: files.vault)
    let value = files.disk.watch { try? keychain.string(forKey: "a") }
    #expect(value == "value of s a")
    // A short answer is not taken for the end where an observer could have cut it; the last look is for the
    // synchronizable variant.
    let calls: [SystemCall] = [.openat2, .pread, .pread, .close, .openat2]
    #expect(files.disk.events.map(\.call) == calls)
    #expect(files.disk.openDescriptors == [])
    let isThere = files.disk.watch { try? keychain.contains("a") }
    #expect(isThere == true && files.disk.events.map(\.call) == calls)
  }

  @Test func opensEachItemOfAListingOnce() throws {
    let files = try FaultVault(withDeviceKey: false)
    let keychain = RKeychain(service: "s", store: files.vault)
    let keys = files.disk.watch { try? keychain.allKeys() }
    #expect(keys == ["a", "b", "both", "grouped"])
    let opened = files.disk.events.filter { $0.call == .openat2 && $0.path?.hasSuffix(".sealed") == true }
    #expect(opened.count == 5 && files.disk.events.count { $0.call == .pread && $0.offset == 0 } == 5)
    #expect(files.disk.openDescriptors == [])
  }

  @Test func servesNothingHalfReplaced() throws {
    let files = try FaultVault()
    let keychain = RKeychain(service: "s", store: files.vault)
    let values = [Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 200_000)]
    try keychain.set(values[0], forKey: "a")
    let attributes = try #require(try keychain.attributes(forKey: "a"))
    let path = try files.path + "/" + files.vault.sealedPath(of: attributes)
    let first = try Data(contentsOf: URL(filePath: path))
    try keychain.set(values[1], forKey: "a")
    let second = try Data(contentsOf: URL(filePath: path))
    // A tool that writes in place leaves the beginning of one state with the end of the other.
    for cut in [90, 300, 1_024, 100_000] {
      try (first.prefix(cut) + second.dropFirst(cut)).write(to: URL(filePath: path))
      let error = #expect(throws: RKeychainError.self) { try keychain.data(forKey: "a") }
      #expect(error?.kind == .itemDamaged)
    }
    try first.write(to: URL(filePath: path))
    #expect(try keychain.data(forKey: "a") == values[0])
  }
}
