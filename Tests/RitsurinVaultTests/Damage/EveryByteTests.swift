import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

/// A change of one byte at every place of every file: a typed error or the right answer, nothing else.
@Suite("Every byte") struct EveryByteTests {
  enum Change: CaseIterable { case flippedBit, missingByte, additionalByte }

  /// Files that are read when a vault is opened, and files that are not.
  enum File: CaseIterable {
    case header, headerCopy, passphraseSlot, keySlot
    case firstItem, secondItem, firstSidecar, secondSidecar, attributes, ignores, mark

    var isReadOnOpening: Bool {
      switch self {
      case .header, .headerCopy, .passphraseSlot, .keySlot: true
      default: false
      }
    }
  }

  /// The variants of a file with one change each.
  static func variants(of bytes: [UInt8], _ change: Change, everyBit: Bool) -> [[UInt8]] {
    var all: [[UInt8]] = []
    for index in 0..<bytes.count + (change == .additionalByte ? 1 : 0) {
      switch change {
      case .flippedBit:
        for bit in everyBit ? Array(0..<8) : [index % 8] {
          var variant = bytes
          variant[index] ^= 1 << UInt8(bit)
          all.append(variant)
        }
      case .missingByte:
        var variant = bytes
        variant.remove(at: index)
        all.append(variant)
      case .additionalByte:
        var variant = bytes
        variant.insert(UInt8(truncatingIfNeeded: index &* 37), at: index)
        all.append(variant)
      }
    }
    return all.filter { $0 != bytes }
  }

  static func name(of file: File, in vault: SmallVault) throws -> String {
    let files = vault.files()
    func item(_ names: Names, _ ending: String) throws -> String? {
      let item = try vault.open().find(names.scope, values: false).items.first
      return item.map { $0.address.path + ending }
    }
    func slot(_ kind: String) throws -> String? {
      try files.first { name in
        try name.hasSuffix(".slot")
          && String(decoding: vault.read(name), as: UTF8.self).contains("kind \(kind)\n")
      }
    }
    let name =
      switch file {
      case .header: "vault.header"
      case .headerCopy: "vault.header.backup"
      case .passphraseSlot: try slot("passphrase")
      case .keySlot: try slot("keyfile")
      case .firstItem: try item(SmallVault.first, ".sealed")
      case .secondItem: try item(SmallVault.second, ".sealed")
      case .firstSidecar: try item(SmallVault.first, ".meta")
      case .secondSidecar: try item(SmallVault.second, ".meta")
      case .attributes: ".gitattributes"
      case .ignores: ".gitignore"
      case .mark: ".lock"
      }
    return try #require(name.flatMap { files.contains($0) ? $0 : nil })
  }

  /// What a caller gets to see of one item: its value, the word of an error, or "absent".
  static func answer(_ names: Names, _ vault: Vault) -> String {
    do {
      guard let value = try vault.value(names) else { return "absent" }
      return value == SmallVault.values[names.account] ? "right" : "wrong"
    } catch {
      return error.word
    }
  }

  /// The answers to finding, without repeats.
  static func answers(_ vault: Vault) -> Set<String> {
    [answer(SmallVault.first, vault), answer(SmallVault.second, vault)]
  }

  /// The answers to listing, without repeats.
  static func listed(_ vault: Vault) -> Set<String> {
    do {
      let found = try vault.find(.everything, values: true)
      let isComplete = found.items.count + found.unreadable.count == 2
      let words = found.items.map { item in
        item.value.map(Array.init) == SmallVault.values[item.attributes.account] ? "right" : "wrong"
      }
      return Set(words + found.unreadable.map(\.error.word) + (isComplete ? [] : ["incomplete"]))
    } catch {
      return [error.word]
    }
  }

  static let permitted: [File: Set<String>] = [
    .header: ["right", "newerFormat"], .headerCopy: ["right"], .passphraseSlot: ["right", "wrongCredential"],
    .keySlot: ["right", "wrongCredential"],
    .firstItem: [
      "right", "notAnItem", "lineEndings", "truncated", "newerVersion", "otherVault", "unknownKey",
      "misplaced",
      "damaged", "needsNewerTool",
    ],
    .secondItem: [
      "right", "notAnItem", "lineEndings", "truncated", "newerVersion", "otherVault", "unknownKey",
      "misplaced",
      "damaged", "needsNewerTool",
    ],
  ]

  @Test("may be another", arguments: File.allCases, Change.allCases)
  func change(file: File, change: Change) throws {
    let small = try SmallVault()
    let name = try Self.name(of: file, in: small)
    let bytes = try small.read(name)
    let vault = try small.open()
    var seen: Set<String> = []
    for variant in Self.variants(of: bytes, change, everyBit: file == .firstItem) {
      try small.write(variant, to: name)
      guard file.isReadOnOpening else {
        seen.formUnion(Self.answers(vault))
        seen.formUnion(Self.listed(vault))
        continue
      }
      do throws(VaultError) {
        let opened = try small.open(with: file == .passphraseSlot ? small.passphrase : small.key)
        seen.formUnion(Self.answers(opened))
      } catch {
        seen.insert(error.word)
      }
    }
    #expect(seen.subtracting(Self.permitted[file] ?? ["right"]) == [])
    try small.write(bytes, to: name)
    #expect(try Self.answers(small.open()) == ["right"])
  }

  @Test("of an item's file that is another makes it unreadable, and only it", arguments: Change.allCases)
  func changeItem(change: Change) throws {
    let small = try SmallVault()
    let name = try Self.name(of: .firstItem, in: small)
    let bytes = try small.read(name)
    let vault = try small.open()
    var seen: Set<String> = []
    for variant in Self.variants(of: bytes, change, everyBit: false) {
      try small.write(variant, to: name)
      seen.insert(Self.answer(SmallVault.first, vault))
      #expect(Self.answer(SmallVault.second, vault) == "right")
      let found = try vault.find(.everything, values: true)
      #expect(found.items.count == 1 && found.unreadable.first?.address.sealedPath == name)
    }
    #expect(!seen.contains("right") && !seen.contains("wrong") && !seen.contains("absent"))
  }

  @Test("of a header without a copy counts", arguments: Change.allCases)
  func changeOnlyHeader(change: Change) throws {
    let files = try KeyedVault()
    try files.remove("vault.header.backup")
    let bytes = try files.read("vault.header")
    var seen: Set<String> = []
    for variant in Self.variants(of: bytes, change, everyBit: false) {
      try files.write(variant, to: "vault.header")
      seen.insert(
        word { () throws(VaultError) in _ = try Vault(path: files.path, policy: .once) } ?? "opened")
    }
    #expect(seen.subtracting(["headerDamaged", "newerFormat"]) == [])
  }

  @Test("of an item may end the file", arguments: [Names("first"), SmallVault.second].map(\.account))
  func cut(account: String) throws {
    let small = try SmallVault()
    let name = try Self.name(of: account == "first" ? .firstItem : .secondItem, in: small)
    let bytes = try small.read(name)
    let vault = try small.open()
    for count in 0..<bytes.count {
      try small.write(Array(bytes.prefix(count)), to: name)
      #expect(Self.answer(account == "first" ? SmallVault.first : SmallVault.second, vault) == "truncated")
    }
  }
}
