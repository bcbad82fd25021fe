import Foundation
import Ritsurin
import Testing

@Suite struct RedactionTests {
  static let sentinel = "sentinel-secret"

  static func secrets() throws -> [any Sendable] {
    let value = Data(sentinel.utf8)
    let item = RKeychainNewItem(service: "s", key: "k", value: value)
    let store = RInMemoryStore()
    let attributes = try store.add(item)
    let found = try store.copyMatching(RKeychainQuery(service: "s"), returning: .both, limit: .all)
    let key = RKeychainKey("k", default: sentinel)
    return [
      item, RKeychainChanges(value: value), found.items[0], attributes, found, store, key,
      RKeychain(service: "s", store: store), RAsyncKeychain(service: "s", store: store),
      FoundItem(attributes: attributes, value: value, place: 0),
    ]
  }

  static let count = 10

  @Test(arguments: 0..<count)
  func showsNoValue(_ index: Int) throws {
    let secret = try Self.secrets()[index]
    var dumped = ""
    dump(secret, to: &dumped)
    // Bytes are shown by dump as decimal numbers, each on its line: 115 is the sentinel's first.
    for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
      #expect(!text.contains(Self.sentinel))
      #expect(!text.contains("- 115\n"))
    }
  }

  @Test func coversEverySecret() throws {
    #expect(try Self.secrets().count == Self.count)
  }
}
