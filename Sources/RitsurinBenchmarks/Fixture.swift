import Ritsurin

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A vault with items of one size, made by the library and opened with its key file.
final class Fixture {
  static let service = "com.example.benchmark"

  let path: String
  let keyFile: String
  let vault: RVault
  let keychain: RKeychain
  private(set) var keys: [String] = []
  let valueCount: Int

  /// Makes a vault below a directory.
  init(_ name: String, in directory: String, items: Int, valueCount: Int) throws {
    path = directory + "/" + name + ".vault"
    keyFile = directory + "/" + name + ".key"
    self.valueCount = valueCount
    vault = try RVault.create(at: path, credentials: [.newKeyFile(keyFile)])
    keychain = RKeychain(service: Self.service, store: vault)
    try add(items)
  }

  /// Adds items in commits of 10,000.
  func add(_ count: Int) throws {
    var added = 0
    while added < count {
      let batch = batch(min(10_000, count - added))
      _ = try vault.restore(batch, onConflict: .fail, dryRun: false)
      keys += batch.map(\.item.key)
      added += batch.count
    }
  }

  /// So many items that are not in the vault yet.
  func batch(_ count: Int) -> [RKeychainRestoredItem] {
    let value = Data(bytes(seed: 1))
    return (keys.count..<keys.count + count).map { index in
      RKeychainRestoredItem(
        RKeychainNewItem(service: Self.service, key: Self.key(index), value: value))
    }
  }

  /// As long as an address that somebody logs in with.
  static func key(_ number: Int) -> String {
    let digits = String(number)
    return "user" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "@mail.example.com"
  }

  /// A value of this fixture's size.
  func bytes(seed: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: valueCount)
    for index in 0..<min(8, valueCount) { bytes[index] = UInt8(truncatingIfNeeded: seed >> (8 * index)) }
    return bytes
  }
}
