import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// A vault as `create` makes it, with a passphrase and a key, and two items.
struct SmallVault {
  static let first = Names("first")
  static let second = Names("second", service: "t", group: "g")
  static let values = [first.account: Array("one".utf8), second.account: [UInt8](repeating: 7, count: 40)]

  let scratch: ScratchDirectory
  let path: String
  let passphrase: Credential
  let key: Credential

  init(_ names: NamesMode = .opaque) throws {
    scratch = try ScratchDirectory(isInMemory: true)
    path = scratch.path("v")
    let cost = try #require(PasswordHashCost(opsLimit: 1, memLimit: 8192))
    let word = Array("pw".utf8)
    let secret = try SecretBytes(copying: unsafe word.span.bytes)
    let key = try SymmetricKey.random()
    passphrase = .passphrase(secret)
    self.key = .key(key)
    let creation = VaultCreation(
      names: names,
      slots: [
        .init(.passphrase(secret, cost: cost), label: "Passphrase"),
        .init(.keyFile(key, path: nil), label: "Key"),
      ], created: "2026-11-30T00:00:00Z")
    try creation.run(at: path)
    let vault = try open()
    try vault.put(Self.first, Self.values[Self.first.account] ?? [], .ck)
    try vault.put(Self.second, Self.values[Self.second.account] ?? [], .ak)
  }

  func open(with credential: Credential? = nil) throws(VaultError) -> Vault {
    let vault = try Vault(path: path, policy: .once)
    try vault.unlock(with: credential ?? key)
    return vault
  }

  /// The relative paths of all files, in byte order.
  func files() -> [String] {
    DirectoryTree.names(path).filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
  }
}

extension ReadPolicy {
  /// As `quick`, and what is damaged is read only once more.
  static var once: ReadPolicy {
    var policy = ReadPolicy.quick
    policy.rereads = 1
    return policy
  }
}
