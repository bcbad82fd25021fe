import Foundation
import Ritsurin
import Testing

@Suite struct StoreSemanticsTests {
  @Test(arguments: [
    (UnreadableGroup.defaultPlace, nil as String?, true), (.defaultPlace, "g", true), (.unknown, nil, true),
    (.named("g"), nil, false), (.named("g"), "f", false), (.named("g"), "g", true), (.named("g"), "h", true),
    (.someNamed, nil, false), (.someNamed, "a", true),
  ])
  func ranksWhatCannotBeOpened(_ group: UnreadableGroup, _ best: String?, _ outranks: Bool) throws {
    let unreadable = UnreadableItem(
      error: RKeychainError(.itemDamaged), place: 0, group: group, isReplaceable: true)
    let attributes = RKeychainAttributes(
      service: "s", key: "k", accessGroup: best, createdMicroseconds: 0, modifiedMicroseconds: 0,
      revision: .none)
    #expect(unreadable.outranks(attributes) == outranks)
    #expect(unreadable.outranks(nil))
  }

  @Test func modificationTimesSurviveAnyFile() {
    let store = RInMemoryStore(clock: { .max })
    let first = try? store.add(RKeychainNewItem(service: "s", key: "k", value: Data()))
    #expect(first?.modifiedMicroseconds == .max)
    let second = try? store.set(RKeychainNewItem(service: "s", key: "k", value: Data([1])))
    #expect(second?.modifiedMicroseconds == .max)
    #expect(second?.revision != first?.revision)
  }
}
