import Foundation
import Ritsurin
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// Hazards of Docs/Hazards.md that belong to no type alone, and the page itself.
@Suite struct HazardTests {
  private let scratch: ScratchDirectory
  private let vault: RVault

  init() throws {
    scratch = try ScratchDirectory(isInMemory: true)
    try FileManager.default.createDirectory(atPath: scratch.path("deep"), withIntermediateDirectories: false)
    let path = scratch.path("deep/v.vault")
    vault = try RVault.create(
      at: path, credentials: [.passphrase("passphrase", cost: .testing), .newKeyFile(scratch.path("key"))],
      environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(isDurable: false))
    for key in ["a", "b"] {
      _ = try vault.set(RKeychainNewItem(service: "s", key: key, value: Data("value of \(key)".utf8)))
    }
  }

  /// A line for everything in the scratch directory: name, bytes and the time of its last change.
  private func lines() throws -> [String] {
    let names = try #require(FileManager.default.enumerator(atPath: scratch.path)).compactMap {
      $0 as? String
    }
    return try names.sorted().map { name in
      let status = try FileSystem().status(path: scratch.path(name))
      let bytes = status.kind == .regular ? try Data(contentsOf: URL(filePath: scratch.path(name))) : Data()
      return "\(name) \(status.mode) \(status.modificationTime) \(bytes.base64EncodedString())"
    }
  }

  @Test("A4, H3: whoever has the wrong credential changes nothing") func changeNothing() throws {
    let before = try lines()
    let other = try RVault(
      at: vault.path, environment: RVaultEnvironment(["HOME": scratch.path]), files: FileSystem(),
      policy: ReadPolicy())
    #expect(throws: RKeychainError.self) { try other.unlock(with: .passphrase("another")) }
    let item = RKeychainNewItem(service: "s", key: "a", value: Data())
    #expect(throws: RKeychainError.self) { try other.set(item) }
    #expect(throws: RKeychainError.self) { try other.add(item) }
    #expect(throws: RKeychainError.self) { try other.delete(RKeychainQuery(service: "s")) }
    #expect(try lines() == before)
  }

  @Test("B11: a thousand reads change no byte and no time") func leaveTimes() throws {
    let keychain = RKeychain(service: "s", store: vault)
    let before = try lines()
    for round in 0..<1_000 {
      #expect(try keychain.string(forKey: "a") == "value of a")
      if round % 10 == 0 {
        #expect(try keychain.string(forKey: "absent") == nil)
        #expect(try keychain.allKeys() == ["a", "b"])
        #expect(
          try vault.copyMatching(RKeychainQuery(), returning: .attributes, limit: .all).items.count == 2)
      }
    }
    #expect(try lines() == before)
  }

  @Test("D1, D8: names are no paths, and no name hides another") func keepNamesApart() throws {
    let names = [
      "..", ".", "/etc/x", "a/../../b", "....//", "a", "a/b", "a/b/c", "b", "\0", "\n", "", "~", "$HOME",
      "a\\b", "con", "\u{202E}", "\u{1B}[2J",
    ]
    let outside = try FileManager.default.contentsOfDirectory(atPath: scratch.path("deep"))
    var expected = 0
    for service in names {
      for (number, key) in names.enumerated() {
        let group = number % 3 == 0 ? nil : names[(number * 5) % names.count]
        if group?.isEmpty == true { continue }
        let item = RKeychainNewItem(
          service: "x" + service, key: key, accessGroup: group, value: Data((service + "|" + key).utf8))
        _ = try vault.add(item)
        expected += 1
      }
    }
    let found = try vault.copyMatching(RKeychainQuery(), returning: .both, limit: .all)
    #expect(found.items.count == expected + 2 && found.problems.isEmpty)
    for item in found.items where item.attributes.service != "s" {
      let attributes = item.attributes
      let text = String(attributes.service.dropFirst()) + "|" + attributes.key
      #expect(item.value == Data(text.utf8))
      let query = RKeychainQuery(
        service: attributes.service, key: attributes.key, accessGroup: attributes.accessGroup)
      #expect(try vault.copyMatching(query, returning: .both).items.map(\.value) == [item.value])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("deep")) == outside)
    for service in names { _ = try vault.delete(RKeychainQuery(service: "x" + service)) }
    #expect(try vault.copyMatching(RKeychainQuery(), returning: .attributes, limit: .all).items.count == 2)
  }

  @Test("H8: keys are derived once for each handle") func deriveOnce() throws {
    // The passphrase opened it when it was made.
    // Without slots nothing can be derived again.
    try FileManager.default.removeItem(atPath: vault.path + "/slots")
    let keychain = RKeychain(service: "s", store: vault)
    for _ in 0..<100 { #expect(try keychain.string(forKey: "a") == "value of a") }
    #expect(try keychain.allKeys() == ["a", "b"])
    try keychain.set("new", forKey: "c")
    #expect(try keychain.string(forKey: "c") == "new")
  }

  // MARK: The page

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("Docs/Hazards.md names a suite that exists for each hazard") func nameSuites() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Docs/Hazards.md"), encoding: .utf8)
    var sources = ""
    let tests = Self.root.appending(path: "Tests").path
    for name in try #require(FileManager.default.enumerator(atPath: tests)).compactMap({ $0 as? String })
    where name.hasSuffix(".swift") || name.hasSuffix(".py") {
      sources += try String(contentsOfFile: tests + "/" + name, encoding: .utf8)
    }
    var rows = 0
    for line in page.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard let id = cells.first, id.wholeMatch(of: /[A-J][0-9]+/) != nil else { continue }
      rows += 1
      guard cells.count == 5, !cells[4].isEmpty else {
        #expect(line.contains("planned"), "\(id) has neither a suite nor a plan")
        continue
      }
      for suite in cells[4].matches(of: /`([A-Za-z]+Tests)`/).map(\.output.1) {
        #expect(sources.contains("struct \(suite)"), "\(id) names \(suite)")
      }
    }
    #expect(rows > 70)
  }
}
