import RitsurinSystem
import RitsurinVault
import Testing

@Suite("A large batch") struct BatchTests {
  private static func names(_ number: Int) -> Names { Names("k", service: "s\(number)") }

  private static func stage(
    _ count: Int, in vault: Vault, value: [UInt8] = [1]
  ) throws(VaultError) -> WriteTransaction {
    let transaction = try vault.beginWrite()
    for number in 0..<count {
      _ = try transaction.put(names(number).attributes(), value: value, replacing: nil, over: [])
      try transaction.relieve()
    }
    return transaction
  }

  @Test("takes few descriptors, however many directories it has") func descriptors() throws {
    let files = try KeyedVault()
    let open = Locked<(now: Int, most: Int)>((0, 0))
    let script = CallScript(after: { record in
      open.withLock { open in
        switch record.event.call {
        case .open, .openat, .openat2: if record.result >= 0 { open.now += 1 }
        case .close: open.now -= 1
        default: break
        }
        open.most = max(open.most, open.now)
      }
    })
    let vault = try files.open(script)
    let transaction = try Self.stage(200, in: vault)
    try transaction.commit()
    let most = open.withLock { $0.most }
    #expect(most < 100, "\(most) were open at once")
    #expect(try vault.listing().count == 200)
  }

  @Test("is written while it is staged") func relief() throws {
    let files = try KeyedVault()
    let vault = try files.open()
    let transaction = try Self.stage(100, in: vault)
    let temporary = files.names().count { $0.contains(".tmp-") }
    #expect(temporary >= 64)
    #expect(try vault.listing().isEmpty)
    try transaction.commit()
    #expect(files.names().count { $0.contains(".tmp-") } == 0)
    #expect(try vault.listing().count == 100)
    #expect(try files.read(".lock") == [0])
  }

  @Test("of large values is written early, too") func largeValues() throws {
    let files = try KeyedVault()
    let vault = try files.open()
    let transaction = try Self.stage(3, in: vault, value: [UInt8](repeating: 7, count: 3 << 20))
    #expect(files.names().count { $0.contains(".tmp-") } == 2)
    try transaction.commit()
    #expect(try vault.listing().count == 3)
  }

  @Test("that is given up leaves nothing") func abandon() throws {
    let files = try KeyedVault()
    let vault = try files.open()
    do { _ = try Self.stage(100, in: vault) }
    #expect(files.names().count { $0.contains(".tmp-") || $0.contains(".sealed") } == 0)
    try vault.put(Names("k"), [2])
    #expect(try vault.listing().count == 1 && files.read(".lock") == [0])
  }

  @Test("waits for the medium once before its record") func order() throws {
    let files = try KeyedVault()
    let script = CallScript()
    let vault = try files.open(script)
    try vault.put(Names("k"), [2])
    script.restart()
    try Self.stage(100, in: vault).commit()
    let calls = script.records.map(\.event)
    let record = try #require(calls.firstIndex { $0.call == .renameat && $0.newPath == ".commit" })
    let all = try #require(calls.firstIndex { $0.call == .syncfs })
    let first = try #require(calls.firstIndex { $0.newPath?.hasSuffix(".sealed") == true })
    let last = try #require(calls.lastIndex { $0.newPath?.hasSuffix(".sealed") == true })
    let end = try #require(calls.lastIndex { $0.call == .syncfs || $0.call == .fsync })
    #expect(all < record && record < first && last < end)
    #expect(calls[..<all].count { $0.call == .fsync } == 0)
  }
}
