import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import Testing

@Suite struct RVaultConflictTests {
  private let scratch: ScratchDirectory
  private let vault: RVault
  private let sealed: String

  init() throws {
    scratch = try ScratchDirectory(isInMemory: true)
    let path = scratch.path("v.vault")
    vault = try RVault.create(
      at: path, credentials: [.newKeyFile(path + ".key")],
      environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(isDurable: false))
    _ = try vault.set(RKeychainNewItem(service: "s", key: "k", label: "one", value: Data("sentinel-1".utf8)))
    let item = try vault.copyMatching(RKeychainQuery(service: "s", key: "k"), returning: .attributes)
    sealed = try vault.sealedPath(of: #require(item.items.first).attributes)
  }

  private func url(_ name: String) -> URL { URL(filePath: vault.path + "/" + name) }
  private var stem: String { String(sealed.dropLast(7)) }
  private var keychain: RKeychain { RKeychain(service: "s", store: vault) }

  /// Puts the item as it is beside itself, and then changes the item.
  private func leaveCopy(_ name: String, changing value: String? = "sentinel-2") throws -> String {
    let copy = name.replacingOccurrences(of: "I", with: stem)
    try FileManager.default.createDirectory(
      at: url(copy).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: url(sealed), to: url(copy))
    if let value { try keychain.set(value, forKey: "k") }
    return copy
  }

  @Test(arguments: [
    ("I.sync-conflict-20261130-120000-ABCDEFG.sealed", RVaultConflict.Origin.syncthing),
    ("I (Ann's conflicted copy 2026-11-30).sealed", .cloud), ("I.sealed~HEAD", .failedMerge),
    ("I.sealed.orig", .failedMerge), ("I.LOCAL.123.sealed", .failedMerge), ("items/lost", .other),
    ("items/x/y/z/lost and found/é", .other), ("whatever.sealed", .other),
  ])
  func recognisesCopiesByWhatIsSealedInThem(name: String, origin: RVaultConflict.Origin) throws {
    let copy = try leaveCopy(name)
    let conflicts = try vault.conflicts()
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1 && conflict.path == copy && conflict.origin == origin)
    #expect(conflict.copy?.key == "k" && conflict.copy?.label == "one" && !conflict.isEqualToCurrent)
    let (old, new) = (try #require(conflict.copy), try #require(conflict.current))
    #expect(old.modifiedMicroseconds < new.modifiedMicroseconds)
    #expect(try keychain.allKeys() == ["k"])
    var dumped = ""
    dump(conflict, to: &dumped)
    #expect(!dumped.contains("sentinel"))
  }

  @Test func knowsNamesOnlyWithoutAKey() throws {
    let copy = try leaveCopy("I.sealed~HEAD")
    try Data("notes".utf8).write(to: url("items/notes"))
    let locked = try RVault(at: vault.path)
    let conflict = try #require(try locked.conflicts().first)
    #expect(conflict.path == copy && conflict.copy == nil)
    #expect(conflict.problem?.kind == .interactionNotAllowed)
    #expect(throws: RKeychainError.self) { try locked.resolve(conflict, keeping: .current) }
    #expect(FileManager.default.fileExists(atPath: url(copy).path))
  }

  @Test(arguments: RVaultConflict.Choice.allCases) func endsAConflict(choice: RVaultConflict.Choice) throws {
    let copy = try leaveCopy("I.sealed~HEAD")
    let bytes = try Data(contentsOf: url(copy))
    try vault.resolve(try #require(try vault.conflicts().first), keeping: choice)
    #expect(try keychain.string(forKey: "k") == (choice == .copy ? "sentinel-1" : "sentinel-2"))
    #expect(!FileManager.default.fileExists(atPath: url(copy).path))
    // Whoever decides the same has the same file.
    #expect(try (Data(contentsOf: url(sealed)) == bytes) == (choice == .copy))
    #expect(try vault.conflicts().isEmpty && vault.check().findings.isEmpty)
  }

  @Test func tellsCopiesThatHoldTheSame() throws {
    _ = try leaveCopy("I.sealed~HEAD", changing: nil)
    #expect(try vault.conflicts().map(\.isEqualToCurrent) == [true])
    let conflict = try #require(try vault.conflicts().first)
    try keychain.set("2", forKey: "k")
    _ = try vault.set(RKeychainNewItem(service: "s", key: "k", label: "one", value: Data("sentinel-1".utf8)))
    #expect(try vault.conflicts().map(\.isEqualToCurrent) == [true])
    // The item is another than the one that was looked at.
    #expect { try vault.resolve(conflict, keeping: .copy) } throws: {
      ($0 as? RKeychainError)?.kind == .conflict
    }
    #expect(try vault.conflicts().count == 1)
  }

  @Test func refusesACopyThatChanged() throws {
    let copy = try leaveCopy("I.sealed~HEAD")
    let conflict = try #require(try vault.conflicts().first)
    try FileManager.default.removeItem(at: url(copy))
    try FileManager.default.copyItem(at: url(sealed), to: url(copy))
    #expect { try vault.resolve(conflict, keeping: .current) } throws: {
      ($0 as? RKeychainError)?.kind == .conflict
    }
    #expect(FileManager.default.fileExists(atPath: url(copy).path))
  }

  @Test func bringsBackADeletedItem() throws {
    _ = try leaveCopy("I.sealed~HEAD", changing: nil)
    try keychain.removeItem(forKey: "k")
    let conflict = try #require(try vault.conflicts().first)
    #expect(conflict.current == nil && conflict.problem == nil)
    try vault.resolve(conflict, keeping: .copy)
    #expect(try keychain.string(forKey: "k") == "sentinel-1")
  }

  @Test func takesThePlaceOfADamagedItem() throws {
    _ = try leaveCopy("I.sealed~HEAD", changing: nil)
    try Data(contentsOf: url(sealed)).dropLast().write(to: url(sealed))
    let conflict = try #require(try vault.conflicts().first)
    #expect(conflict.problem?.kind == .itemTruncated && conflict.copy != nil)
    try vault.resolve(conflict, keeping: .copy)
    #expect(try keychain.string(forKey: "k") == "sentinel-1")
  }

  @Test func endsNoConflictOfWhatDoesNotOpen() throws {
    let copy = try leaveCopy("I.sealed~HEAD")
    try Data(contentsOf: url(copy)).dropLast().write(to: url(copy))
    try Data("x".utf8).write(to: url("vault.header~HEAD"))
    let conflicts = try vault.conflicts()
    #expect(conflicts.map(\.problem?.kind) == [.itemTruncated, nil])
    for conflict in conflicts {
      #expect(throws: RKeychainError.self) { try vault.resolve(conflict, keeping: .current) }
    }
    #expect(try vault.conflicts().count == 2)
  }

  @Test func findsWhatGitLeftUnmerged() throws {
    let text = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"
    try Data(text.utf8).write(to: url(sealed))
    try Data(text.utf8).write(to: url(".gitattributes"))
    #expect(try vault.conflicts().map(\.origin) == [.mergeConflict, .mergeConflict])
    #expect(
      try vault.check().findings.contains { $0.kind == "mergeConflict" && $0.path == sealed && $0.isDamage })
  }

  @Test func passesOverWhatHasNothingToDoWithItems() throws {
    try Data("x".utf8).write(to: url("items/.DS_Store"))
    try Data("x".utf8).write(to: url("README.md"))
    #expect(try vault.conflicts().isEmpty)
  }
}
