import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("Listings") struct ListingTests {
  let files: KeyedVault
  let vault: Vault

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
    try vault.put(Names("k"), [1])
    try vault.put(Names("l", service: "t"), [2], .ak)
  }

  /// The exclusive lock, until the result goes.
  private func lock() throws -> FileDescriptor {
    let system = FileSystem()
    let root = try system.openDirectory(files.path)
    try #require(try system.lock(root, .exclusive, wait: .no))
    return root
  }

  private static func passes(_ script: CallScript) -> Int {
    script.records.count { $0.event.call == .openat2 && $0.event.path == "items" }
  }

  @Test("take the shared lock, and one pass under it") func takeLock() throws {
    let script = CallScript()
    let vault = try files.open(script)
    script.restart()
    #expect(try vault.listing().count == 2)
    #expect(
      script.records.contains { $0.event.call == .flock && $0.event.flags & LOCK_SH != 0 && $0.result == 0 })
    #expect(Self.passes(script) == 1)
    // Nobody is kept out afterwards.
    _ = try lock()
  }

  @Test("go over the directories twice where the lock is not to be had") func listWithoutLock() throws {
    let held = try lock()
    let script = CallScript()
    let vault = try files.open(script)
    #expect(try vault.listing().count == 2)
    #expect(Self.passes(script) == 2)
    withExtendedLifetime(held) {}
  }

  @Test("go over them again until nothing changes") func seeWhatComes() throws {
    let item = try #require(try vault.find(Names("l", service: "t").scope, values: false).items.first)
    let bytes = try files.read(item.address.sealedPath)
    try files.remove(item.address.serviceDirectory)
    let (unlocking, once) = (Once(), Once())
    let files = files
    // The end of the first pass over `items`, after the one over `slots`.
    let script = CallScript(before: { event in
      guard event.call == .closedir, !unlocking.take(), once.take() else { return }
      try? files.write(bytes, to: item.address.sealedPath)
    })
    let held = try lock()
    #expect(try files.open(script).listing().count == 2)
    #expect(Self.passes(script) == 3)
    withExtendedLifetime(held) {}
  }

  @Test("give up after four passes over what keeps changing") func endPasses() throws {
    let directory = try #require(try vault.find(Names("k").scope, values: false).items.first).address
      .directory
    let files = files
    let script = CallScript(before: { event in
      guard event.call == .openat2, event.path == "items" else { return }
      let name = Base32.encode(Random.bytes(16))
      try? files.write([1], to: directory + "/" + name + ".sealed")
    })
    let held = try lock()
    let lines = try files.open(script).listing()
    #expect(Self.passes(script) == 4)
    #expect(lines.count == 6 && lines.count { $0.hasSuffix(" notAnItem") } == 4)
    withExtendedLifetime(held) {}
  }

  @Test("leave out what is gone when it is opened") func leaveOut() throws {
    let path = try #require(try vault.find(Names("k").scope, values: false).items.first).address.sealedPath
    let files = files
    let script = CallScript(before: { event in
      guard event.call == .openat2, event.path == path else { return }
      try? files.remove(path)
    })
    #expect(try files.open(script).listing().count == 1)
  }

  @Test("keep to their scope") func keepScope() throws {
    try vault.put(Names("k", group: "g"), [3])
    try vault.put(Names("k", synchronizable: true), [4])
    func count(
      service: String? = nil, account: String? = nil, group: ItemScope.Group = .every,
      synchronizable: Bool? = nil
    ) throws -> Int {
      let scope = ItemScope(service: service, account: account, group: group, synchronizable: synchronizable)
      let found = try vault.find(scope, values: true)
      #expect(found.unreadable.isEmpty)
      return found.items.count
    }
    #expect(try count() == 4)
    #expect(try count(service: "s") == 3)
    #expect(try count(service: "x") == 0)
    #expect(try count(group: .only(nil)) == 3)
    #expect(try count(group: .only("g")) == 1)
    #expect(try count(account: "k") == 3)
    #expect(try count(synchronizable: true) == 1)
    #expect(try count(service: "s", account: "k") == 3)
    #expect(try count(service: "s", account: "k", group: .only(nil)) == 2)
    #expect(try count(service: "t", account: "k") == 0)
  }
}
