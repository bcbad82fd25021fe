import RitsurinFormat
import Testing

@Suite struct ItemPathTests {
  static let name = String(repeating: "a", count: 26)
  static let names = "\(name)/s~\(name)/\(name)"

  @Test(arguments: Golden.files(endingIn: ".sealed")) func findsAGoldenItemsPath(_ file: Golden.File) throws {
    let path = try #require(ItemPath(sealed: file.path.utf8))
    #expect(path.string + ItemPath.sealedEnding == file.path)
    #expect(path.tree == (file.path.hasPrefix("device/") ? .device : .items))
  }

  @Test(arguments: Vectors.all.items.filter { $0.path.hasSuffix(".sealed") })
  func findsAVectorsPath(_ vector: Vectors.Item) throws {
    #expect(ItemPath(sealed: vector.path.utf8).map { $0.string + ".sealed" } == vector.path)
  }

  @Test func findsThePartsOfAPath() throws {
    let path = try #require(ItemPath("device/\(Self.name)/\(Self.names)".utf8))
    #expect(path.device == ComponentName(Self.name.utf8))
    #expect(path.service.slug == nil)
    #expect(path.group.slug == "s")
    #expect(path.item.digest == [UInt8](repeating: 0, count: 16))
  }

  @Test(arguments: [
    "", "items", "items/", "/items/\(names)", "items/\(names)/", "items//\(names)", "items/\(names)/\(name)",
    "items/\(name)/\(name)", "Items/\(names)", "device/\(names)", "device/s~\(name)/\(names)",
    "device/\(name)/\(names)/\(name)", "slots/\(names)", "items/../\(name)/\(name)", "./items/\(names)",
    "items/\(name)/\(name)/\(name).sealed",
  ]) func refusesOtherPaths(_ path: String) {
    #expect(ItemPath(path.utf8) == nil)
  }

  @Test(arguments: [
    "items/\(names)", "items/\(names).meta", "items/\(names).sealed.sealed", ".sealed", "sealed",
  ])
  func refusesOtherEndings(_ path: String) {
    #expect(ItemPath(sealed: path.utf8) == nil)
  }

  @Test(arguments: [
    (".tmp-0123456789abcdef", true), (".tmp-0123456789abcde", false), (".tmp-0123456789abcdef0", false),
    (".tmp-0123456789ABCDEF", false), ("tmp--0123456789abcdef", false), ("", false),
  ]) func knowsTemporaryNames(_ name: String, _ isOne: Bool) {
    #expect(TemporaryName.matches(name.utf8) == isOne)
  }
}
