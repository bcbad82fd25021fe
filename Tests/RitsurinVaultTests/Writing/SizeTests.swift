import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

@Suite("Sizes") struct SizeTests {
  static let names = Names("k")

  /// Bytes that are not all alike.
  static func value(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0x80, count: count)
    for index in stride(from: 0, to: count, by: 997) { bytes[index] = UInt8(truncatingIfNeeded: index >> 3) }
    return bytes
  }

  @Test("from none to 100 bytes round-trip") func roundTripSmall() throws {
    let files = try KeyedVault()
    let vault = try files.open()
    for count in 0...100 {
      let value = Self.value(count)
      try vault.put(Self.names, value)
      let isSame = try vault.value(Self.names) == value
      #expect(isSame, "\(count) bytes")
    }
    #expect(files.names().count { $0.hasSuffix(".sealed") } == 1)
  }

  @Test("of many bytes round-trip", arguments: [4_096, 64 << 10, 1 << 20, 64 << 20])
  func roundTrip(count: Int) throws {
    let files = try KeyedVault(isFast: count <= 1 << 20)
    let vault = try files.open()
    let value = Self.value(count)
    try vault.put(Self.names, value)
    let isSame = try vault.value(Self.names) == value
    #expect(isSame)
    #expect(!files.names().contains { $0.contains(".tmp-") })
  }

  @Test("above 64 MiB are refused before anything is written") func refuse() throws {
    let files = try KeyedVault()
    let vault = try files.open()
    try vault.put(Self.names, [1])
    let before = try files.lines()
    let value = [UInt8](repeating: 1, count: 64 << 20 | 1)
    #expect(word { () throws(VaultError) in try vault.put(Self.names, value) } == "valueTooLarge")
    #expect(word { () throws(VaultError) in try vault.put(Names("other"), value) } == "valueTooLarge")
    #expect(try files.lines() == before)
  }

  /// acct, cdat, mdat, pdmn, svce and sync of an item of service `s` without its account, in bytes.
  static let fixedAttributes = 6 * 8 + 8 + 8 + 2 + 1 + 1

  @Test("of attributes end at 64 KiB with padding", arguments: [65_535, 65_536])
  func limitAttributes(count: Int) throws {
    let files = try KeyedVault()
    let vault = try files.open()
    try vault.put(Self.names, [1])
    let before = try files.lines()
    let names = Names(String(repeating: "k", count: count - Self.fixedAttributes))
    #expect(names.attributes().encode().count == count)
    let problem = word { () throws(VaultError) in try vault.put(names, [2]) }
    #expect(problem == (count == 65_535 ? nil : "attributesTooLarge"))
    if problem == nil {
      #expect(try vault.value(names) == [2])
    } else {
      #expect(try files.lines() == before)
    }
  }
}
