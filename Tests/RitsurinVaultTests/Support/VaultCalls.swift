import RitsurinCrypto
import RitsurinFormat
import RitsurinSystem
import RitsurinVault

/// The names of an item.
struct Names: Sendable {
  var account: String
  var service = "s"
  var group: String?
  var synchronizable = false

  init(_ account: String, service: String = "s", group: String? = nil, synchronizable: Bool = false) {
    self.account = account
    self.service = service
    self.group = group
    self.synchronizable = synchronizable
  }

  var scope: ItemScope {
    ItemScope(service: service, account: account, group: .only(group), synchronizable: synchronizable)
  }

  func attributes(_ accessibility: AccessibilityClass = .ck, modified: Int64 = 2) -> ItemAttributes {
    ItemAttributes(
      account: account, service: service, group: group, synchronizable: synchronizable,
      accessibility: accessibility, created: 1, modified: modified)
  }
}

extension ItemScope {
  static let everything = ItemScope(service: nil, account: nil, group: .every, synchronizable: nil)
}

extension ItemFindings {
  /// These findings, unless something in them is not known.
  ///
  /// - Throws: The first error that is not about an item's bytes: whether the item is there stays open.
  func known() throws(VaultError) -> ItemFindings {
    if let error = unlisted.first { throw error }
    for item in unreadable {
      guard case .item = item.error else { throw item.error }
    }
    return self
  }
}

extension Vault {
  /// Writes one item in a transaction of its own, whatever stood there.
  @discardableResult func put(
    _ names: Names, _ value: [UInt8], _ accessibility: AccessibilityClass = .ck
  ) throws(VaultError) -> Nonce {
    let transaction = try beginWrite()
    let found = try transaction.find(names.scope, values: false).known()
    let revision = try transaction.put(
      names.attributes(accessibility), value: value, replacing: found.items.first, over: found.unreadable)
    try transaction.commit()
    return revision
  }

  /// Removes one item in a transaction of its own.
  ///
  /// - Returns: Whether it was there.
  @discardableResult func remove(_ names: Names) throws(VaultError) -> Bool {
    let transaction = try beginWrite()
    let found = try transaction.find(names.scope, values: false).known()
    for item in found.items { transaction.remove(item) }
    for item in found.unreadable { try transaction.remove(item) }
    try transaction.commit()
    return !found.isEmpty
  }

  /// The value of one item.
  ///
  /// - Returns: nil for absence only.
  func value(_ names: Names) throws(VaultError) -> [UInt8]? {
    let found = try find(names.scope, values: true)
    if let problem = found.unreadable.first { throw problem.error }
    if let error = found.unlisted.first { throw error }
    return found.items.first?.value.map { Array($0) }
  }

  /// A line for each item and each unreadable file that a listing finds, in byte order.
  func listing(values: Bool = true) throws(VaultError) -> [String] {
    let found = try find(.everything, values: values)
    let lines =
      found.items.map(\.line) + found.unreadable.map { "\($0.address.path) \($0.error.word)" }
      + found.unlisted.map { "unlisted \($0.word)" }
    return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension VaultError {
  /// A short word for what went wrong; the path is left out.
  var word: String {
    switch self {
    case .noSuchVault: "noSuchVault"
    case .notAVault: "notAVault"
    case .headerDamaged: "headerDamaged"
    case .newerFormat: "newerFormat"
    case .vaultExists: "vaultExists"
    case .wrongCredential: "wrongCredential"
    case .noUsableSlot: "noUsableSlot"
    case .weakSlot: "weakSlot"
    case .credential: "credential"
    case .notOwner: "notOwner"
    case .lastOwnerSlot: "lastOwnerSlot"
    case .noSuchSlot: "noSuchSlot"
    case .tooManySlots: "tooManySlots"
    case .slotsChanged: "slotsChanged"
    case .notRetired: "notRetired"
    case .sameCredential: "sameCredential"
    case .secondVersion: "secondVersion"
    case .invalidRecipient: "invalidRecipient"
    case .locked: "locked"
    case .item(let problem, _): problem.word
    case .cannotRead(let error): "cannotRead \(error.errno)"
    case .cannotWrite(let error): "cannotWrite \(error.errno)"
    case .lockingUnsupported: "lockingUnsupported"
    case .linkLeavesVault: "linkLeavesVault"
    case .unsafePermissions: "unsafePermissions"
    case .valueTooLarge: "valueTooLarge"
    case .attributesTooLarge: "attributesTooLarge"
    case .interference: "interference"
    case .noDeviceKey: "noDeviceKey"
    case .outOfMemory: "outOfMemory"
    case .libraryUnavailable: "libraryUnavailable"
    }
  }
}

extension ItemProblem {
  /// The answer's name in Docs/Format.md#answers.
  var word: String {
    switch self {
    case .notAnItem: "notAnItem"
    case .lineEndings: "lineEndings"
    case .truncated: "truncated"
    case .newerVersion: "newerVersion"
    case .needsNewerTool: "needsNewerTool"
    case .otherVault: "otherVault"
    case .unknownKey: "unknownKey"
    case .retiredKey: "retiredKey"
    case .misplaced: "misplaced"
    case .damaged: "damaged"
    }
  }
}

/// The word of the error that `body` throws; nil where it throws none.
func word(_ body: () throws(VaultError) -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return error.word
  }
}
