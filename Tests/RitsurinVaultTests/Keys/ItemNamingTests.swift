import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinTestSupport
import RitsurinVault
import Testing

/// What names become on disk, whatever they are.
@Suite("Names on disk") struct ItemNamingTests {
  static func naming(_ mode: NamesMode) throws -> ItemNaming {
    try ItemNaming(
      nameKey: key(hex: Vectors.all.keys.nameKey), mode: mode, deviceKey: key(hex: Vectors.all.keys.deviceKey)
    )
  }

  /// Any text: words that differ in case, that file systems know, and that no file may have.
  static func text(_ generator: inout some RandomNumberGenerator) -> String {
    let words = [
      "Robert", "robert", "ROBERT", "con", "AUX", "nul", ".lock", "_vti_", "cache", "~", "a/../../b", "..",
      "....//", "\0", "\n",
      "\u{E9}", "e\u{301}", "\u{212A}", "\u{130}", "\u{131}", "stra\u{DF}e", "\u{1F511}", " ", "-",
      "\u{202E}", "x.sealed", "",
    ]
    let count = Int.random(in: 0...4, using: &generator)
    let parts = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
    return parts.joined()
      + (Bool.random(using: &generator) ? String(UInt16.random(in: 0...999, using: &generator)) : "")
  }

  @Test(
    "are told apart after folding, and hold nothing that anybody refuses",
    arguments: [NamesMode.opaque, .readable])
  func stayApart(mode: NamesMode) throws {
    let naming = try Self.naming(mode)
    var generator = SeededGenerator(seed: 5)
    var paths: [String: [UInt8]] = [:]
    var identities: Set<[UInt8]> = []
    for _ in 0..<10_000 {
      let service = Self.text(&generator), account = Self.text(&generator)
      let group = Bool.random(using: &generator) ? nil : Self.text(&generator) + "g"
      let isDevice = Bool.random(using: &generator)
      let address = try naming.address(
        account: account, service: service, group: group, synchronizable: Bool.random(using: &generator),
        tree: isDevice ? .device : .items)
      let identity = Array((address.path).utf8)
      identities.insert(identity)
      // What folds case or normalises, in whatever way, finds no two names alike.
      for folded in [address.path.lowercased(), address.path.uppercased().lowercased()] {
        #expect(folded == address.path)
        if let known = paths[folded] { #expect(known == identity) }
        paths[folded] = identity
      }
      for component in address.sealedPath.split(separator: "/") {
        let bytes = Array(component.utf8)
        #expect(bytes.count <= 255 && bytes.first != UInt8(ascii: "."))
        #expect(bytes.first != UInt8(ascii: "-") && bytes.first != UInt8(ascii: " "))
        #expect(bytes.last != UInt8(ascii: ".") && bytes.last != UInt8(ascii: " "))
        #expect(
          bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte)
              || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "~")].contains(byte)
          })
      }
    }
    #expect(paths.count == identities.count && paths.count > 5_000)
  }

  @Test("are short, however long the names are", arguments: [NamesMode.opaque, .readable])
  func stayShort(mode: NamesMode) throws {
    let naming = try Self.naming(mode)
    let long = String(repeating: "x", count: 60_000)
    let address = try naming.address(
      account: long, service: long, group: long, synchronizable: true, tree: .device)
    for path in [address.sealedPath, address.sidecarPath, address.directory + "/.tmp-0123456789abcdef"] {
      #expect(path.utf8.count <= 244)
      #expect(path.split(separator: "/").allSatisfy { $0.utf8.count <= 74 })
    }
    let files = try KeyedVault(mode == .readable ? "readable.vault" : "opaque.vault")
    let vault = try files.open(device: true)
    let most = Names(
      String(repeating: "k", count: 20_000), service: String(repeating: "s", count: 20_000),
      group: String(repeating: "g", count: 20_000))
    try vault.put(most, [1], .cku)
    #expect(try vault.value(most) == [1])
    #expect(files.names().allSatisfy { $0.utf8.count <= 244 })
    #expect(files.names().map(\.utf8.count).max() ?? 0 > (mode == .readable ? 230 : 100))
    #expect(word { () throws(VaultError) in try vault.put(Names(long + long), [1]) } == "attributesTooLarge")
  }
}
