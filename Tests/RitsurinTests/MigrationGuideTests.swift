import Foundation
import Ritsurin
import Testing

/// The lines of Docs/KeychainAccessMigration.md, compiled and run.
@Suite struct MigrationGuideTests {
  @Test func everyLineOfTheGuideWorks() throws {
    let store = RInMemoryStore()
    try RKeychainStores.with(store) { try linesOfTheGuide(store) }
  }

  /// What stands between the marks is the guide's code, in its order.
  private func linesOfTheGuide(_ store: RInMemoryStore) throws {
    // Guide
    let keychain = RKeychain(service: "com.example.app")
    let own = RKeychain(service: Bundle.main.bundleIdentifier ?? "com.example.app")
    let shared = RKeychain(service: "com.example.app", accessGroup: "TEAM.shared")
    let sharedOwn = RKeychain(service: "com.example.app", accessGroup: "TEAM.shared")
    let strict = RKeychain(service: "com.example.app", accessibility: .whenUnlocked)
    let synchronized = RKeychain(service: "com.example.app", synchronizable: true)
    let labelled = keychain.label("Token")
    let commented = keychain.comment("For the server")
    let service = keychain.service
    let group = keychain.accessGroup
    let accessibility = keychain.accessibility
    let isSynchronizable = keychain.synchronizable
    // Checks
    #expect(own.service.isEmpty == false && shared.accessGroup == sharedOwn.accessGroup)
    #expect(service == "com.example.app" && group == nil && accessibility == .afterFirstUnlock)
    #expect(!isSynchronizable && strict.accessibility == .whenUnlocked && synchronized.synchronizable)
    try labelled.set("secret", forKey: "token")
    try commented.set(Data("secret".utf8), forKey: "token")
    // Guide
    let token = try keychain.string(forKey: "token")
    let text = try keychain.string(forKey: "token")
    let data = try keychain.data(forKey: "token")
    let attributes = try keychain.attributes(forKey: "token")
    let quiet = keychain["token"]
    let quietText = keychain[string: "token"]
    let quietData = keychain[data: "token"]
    let quietAttributes = keychain[attributes: "token"]
    let isThere = try keychain.contains("token")
    let isThereToo = try keychain.contains("token")
    let variant = RKeychainQuery(service: "com.example.app", key: "token", synchronizable: .no)
    let localOnly = try store.copyMatching(variant, returning: .both, limit: .one).items.first?.value
    // Checks
    #expect([token, text, quiet, quietText] == Array(repeating: "secret", count: 4))
    #expect([data, quietData, localOnly] == Array(repeating: Data("secret".utf8), count: 3))
    #expect(attributes?.label == "Token" && attributes?.comment == "For the server")
    #expect(quietAttributes == attributes && isThere && isThereToo)
    // Guide
    try keychain.set("secret", forKey: "token")
    try keychain.set(Data([1, 2, 3]), forKey: "blob")
    keychain["token"] = "secret"
    keychain[string: "token"] = "secret"
    keychain[data: "blob"] = Data([1, 2, 3])
    keychain["token"] = nil
    try keychain.label("Token").comment("c").set("secret", forKey: "token")
    try strict.set("secret", forKey: "token")
    try synchronized.set("secret", forKey: "token")
    var item = RKeychainNewItem(service: "com.example.app", key: "token", value: Data("secret".utf8))
    item.kind = "API token"
    item.generic = Data([1, 2, 3])
    _ = try store.set(item)
    // Checks
    #expect(try keychain.attributes(forKey: "token")?.kind == "API token")
    // Guide
    var changes = RKeychainChanges()
    changes.label = .set("API token")
    changes.key = .set("api-token")
    _ = try store.update(RKeychainQuery(service: "com.example.app", key: "token"), changes)
    let state = try keychain.revision(forKey: "api-token")
    if let state { try keychain.set("newer", forKey: "api-token", ifRevision: state) }
    let installation = try keychain.getOrSet(forKey: "installation") { UUID().uuidString }
    // Checks
    #expect(try keychain.string(forKey: "api-token") == "newer" && !keychain.contains("token"))
    #expect(try keychain.string(forKey: "installation") == installation)
    #expect(keychain[data: "blob"] == Data([1, 2, 3]))
    // Guide
    try keychain.removeItem(forKey: "blob")
    let one = RKeychainQuery(service: "com.example.app", key: "api-token", synchronizable: .no)
    // Checks
    #expect(try keychain.data(forKey: "blob") == nil)
    // Guide
    let removedCount = try store.delete(one)
    // Checks
    #expect(removedCount == 1)
    // Guide
    try keychain.removeAll()
    let all = RKeychainQuery(synchronizable: .any)
    // Checks
    try keychain.set("secret", forKey: "token")
    // Guide
    let keys = try keychain.allKeys()
    let items = try keychain.items()
    let everything = try store.copyMatching(all, returning: .attributes, limit: .all)
    let withValues = try store.copyMatching(all, returning: .both, limit: .all)
    print(keychain)
    // Checks
    #expect(keys == ["token"] && items.map(\.key) == keys)
    #expect(everything.items.map(\.attributes) == items && withValues.items.first?.value != nil)
    #expect(!"\(keychain)".contains("secret"))
    // Guide
    let key = attributes?.key
    let itemService = attributes?.service
    let itemGroup = attributes?.accessGroup
    let itemAccessibility = attributes?.accessibility
    let isVariant = attributes?.synchronizable
    let created = attributes?.created
    let modified = attributes?.modified
    let label = attributes?.label
    let comment = attributes?.comment
    let kind = attributes?.kind
    let creator = attributes?.creator
    let type = attributes?.type
    let isInvisible = attributes?.isInvisible
    let isNegative = attributes?.isNegative
    let generic = attributes?.generic
    let revision = attributes?.revision
    // Checks
    #expect(key == "token" && itemService == "com.example.app" && itemGroup == nil)
    #expect(itemAccessibility == .afterFirstUnlock && isVariant == false && revision != nil)
    #expect(try #require(created) <= #require(modified))
    #expect(label == "Token" && comment == "For the server" && kind == nil && generic == nil)
    #expect(creator == nil && type == nil && isInvisible == nil && isNegative == nil)
    // Guide
    do {
      _ = try keychain.string(forKey: "token")
    } catch {
      switch error.kind {
      case .interactionNotAllowed: print("locked, not missing: \(error.status)")
      case .itemDamaged: print("changed by somebody, not missing: \(error.status)")
      default: print(error)
      }
    }
    let duplicate = RKeychainError(status: -25299)
    let explanation = duplicate.localizedDescription
    // Checks
    #expect(duplicate.kind == .duplicateItem && explanation.contains("-25299"))
    // Guide
    let watched = keychain.onDiscardedError { error in print("discarded: \(error)") }
    watched["token"] = "secret"
    let letters = Array("abcdefghkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ3456789")
    let password = try keychain.getOrSet(forKey: "database") {
      String((0..<20).compactMap { _ in letters.randomElement() })
    }
    let old = RKeychainNewItem(
      service: "com.example.app", key: "moved", label: "Token", value: Data("secret".utf8))
    let dated = RKeychainRestoredItem(old, createdMicroseconds: 1_700_000_000_000_000)
    _ = try store.restore([dated], onConflict: .fail, dryRun: false)
    // Checks
    #expect(watched["token"] == "secret" && password.count == 20)
    #expect(try keychain.attributes(forKey: "moved")?.createdMicroseconds == 1_700_000_000_000_000)
    let earlier = Keychain()
    // Guide
    let deviceID = try keychain.getOrSet(forKey: "device-id") { () throws(RKeychainError) -> String in
      do { return try earlier.get("device-id") ?? UUID().uuidString } catch {
        throw RKeychainError(status: ((error as? Status) ?? .unexpectedError).rawValue)
      }
    }
    // Checks
    #expect(deviceID == "earlier device-id")
    #expect(try keychain.string(forKey: "device-id") == deviceID)
  }

