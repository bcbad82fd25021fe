import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinTestSupport
import RitsurinVault
import Testing

/// A vault with one slot of each kind, and items of several kinds.
struct OwnedVault {
  static let time = "2026-11-30T00:00:00Z"

  let scratch: ScratchDirectory
  let path: String
  let passphrase: Credential
  let key: Credential
  /// Opens the recipient's slot.
  let identity: Credential
  let recipient: [UInt8]
  let deviceKey: SymmetricKey

  /// The items that are there, with their values.
  static let items: [(names: Names, value: [UInt8], accessibility: AccessibilityClass)] = [
    (Names("plain"), [1], .ck), (Names("locked"), [2, 2], .ak),
    (Names("grouped", service: "t", group: "g"), [3], .ck), (Names("twin", synchronizable: true), [4], .dk),
    (Names("device"), [5], .cku),
  ]

  init(isFast: Bool = true, slots: Int = 3) throws {
    scratch = try ScratchDirectory(isInMemory: isFast)
    path = scratch.path("v")
    let secret = try Self.secret("pw")
    let key = try SymmetricKey.random()
    let identity = try SymmetricKey.random()
    recipient = SealedBox.publicKey(of: identity)
    passphrase = .passphrase(secret)
    self.key = .key(key)
    self.identity = .identity(identity)
    deviceKey = try .random()
    let all: [NewSlot] = [
      NewSlot(.keyFile(key, path: nil), label: "Key"),
      NewSlot(.passphrase(secret, cost: .least), label: "Passphrase"),
      NewSlot(.recipient(recipient), label: "Recipient"),
    ]
    let creation = VaultCreation(names: .opaque, slots: Array(all.prefix(slots)), created: Self.time)
    try creation.run(at: path)
    let vault = try open()
    for item in Self.items { try vault.put(item.names, item.value, item.accessibility) }
  }

  static func secret(_ text: String) throws -> SecretBytes {
    let bytes = Array(text.utf8)
    return try SecretBytes(copying: unsafe bytes.span.bytes)
  }

  func open(
    with credential: Credential? = nil, _ observer: (any SystemCallObserver)? = nil
  ) throws(VaultError) -> Vault {
    let vault = try Vault(
      path: path, deviceKey: deviceKey, files: FileSystem(observer: observer), policy: .once)
    try vault.unlock(with: credential ?? key)
    return vault
  }

  /// Whether a credential opens the vault.
  func opens(_ credential: Credential) throws(VaultError) -> Bool {
    do throws(VaultError) { _ = try open(with: credential) } catch {
      guard case .wrongCredential = error else { throw error }
      return false
    }
    return true
  }

  /// What is wrong with the items, read by a handle: each must be there as it was.
  static func problems(_ vault: Vault) throws(VaultError) -> [String] {
    var problems: [String] = []
    for item in items {
      let found = try vault.find(item.names.scope, values: true)
      problems += found.unreadable.map { "\(item.names.account): \($0.error.word)" }
      guard let one = found.items.first else {
        problems.append("\(item.names.account) is absent")
        continue
      }
      if one.value.map(Array.init) != item.value || one.attributes.modified != 2 {
        problems.append("\(item.names.account) is another")
      }
    }
    return problems
  }

  /// The key ids that the items lie under.
  static func keys(_ vault: Vault) throws(VaultError) -> Set<String> {
    let found = try vault.find(.everything, values: false)
    return Set((found.items + found.shadowed).map { $0.keyID.description })
  }

  func slotCount() -> Int { DirectoryTree.names(path + "/slots").count { $0.hasSuffix(".slot") } }

  /// Whether both headers are alike and no left-overs lie about.
  func isTidy() throws -> Bool {
    let headers = try ["vault.header", "vault.header.backup", ".lock"].map {
      [UInt8](try Data(contentsOf: URL(filePath: path + "/" + $0)))
    }
    return headers[0] == headers[1] && headers[2] == [0]
      && !DirectoryTree.names(path).contains { $0.contains(".tmp-") }
  }
}
