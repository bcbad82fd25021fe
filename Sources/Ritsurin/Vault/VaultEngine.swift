#if Vault
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import RitsurinCrypto
  internal import RitsurinFormat
  internal import RitsurinSystem
  internal import RitsurinVault

  /// Lets ``StoreSemantics`` work on a file vault.
  struct VaultEngine: ItemEngine {
    let vault: Vault
    let devices: DeviceKeySource
    /// Gives microseconds since 1970 UTC; it may go back.
    var clock: @Sendable () -> Int64 = { WallClock.microseconds }
    /// Gives the nonces; anything but the system's randomness is for fixtures.
    var secrets = SecretSource.system

    func find(_ scope: ItemScope, values: Bool, limit: Int?) throws(RKeychainError) -> ItemFindings {
      for _ in 1..<max(vault.policy.rounds, 1) {
        let (findings, isWhole) = try look(scope, values: values, limit: limit)
        if isWhole { return findings }
      }
      return try look(scope, values: values, limit: limit).findings
    }

    /// Looks once; not whole where an item was gone when its value was read: it may have another name by now.
    private func look(
      _ scope: ItemScope, values: Bool, limit: Int?
    ) throws(RKeychainError) -> (findings: ItemFindings, isWhole: Bool) {
      // One wanted by its names: the first place that answers decides, and what it holds is opened at once.
      let isDirect = scope.isExact && !scope.hasFilters && limit == 1
      var found = VaultFindings()
      for part in scope.vaultScopes {
        let some = try translating { () throws(VaultError) in
          try vault.find(part, values: values && isDirect, firstOnly: isDirect)
        }
        found.append(some)
        if isDirect, !some.isEmpty { break }
      }
      var findings = try found.findings(in: scope)
      guard values, !isDirect else {
        findings.items = ItemOrder.sorted(findings.items, limit: limit)
        return (findings, true)
      }
      findings.items = ItemOrder.sorted(findings.items)
      return try withValues(findings, limit: limit) { (item) throws(VaultError) in try vault.value(of: item) }
    }

    func write<Result: Sendable>(
      _ body: (any ItemTransaction) throws(RKeychainError) -> Result
    ) throws(RKeychainError) -> Result {
      let writing = try translating { () throws(VaultError) in try vault.beginWrite() }
      let transaction = VaultTransaction(writing, engine: self)
      let result = try body(transaction)
      try transaction.commit()
      return result
    }
  }

  /// Opens the values of what was found, as many as are wanted; what does not open moves to the unreadable
  /// ones.
  ///
  /// - Returns: also whether nothing was gone since it was listed.
  func withValues(
    _ findings: ItemFindings, limit: Int? = nil, _ read: (OpenedItem) throws(VaultError) -> OpenedItem?
  ) throws(RKeychainError) -> (findings: ItemFindings, isWhole: Bool) {
    var result = findings
    var isWhole = true
    result.items = []
    for item in findings.items {
      if let limit, result.items.count >= limit { break }
      guard let opened = item.place as? OpenedItem else { continue }
      do {
        guard let full = try read(opened) else {
          isWhole = false
          continue
        }
        result.items.append(try FoundItem(full))
      } catch let error as VaultError {
        guard error.concernsOneItem else { throw RKeychainError(error) }
        result.unreadable.append(
          UnreadableItem(
            error: RKeychainError(error), place: opened,
            group: UnreadableGroup(place: item.attributes.accessGroup),
            isReplaceable: error.isReplaceable))
      } catch let error as RKeychainError {
        throw error
      } catch {
        throw RKeychainError(.internal)
      }
    }
    return (result, isWhole)
  }

  typealias VaultFindings = RitsurinVault.ItemFindings

  extension VaultFindings {
    mutating func append(_ other: VaultFindings) {
      items += other.items
      unreadable += other.unreadable
      shadowed += other.shadowed
    }

    /// The public layer's form, of what the scope includes.
    func findings(in scope: ItemScope) throws(RKeychainError) -> ItemFindings {
      var result = ItemFindings()
      for item in items {
        let found = try FoundItem(item)
        if scope.includes(found.attributes) { result.items.append(found) }
      }
      for item in unreadable {
        let error = RKeychainError(item.error)
        if case .item(.misplaced, _) = item.error, !scope.isExact {
          result.notices.append(RKeychainProblem(error: error))
          continue
        }
        result.unreadable.append(
          UnreadableItem(
            error: error, place: item, group: scope.group(of: item), isReplaceable: item.error.isReplaceable))
      }
      return result
    }
  }

  extension VaultError {
    /// Whether the item's neighbours may well open; running out of descriptors or memory concerns all.
    var concernsOneItem: Bool {
      switch self {
      case .item, .linkLeavesVault: true
      case .cannotRead(let error): !error.isExhaustion
      default: false
      }
    }

    /// Damage may be replaced by a write that names the item; what another key or tool may open may not.
    var isReplaceable: Bool {
      if case .item(let problem, _) = self { return problem.isDamage }
      return false
    }
  }

  extension ItemScope {
    /// The engine's scopes, one for each place.
    var vaultScopes: [RitsurinVault.ItemScope] {
      switch group {
      case .every:
        [
          RitsurinVault.ItemScope(
            service: service, account: key, group: .every, synchronizable: synchronizable)
        ]
      case .places(let places):
        places.map {
          RitsurinVault.ItemScope(
            service: service, account: key, group: .only($0), synchronizable: synchronizable)
        }
      }
    }

    func group(of item: RitsurinVault.UnreadableItem) -> UnreadableGroup {
      if item.isInDefaultGroup { return .defaultPlace }
      if case .places(let places) = group, places.count == 1, let name = places[0] { return .named(name) }
      return .someNamed
    }
  }

  extension FoundItem {
    init(_ item: OpenedItem) throws(RKeychainError) {
      self.init(
        attributes: try RKeychainAttributes(item), value: item.value.map { Data($0) }, place: item)
    }
  }

  extension RKeychainAttributes {
    init(_ item: OpenedItem) throws(RKeychainError) {
      try self.init(item.attributes, revision: item.revision)
    }

    init(_ stored: ItemAttributes, revision nonce: Nonce) throws(RKeychainError) {
      guard let revision = RKeychainRevision(bytes: nonce.bytes) else {
        throw RKeychainError(.internal)
      }
      self.init(
        service: stored.service, key: stored.account, accessGroup: stored.group,
        synchronizable: stored.synchronizable,
        accessibility: RKeychainAccessibility(stored.accessibility), label: stored.label,
        comment: stored.comment,
        kind: stored.kind, generic: stored.generic.map { Data($0) }, creator: stored.creator,
        type: stored.type,
        isInvisible: stored.isInvisible, isNegative: stored.isNegative, createdMicroseconds: stored.created,
        modifiedMicroseconds: stored.modified, revision: revision)
    }

    /// What is sealed for these attributes; codes that only the file knows are kept from `old`.
    func stored(keeping old: ItemAttributes?) -> ItemAttributes {
      ItemAttributes(
        account: key, service: service, group: accessGroup, synchronizable: synchronizable,
        accessibility: accessibility.stored, created: createdMicroseconds, modified: modifiedMicroseconds,
        label: label,
        comment: comment, kind: kind, generic: generic.map { Array($0) }, creator: creator, type: type,
        isInvisible: isInvisible, isNegative: isNegative, unknown: old?.unknown ?? [])
    }
  }

  extension RKeychainAccessibility {
    init(_ stored: AccessibilityClass) {
      self =
        switch stored {
        case .ak: .whenUnlocked
        case .ck: .afterFirstUnlock
        case .dk: .always
        case .akpu: .whenPasscodeSetThisDeviceOnly
        case .aku: .whenUnlockedThisDeviceOnly
        case .cku: .afterFirstUnlockThisDeviceOnly
        case .dku: .alwaysThisDeviceOnly
        }
    }

    var stored: AccessibilityClass {
      switch self {
      case .whenUnlocked: .ak
      case .afterFirstUnlock: .ck
      case .always: .dk
      case .whenPasscodeSetThisDeviceOnly: .akpu
      case .whenUnlockedThisDeviceOnly: .aku
      case .afterFirstUnlockThisDeviceOnly: .cku
      case .alwaysThisDeviceOnly: .dku
      }
    }
  }
#endif
