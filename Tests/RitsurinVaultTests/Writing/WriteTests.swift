import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite("Writes") struct WriteTests {
  let files: KeyedVault
  let vault: Vault

  init() throws {
    files = try KeyedVault()
    vault = try files.open()
  }

  private func sealedNames() -> [String] { files.names().filter { $0.hasSuffix(".sealed") } }

  private func value(_ names: Names) throws -> [UInt8]? { try files.open().value(names) }

  @Test("replace an item as a whole") func replace() throws {
    let names = Names("k")
    let first = try vault.put(names, [1])
    let second = try vault.put(names, [2, 2])
    #expect(first != second)
    #expect(try value(names) == [2, 2])
    #expect(try vault.find(names.scope, values: false).items.first?.revision == second)
    #expect(sealedNames().count == 1)
    #expect(files.names().count { $0.hasSuffix(".meta") } == 1)
  }

  @Test("leave sidecars of prefix and digest") func leaveSidecars() throws {
    try vault.put(Names("k"), [1])
    try vault.put(Names("k"), [UInt8](repeating: 3, count: 300))
    try vault.put(Names("l", group: "g", synchronizable: true), [])
    try vault.put(Names(String(repeating: "x", count: 200)), [9], .ak)
    #expect(sealedNames().count == 3)
    for name in sealedNames() {
      let sealed = try files.read(name)
      let prefix = 88 + Int(sealed[16]) + Int(sealed[17]) << 8 + Int(sealed[18]) << 16
      let digest = KeyedHash.digest256(unsafe sealed.span.bytes).bytes
      let isSidecar = try files.read(String(name.dropLast(7)) + ".meta") == sealed.prefix(prefix) + digest
      #expect(isSidecar)
    }
  }

  @Test("leave neither temporary files nor a record, and say that all is durable") func leaveNothing() throws
  {
    try vault.put(Names("k"), [1])
    try vault.put(Names("k"), [2])
    try vault.remove(Names("k"))
    #expect(!files.names().contains { $0.contains(".tmp-") || $0.contains(".commit") })
    #expect(try files.read(".lock") == [0])
    #expect(vault.takeNotices().isEmpty)
  }

  @Test("remove an item and its sidecar") func remove() throws {
    try vault.put(Names("k"), [1])
    try vault.put(Names("l"), [2])
    #expect(try vault.remove(Names("k")))
    #expect(try value(Names("k")) == nil)
    #expect(try value(Names("l")) == [2])
    #expect(files.names().count { $0.hasSuffix(".meta") } == 1)
    #expect(try !vault.remove(Names("k")))
  }

  @Test("rename an item in one step", arguments: ["default", "group"]) func rename(group: String) throws {
    let old = Names("old")
    let new = Names("new", group: group == "group" ? "g" : nil)
    try vault.put(old, [1])
    let transaction = try vault.beginWrite()
    let item = try #require(try transaction.find(old.scope, values: true).items.first)
    _ = try transaction.put(new.attributes(), value: [5], replacing: item, over: [])
    #expect(try value(old) == [1])
    #expect(try value(new) == nil)
    try transaction.commit()
    #expect(try value(old) == nil)
    #expect(try value(new) == [5])
    #expect(sealedNames().count == 1)
    #expect(files.names().count { $0.hasSuffix(".meta") } == 1)
    #expect(!files.names().contains { $0.contains(".tmp-") || $0.contains(".commit") })
  }

  @Test("change several items at once", arguments: [3, 40]) func changeSeveral(count: Int) throws {
    try vault.put(Names("gone"), [1])
    try vault.put(Names("0"), [1])
    let transaction = try vault.beginWrite()
    for item in try transaction.find(Names("gone").scope, values: false).items { transaction.remove(item) }
    for index in 0..<count {
      let names = Names("\(index)", group: index % 2 == 0 ? nil : "g")
      let old = try transaction.find(names.scope, values: false).items.first
      _ = try transaction.put(names.attributes(), value: [UInt8(index), 7], replacing: old, over: [])
    }
    try transaction.commit()
    #expect(try value(Names("gone")) == nil)
    for index in 0..<count {
      #expect(try value(Names("\(index)", group: index % 2 == 0 ? nil : "g")) == [UInt8(index), 7])
    }
    #expect(sealedNames().count == count && files.names().count { $0.hasSuffix(".meta") } == count)
    #expect(!files.names().contains { $0.contains(".tmp-") || $0.contains(".commit") })
    #expect(try files.read(".lock") == [0])
  }

  @Test("that are not committed change nothing, and free the lock") func abandon() throws {
    try vault.put(Names("k"), [1])
    let before = try files.lines()
    do {
      let transaction = try vault.beginWrite()
      let found = try transaction.find(Names("k").scope, values: false)
      _ = try transaction.put(Names("k").attributes(), value: [2], replacing: found.items.first, over: [])
      _ = try transaction.put(Names("l").attributes(), value: [2], replacing: nil, over: [])
    }
    #expect(try files.lines() == before)
    try vault.put(Names("l"), [3])
  }

  @Test("of nothing write nothing") func commitNothing() throws {
    try vault.put(Names("k"), [1])
    let before = try files.lines()
    try vault.beginWrite().commit()
    #expect(try files.lines() == before)
  }

  @Test("do not replace an item that is not expected") func collide() throws {
    try vault.put(Names("k"), [1])
    let transaction = try vault.beginWrite()
    _ = try transaction.put(Names("k").attributes(), value: [2], replacing: nil, over: [])
    #expect(word { () throws(VaultError) in try transaction.commit() } == "interference")
    #expect(try value(Names("k")) == [1])
  }

  @Test("do not replace what changed since it was read", arguments: [true, false]) func interfere(isPut: Bool)
    throws
  {
    try vault.put(Names("k"), [1])
    let name = try #require(sealedNames().first)
    let transaction = try vault.beginWrite()
    let item = try #require(try transaction.find(Names("k").scope, values: false).items.first)
    // Somebody without the lock.
    var other = try files.read(name)
    other[50] ^= 1
    try files.write(other, to: name)
    if isPut {
      _ = try transaction.put(Names("k").attributes(), value: [2], replacing: item, over: [])
    } else {
      transaction.remove(item)
    }
    #expect(word { () throws(VaultError) in try transaction.commit() } == "interference")
    let isUntouched = try files.read(name) == other
    #expect(isUntouched && !files.names().contains { $0.contains(".tmp-") })
  }

  @Test("replace and remove what does not open when it is named") func replaceDamaged() throws {
    try vault.put(Names("k"), [1])
    let name = try #require(sealedNames().first)
    try files.write([1, 2, 3], to: name)
    #expect(word { () throws(VaultError) in _ = try vault.value(Names("k")) } == "notAnItem")
    try vault.put(Names("k"), [4])
    #expect(try value(Names("k")) == [4])
    try files.write([], to: name)
    #expect(try vault.remove(Names("k")))
    #expect(try value(Names("k")) == nil && sealedNames().isEmpty)
  }

  @Test("keep composed and decomposed names apart") func keepForms() throws {
    let composed = Names("caf\u{E9}", service: "\u{AC01}", group: "\u{E9}")
    let decomposed = Names("cafe\u{301}", service: "\u{1100}\u{1161}\u{11A8}", group: "e\u{301}")
    try vault.put(composed, [1])
    try vault.put(decomposed, [2])
    try vault.put(Names("caf\u{E9}"), [3])
    try vault.put(Names("cafe\u{301}"), [4])
    let again = try files.open()
    #expect(try again.value(composed) == [1] && again.value(decomposed) == [2])
    #expect(try again.value(Names("caf\u{E9}")) == [3] && again.value(Names("cafe\u{301}")) == [4])
    #expect(sealedNames().count == 4)
    try vault.remove(Names("caf\u{E9}"))
    #expect(try again.value(Names("cafe\u{301}")) == [4] && again.value(Names("caf\u{E9}")) == nil)
  }
}
