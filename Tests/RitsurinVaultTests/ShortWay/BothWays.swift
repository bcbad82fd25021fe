import Foundation
import RitsurinCrypto
import RitsurinFormat
import RitsurinVault
import Testing

/// Asks a vault by its short way and by its general one, and compares what they say.
///
/// The short way may give no answer. What it answers must be what the general way says, and the general way
/// must say it without a second item or an unreadable file beside it that could be meant.
struct BothWays {
  /// What the short way gave an answer to.
  enum Question: CaseIterable { case value, attributes, presence, accounts, items }

  let vault: Vault

  /// Compares the answers to one item's names.
  ///
  /// - Parameter group: nil is a call that names no group.
  /// - Returns: What the short way answered.
  @discardableResult func ask(
    _ account: String, service: String, group: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) -> Set<Question> {
    var answered: Set<Question> = []
    if let value = vault.valueDirectly(service: service, account: account, group: group) {
      answered.insert(.value)
      let item = only(account, service, group, values: true)
      #expect(item?.value.map { Data($0) } == value, sourceLocation: location)
    }
    if let found = vault.attributesDirectly(service: service, account: account, group: group) {
      answered.insert(.attributes)
      let item = only(account, service, group, values: false)
      #expect(item.map(Self.bytes) == Self.bytes(found.attributes, found.revision), sourceLocation: location)
    }
    if vault.isPresentDirectly(service: service, account: account, group: group) {
      answered.insert(.presence)
      #expect(only(account, service, group, values: false) != nil, sourceLocation: location)
    }
    return answered
  }

  /// Compares the listings of a service.
  ///
  /// - Parameter group: nil is a call that names no group.
  /// - Returns: What the short way answered.
  @discardableResult func list(
    _ service: String, group: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) -> Set<Question> {
    let group: ItemScope.Group = group.map { .only($0) } ?? .every
    var answered: Set<Question> = []
    let scope = ItemScope(service: service, account: nil, group: group, synchronizable: nil)
    if let accounts = vault.accountsDirectly(service: service, group: group) {
      answered.insert(.accounts)
      let found = try? vault.find(scope, values: false)
      #expect(found?.unreadable.isEmpty == true && found?.shadowed.isEmpty == true, sourceLocation: location)
      let expected = found?.items.map { Array($0.attributes.account.utf8) } ?? []
      #expect(
        Self.sorted(accounts.map { Array($0.utf8) }) == Self.sorted(expected) && !expected.isEmpty,
        sourceLocation: location)
    }
    var items: [[UInt8]] = []
    let isWhole = vault.visitDirectly(service: service, group: group) { (attributes, revision) in
      items.append(Self.bytes(attributes, revision))
      return true
    }
    if isWhole {
      answered.insert(.items)
      let found = try? vault.find(scope, values: false)
      #expect(found?.unreadable.isEmpty == true && found?.shadowed.isEmpty == true, sourceLocation: location)
      let expected = found?.items.map(Self.bytes) ?? []
      #expect(Self.sorted(items) == Self.sorted(expected) && !expected.isEmpty, sourceLocation: location)
    }
    return answered
  }

  /// The item that the general way finds, where nothing else is there that could be meant.
  private func only(_ account: String, _ service: String, _ group: String?, values: Bool) -> OpenedItem? {
    let scope = ItemScope(
      service: service, account: account, group: group.map { .only($0) } ?? .every, synchronizable: nil)
    guard let found = try? vault.find(scope, values: values, firstOnly: group == nil),
      found.unreadable.isEmpty, found.items.count == 1
    else { return nil }
    return found.items.first
  }

  private static func bytes(_ item: OpenedItem) -> [UInt8] { bytes(item.attributes, item.revision) }

  private static func bytes(_ attributes: ItemAttributes, _ revision: Nonce) -> [UInt8] {
    attributes.encode() + revision.bytes
  }

  private static func sorted(_ list: [[UInt8]]) -> [[UInt8]] {
    list.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Set<BothWays.Question> {
  /// Everything that is asked about one item.
  static let oneItem: Self = [.value, .attributes, .presence]
  /// Everything that is asked about a service.
  static let service: Self = [.accounts, .items]
}