  /// What the guide uses of KeychainAccess, which builds on Apple's systems only.
  private struct Keychain {
    func get(_ key: String) throws -> String? { "earlier \(key)" }
  }

  /// The errors of KeychainAccess, as far as the guide names them.
  private enum Status: Int32, Error {
    case unexpectedError = -99999
  }

  @Test func theGuideShowsTheseLines() throws {
    // What follows is about other wrappers, and compiled elsewhere.
    let page = try Self.text(of: "../../Docs/KeychainAccessMigration.md")
    let guide = try #require(page.components(separatedBy: "\n## Other wrappers\n").first)
    let shown = Self.code(inGuide: guide)
    let run = Self.code(inTest: try Self.text(of: "MigrationGuideTests.swift"))
    #expect(shown.count > 80)
    #expect(shown == run)
  }

  private static func text(of path: String) throws -> String {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
    return try String(contentsOf: url.standardized, encoding: .utf8)
  }

  /// The second cells of the tables that hold code, and the blocks.
  private static func code(inGuide text: String) -> [String] {
    var lines: [String] = []
    var isInBlock = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInBlock = line == "```swift"
      } else if isInBlock {
        lines.append(String(line))
      } else if line.hasPrefix("| `") {
        let cells = line.components(separatedBy: " | ")
        guard cells.count > 2, cells[1].hasPrefix("`"), cells[1].hasSuffix("`") else { continue }
        lines.append(String(cells[1].dropFirst().dropLast()))
      }
    }
    return lines
  }

  /// The lines between the marks, without the function's indentation.
  private static func code(inTest text: String) -> [String] {
    var lines: [String] = []
    var isGuide = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line {
      case "    // Guide": isGuide = true
      case "    // Checks": isGuide = false
      default: if isGuide { lines.append(String(line.dropFirst(4))) }
      }
    }
    return lines
  }
}
