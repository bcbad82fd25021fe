import Foundation
import Ritsurin
import RitsurinTesting
import Testing

@Suite struct RKeychainSnapshotTests {
  let store = RInMemoryStore()

  private func item(_ key: String, _ value: String, label: String? = nil, synchronizable: Bool = false)
    -> RKeychainNewItem
  {
    RKeychainNewItem(
      service: "s", key: key, synchronizable: synchronizable, label: label, value: Data(value.utf8))
  }

  @Test func equalsWhatTheStoreHolds() throws {
    for new in [item("b", "2"), item("a", "1", label: "A"), item("a", "3", synchronizable: true)] {
      _ = try store.add(new)
    }
    #expect(
      try RKeychainSnapshot(of: store)
        == RKeychainSnapshot([
          item("a", "1", label: "A"), item("a", "3", synchronizable: true), item("b", "2"),
        ]))
    #expect(try RKeychainSnapshot(of: RInMemoryStore()) == RKeychainSnapshot())
  }

  @Test func differsInValueLabelOrNames() throws {
    let one = RKeychainSnapshot([item("a", "1")])
    #expect(one != RKeychainSnapshot([item("a", "2")]))
    #expect(one != RKeychainSnapshot([item("a", "1", label: "A")]))
    #expect(one != RKeychainSnapshot([item("b", "1")]))
    #expect(RKeychainSnapshot([item("\u{e9}", "1")]) != RKeychainSnapshot([item("e\u{301}", "1")]))
  }

  @Test func printsAttributesAndNoValue() {
    let snapshot = RKeychainSnapshot([
      item("a", "sentinel-secret", label: "A label"), item("b", "sentinel-secret"),
    ])
    var dumped = ""
    dump(snapshot, to: &dumped)
    dump(snapshot.entries, to: &dumped)
    for text in [
      snapshot.description, "\(snapshot.entries)", String(reflecting: snapshot), snapshot.testDescription,
      dumped,
    ] {
      #expect(!text.contains("sentinel"))
    }
    #expect(snapshot.description.contains("A label"))
    #expect(snapshot.description.contains("afterFirstUnlock"))
    #expect(RKeychainSnapshot().description == "no items")
  }

  @Test func showsThatValuesDiffer() {
    func text(_ value: String) -> String { RKeychainSnapshot([item("a", value)]).description }
    #expect(text("1") == text("1"))
    #expect(text("1") != text("2"))
  }

  @Test func namesTheDifferences() throws {
    _ = try store.add(item("a", "1"))
    _ = try store.add(item("b", "1"))
    let before = try RKeychainSnapshot(of: store)
    _ = try store.set(item("a", "2", label: "A"))
    _ = try store.delete(RKeychainQuery(service: "s", key: "b"))
    _ = try store.add(item("c", "1"))
    #expect(
      try RKeychainSnapshot(of: store).differences(from: before) == [
        #"~ service: "s", key: "a": value, label"#, #"- service: "s", key: "b""#,
        #"+ service: "s", key: "c""#,
      ])
  }

  @Test func looksAtALockedStoreWithoutValues() throws {
    _ = try store.add(
      RKeychainNewItem(service: "s", key: "k", accessibility: .whenUnlocked, value: Data("v".utf8)))
    store.lock()
    #expect(throws: RKeychainError.self) { try RKeychainSnapshot(of: store) }
    let snapshot = try RKeychainSnapshot(of: store, includingValues: false)
    #expect(snapshot.description.contains("not read"))
  }

  @Test func showsWhatDoesNotOpen() throws {
    let attributes = try store.add(item("k", "v"))
    try store.breakItem(attributes)
    let snapshot = try RKeychainSnapshot(of: store)
    #expect(snapshot.problems == [.itemDamaged])
    #expect(snapshot != RKeychainSnapshot())
    #expect(snapshot.description.contains("itemDamaged"))
  }
}
