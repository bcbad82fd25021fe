import RitsurinFormat
import Testing

@Suite struct SlugTests {
  @Test(arguments: Vectors.all.slugs) func makesTheSlugOfAVector(_ vector: Vectors.Slug) {
    #expect(Slug.make(vector.text) == vector.slug)
  }

  @Test func readsAllVectors() {
    #expect(Vectors.all.slugs.count == 19)
  }

  @Test func ignoresWhatLiesBehindTheCut() {
    #expect(Slug.make(String(repeating: "a", count: 40) + "/..") == String(repeating: "a", count: 40))
  }

  @Test func joinsARunAcrossTheCut() {
    #expect(Slug.make("   " + String(repeating: "a", count: 60)) == String(repeating: "a", count: 39))
  }
}
