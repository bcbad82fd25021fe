import Foundation
import RitsurinFormat
import RitsurinSystem
import RitsurinVault
import Testing

@Suite struct KeptCopyTests {
  private static let item = String(repeating: "a", count: 26)
  private static let path = "items/\(item)/\(item)/slug.sealed-x~\(item).sealed"

  @Test func hasANameOfItsOwnThatFollowsFromTheBytes() throws {
    let copy = try #require(KeptCopy.path(of: [1], besides: Self.path))
    let name = try #require(copy.split(separator: "/").last.map(String.init))
    #expect(copy.hasPrefix("items/\(Self.item)/\(Self.item)/\(Self.item).kept-") && copy.hasSuffix(".sealed"))
    #expect(name.utf8.count <= 74 && KeptCopy.matches(name))
    // No reader takes it for an item.
    #expect(ItemPath(sealed: copy.utf8) == nil)
    #expect(KeptCopy.path(of: [1], besides: "items/\(Self.item)/\(Self.item)/\(Self.item).sealed") == copy)
    #expect(KeptCopy.path(of: [2], besides: Self.path) != copy)
    #expect(KeptCopy.path(of: [1], besides: copy) == copy)
    #expect(KeptCopy.isIntact([1], at: copy) && !KeptCopy.isIntact([2], at: copy))
  }

  @Test(arguments: [
    "items/x.sealed", "vault.header", "\(item).meta", "\(item).sealed~HEAD", "\(item).kept-x.sealed",
  ])
  func standsBesidesItemsOnly(path: String) {
    #expect(KeptCopy.path(of: [1], besides: path) == nil)
  }

  /// Git looks for renames by whole files and by pieces of 64 bytes or a line.
  @Test func sharesNoByteWithTheItem() throws {
    let sealed = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = KeptCopy.encode(sealed)
    #expect(file.count == sealed.count + 8 && zip(file.dropFirst(8), sealed).allSatisfy { $0 == ~$1 })
    #expect(KeptCopy.decode(file) == sealed && KeptCopy.decode(sealed) == nil)
  }

  /// What ignore files and sync tools that many people copy from each other leave out.
  @Test(arguments: [
    "*.tmp", "*.lock", "*.log", "*.old", "*cache*", "*Temporary*", "*~", "*.orig", "*.bak", "*.swp", "*.rej",
    "*.sync-conflict-*", "*conflict*", "*conflicted copy*", ".*", "~*", "*.part", "*.LOCAL.*", "*.key",
    "*.secret*",
  ])
  func isIgnoredByNoCommonPattern(pattern: String) throws {
    let copy = try #require(KeptCopy.path(of: [1], besides: Self.path))
    let name = try #require(copy.split(separator: "/").last.map(String.init))
    #expect(unsafe fnmatch(pattern, name, 0) != 0)
  }

  @Test func keepsAVersionOnce() throws {
    let files = try KeyedVault()
    try files.open().put(Names("k"), [1])
    let path = try #require(
      try files.open().find(Names("k").scope, values: false).items.first
    ).address.sealedPath
    let bytes = try files.read(path)
    let copy = try #require(
      try KeptCopy.keep(bytes, besides: path, root: files.path, files: FileSystem()))
    let lines = try files.lines()
    #expect(try KeptCopy.decode(files.read(copy)) == bytes && files.read(".lock") == [0])
    #expect(try KeptCopy.keep(bytes, besides: path, root: files.path, files: FileSystem()) == copy)
    #expect(try files.lines() == lines)
  }

  @Test func trustsNoFileThatMerelyHasTheName() throws {
    let files = try KeyedVault()
    try files.open().put(Names("k"), [1])
    let copy = try #require(KeptCopy.path(of: [1, 2], besides: Self.path))
    for bytes in [[], [1, 2], Array(KeptCopy.encode([1, 2]).dropLast())] as [[UInt8]] {
      try files.write(bytes, to: copy)
      let answer = word { () throws(VaultError) in
        _ = try KeptCopy.keep([1, 2], besides: Self.path, root: files.path, files: FileSystem())
      }
      #expect(answer == "interference")
      #expect(try files.read(copy) == bytes)
    }
  }

  @Test func leavesToTheNextWriterWhatIsNotDurable() throws {
    let files = try KeyedVault()
    try files.open().put(Names("k"), [1])
    try files.write([1], to: ".lock")
    _ = try KeptCopy.keep([1, 2], besides: Self.path, root: files.path, files: FileSystem())
    #expect(try files.read(".lock") == [1])
  }
}
