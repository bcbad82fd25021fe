import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Whatever state a vault is in, its short way says what the general way says, or nothing.
@Suite("The short way") struct ShortWayTests {
  private static func ask(_ vault: Vault) {
    let ways = BothWays(vault: vault)
    for account in DisturbedVault.accounts { ways.ask(account, service: "s") }
    for account in ["k", "grouped"] { ways.ask(account, service: "s", group: "g") }
    for account in ["k", "new"] { ways.ask(account, service: "t") }
    for service in ["s", "t"] { ways.list(service) }
    ways.list("s", group: "g")
  }

  @Test("agrees with the general one", arguments: Disturbance.allCases, [NamesMode.opaque, .readable])
  func agree(_ disturbance: Disturbance, mode: NamesMode) throws {
    let all = [Names("k"), Names("grouped", group: "g"), Names("variant", synchronizable: true)]
    // Each kind of item meets a third of what can happen; all meet everything in a long run.
    let turn = (Disturbance.allCases.firstIndex(of: disturbance) ?? 0) % all.count
    let isLong = LongTests.areWanted
    for names in mode == .readable ? [all[0]] : isLong ? all : [all[turn]] {
      var disturbed = try DisturbedVault(mode)
      let files = disturbed.files
      let early = try [files.open(device: true), files.open(), files.open(device: true)]
      early[2].lock()
      try disturbed.apply(disturbance, to: names)
      // A header that nobody can open leaves nothing to compare.
      let late = [try? files.open(device: true)].compactMap { $0 }
      for vault in early + late {
        Self.ask(vault)
        let answered = BothWays(vault: vault).ask(names.account, service: names.service, group: names.group)
        if disturbance.leavesItem { #expect(answered == .oneItem, "\(names.account)") }
      }
    }
  }

  @Test("answers where nothing is in its way", arguments: [NamesMode.opaque, .readable])
  func answer(mode: NamesMode) throws {
    let disturbed = try DisturbedVault(mode)
    let vault = try disturbed.files.open(device: true)
    let ways = BothWays(vault: vault)
    #expect(ways.ask("k", service: "s") == .oneItem)
    #expect(ways.ask("other", service: "s") == .oneItem)
    #expect(ways.ask("variant", service: "s") == .oneItem)
    #expect(ways.ask("grouped", service: "s", group: "g") == .oneItem)
    #expect(ways.list("s") == .service)
    #expect(ways.list("s", group: "g") == .service)
    #expect(ways.list("t") == .service)
  }

  @Test("leaves to the general one what is not plain") func leave() throws {
    let disturbed = try DisturbedVault(.opaque)
    let vault = try disturbed.files.open(device: true)
    let ways = BothWays(vault: vault)
    #expect(ways.ask("absent", service: "s") == [])
    #expect(ways.ask("grouped", service: "s") == [])
    #expect(ways.ask("k", service: "s", group: "g") == [])
    #expect(ways.ask("k", service: "absent") == [])
    #expect(ways.list("absent") == [])
    #expect(ways.ask(String(repeating: "k", count: 600), service: "s") == [])
    vault.lock()
    #expect(ways.ask("other", service: "s") == [.attributes, .presence])
    #expect(ways.ask("k", service: "s") == .oneItem)
    vault.forget()
    #expect(ways.ask("k", service: "s") == [] && ways.list("s") == [])
  }

  @Test("leaves what is written over between two readings", arguments: [true, false])
  func leaveChanging(isLast: Bool) throws {
    let files = try KeyedVault()
    let first = try files.open()
    let path = try first.address(of: Names("k").attributes()).sealedPath
    let states = try [1, 2].map { (byte: UInt8) in
      try first.put(Names("k"), [UInt8](repeating: byte, count: 9_000))
      return try files.read(path)
    }
    let readings = Once()
    // In place, as other tools write.
    let script = CallScript(after: { record in
      guard record.event.call == .pread, record.result == 1_024, readings.take() else { return }
      try? files.write(isLast ? Array(states[0].dropLast()) : states[0], to: path)
    })
    let vault = try files.open(script)
    #expect(vault.valueDirectly(service: "s", account: "k", group: nil) == nil)
    #expect(BothWays(vault: vault).ask("k", service: "s") == (isLast ? [] : .oneItem))
  }

  @Test("ends with a lock that comes meanwhile or before", arguments: [true, false])
  func endWithLock(isMeanwhile: Bool) throws {
    let files = try KeyedVault()
    try files.open().put(Names("k"), [1], .ak)
    let handle = Locked<Vault?>(nil)
    let locking = Once()
    let script = CallScript(before: { event in
      guard event.call == .openat2, event.path?.hasSuffix(".sealed") == true, locking.take() else { return }
      handle.withLock { $0 }?.lock()
    })
    let vault = try files.open(isMeanwhile ? script : nil)
    handle.withLock { $0 = vault }
    defer { handle.withLock { $0 = nil } }
    if !isMeanwhile { vault.lock() }
    // Who asked before the lock came is answered with what was open then.
    #expect((vault.valueDirectly(service: "s", account: "k", group: nil) != nil) == isMeanwhile)
    #expect(vault.valueDirectly(service: "s", account: "k", group: nil) == nil)
    #expect(BothWays(vault: vault).ask("k", service: "s") == [.attributes, .presence])
  }

  @Test("agrees at every byte of an item's file", arguments: EveryByteTests.Change.allCases)
  func agreeAtEveryByte(change: EveryByteTests.Change) throws {
    let files = try KeyedVault()
    let vault = try files.open(policy: .once)
    try vault.put(Names("k"), [1])
    try vault.put(Names("l"), [2])
    let path = try vault.address(of: Names("k").attributes()).sealedPath
    let ways = BothWays(vault: vault)
    let bytes = try files.read(path)
    var answered: Set<BothWays.Question> = []
    for variant in EveryByteTests.variants(of: bytes, change, everyBit: false) {
      try files.write(variant, to: path)
      answered.formUnion(ways.ask("k", service: "s"))
      answered.formUnion(ways.list("s"))
    }
    // A value's damage shows only to who opens it.
    #expect(answered == (change == .flippedBit ? [.attributes, .presence, .accounts, .items] : []))
  }

  @Test(
    "agrees at every length of a value", arguments: [0, 31, 32, 600, 700, 750, 800, 1_000, 4_096, 100_000])
  func agreeAtLengths(count: Int) throws {
    let files = try KeyedVault()
    let vault = try files.open()
    // Around the length that is read at once, in steps of the padding.
    for more in stride(from: 0, through: 320, by: 32) {
      try vault.put(Names("k"), [UInt8](repeating: 5, count: count + more))
      #expect(BothWays(vault: vault).ask("k", service: "s") == .oneItem)
    }
  }

  @Test("agrees about every vector", arguments: ItemVectorTests.items)
  func agreeAboutVectors(item: Vectors.Item) throws {
    let (files, vault) = try ItemVectorTests.vault(of: item)
    defer { withExtendedLifetime(files) {} }
    let ways = BothWays(vault: vault)
    for names in try Self.vectorNames.get() {
      ways.ask(names.account, service: names.service, group: names.group)
    }
    for service in Set(try Self.vectorNames.get().map(\.service)) { ways.list(service) }
  }

  /// The names of all vectors that open.
  private static let vectorNames = Result {
    var seen: Set<String> = []
    return try ItemVectorTests.sound.compactMap { vector -> Names? in
      guard seen.insert(vector.path).inserted else { return nil }
      let (files, vault) = try ItemVectorTests.vault(of: vector)
      defer { withExtendedLifetime(files) {} }
      return try vault.find(.everything, values: false).items.first.map {
        Names($0.attributes.account, service: $0.attributes.service, group: $0.attributes.group)
      }
    }
  }

  @Test(
    "agrees about vaults of another implementation",
    arguments: ["opaque.vault", "readable.vault", "rekeying.vault", "committing.vault"], [true, false])
  func agreeAboutGolden(name: String, device: Bool) throws {
    let scratch = try ScratchDirectory(isInMemory: true)
    let vault = try GoldenVaultTests.open(name, with: .keyFile, device: device, scratch: scratch)
    let ways = BothWays(vault: vault)
    let items = try vault.find(.everything, values: false).items
    var answers = 0
    for item in items.map(\.attributes) {
      answers += ways.ask(item.account, service: item.service, group: item.group).count
      ways.ask(item.account, service: item.service)
      ways.list(item.service)
      ways.list(item.service, group: item.group)
    }
    #expect(answers > 0)
  }
}
