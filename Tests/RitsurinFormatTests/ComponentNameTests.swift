import RitsurinFormat
import Testing

@Suite struct ComponentNameTests {
  static let hash = String(repeating: "a", count: 26)
  static let stem = String(repeating: "a", count: 25)
  static let tooLong = String(repeating: "z", count: 41)

  @Test(arguments: Vectors.all.names) func findsDigestsAndSlugsInAVectorsPaths(_ vector: Vectors.Name) throws
  {
    let digests = [vector.dS, vector.dG, vector.dI]
    let opaque = vector.opaque.split(separator: "/").compactMap { ComponentName($0.utf8) }
    let readable = vector.readable.split(separator: "/").compactMap { ComponentName($0.utf8) }
    #expect(opaque.map(\.digest.hexadecimal) == digests)
    #expect(readable.map(\.digest.hexadecimal) == digests)
    #expect(opaque.allSatisfy { $0.slug == nil })
    let texts = [vector.service, vector.accessGroup ?? "default", vector.account]
    #expect(readable.map { $0.slug ?? "" } == texts.map(Slug.make))
    #expect(opaque.map(\.string).joined(separator: "/") == vector.opaque)
    #expect(readable.map(\.string).joined(separator: "/") == vector.readable)
    #expect(digests.map { Base32.encode([UInt8](hexadecimal: $0)) } == opaque.map(\.string))
  }

  @Test func readsAllVectors() {
    #expect(Vectors.all.names.count == 7)
  }

  @Test(arguments: ["a", "._-", "0-9", String(repeating: "z", count: 40), "-"])
  func takesASlug(_ slug: String) {
    #expect(ComponentName("\(slug)~\(Self.hash)".utf8)?.slug == slug)
  }

  @Test(arguments: [
    "", "a", "~\(hash)", "a\(hash)", "a~~\(hash)", "A~\(hash)", "\u{e9}~\(hash)", "a/b~\(hash)", "\(hash)~",
    "\(hash)a",
    "\(tooLong)~\(hash)", "a~\(stem)b",
    "a~\(stem)A",
    "a~\(hash).sealed", "..~\(hash)/", " ~\(hash)",
  ]) func refusesOtherNames(_ name: String) {
    #expect(ComponentName(name.utf8) == nil)
  }

  @Test func refusesBytesThatAreNoText() {
    #expect(ComponentName([0xff, 0x7e] + Array(Self.hash.utf8)) == nil)
  }
}
