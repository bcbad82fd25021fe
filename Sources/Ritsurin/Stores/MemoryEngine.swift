import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps items in memory; the engine of ``RInMemoryStore``.
final class MemoryEngine: ItemEngine {
  /// How far a store is unlocked.
  enum LockState: Sendable {
    case unlocked, locked, neverUnlocked
  }

  /// An item, readable or broken on purpose by a test.
  struct Record: Sendable {
    var attributes: RKeychainAttributes
    var value: Data
    var fault: RKeychainError?
  }

  struct State: Sendable {
    /// Items by service and key, so that a lookup does not depend on how many there are.
    var records: [ItemIdentity: [Record]] = [:]
    var lock = LockState.unlocked
  }

  let state = Locked(State())
  let hasPassphrase: Bool
  let clock: @Sendable () -> Int64

  init(hasPassphrase: Bool, clock: @escaping @Sendable () -> Int64) {
    self.hasPassphrase = hasPassphrase
    self.clock = clock
  }

  func find(_ scope: ItemScope, values: Bool, limit: Int?) throws(RKeychainError) -> ItemFindings {
    try state.withLock { (state) throws(RKeychainError) in
      try state.find(scope, values: values, limit: limit)
    }
  }

  func write<Result: Sendable>(
    _ body: (any ItemTransaction) throws(RKeychainError) -> Result
  ) throws(RKeychainError) -> Result {
    try state.withLock { (state) throws(RKeychainError) in
      let transaction = MemoryTransaction(state: state, hasPassphrase: hasPassphrase, now: clock())
      let result = try body(transaction)
      // Its own copy of the items would make the next line copy them all.
      let staged = transaction.finish()
      state.apply(staged)
      return result
    }
  }
}

extension MemoryEngine.State {
  /// The key under which all items of one service and key lie.
  static func bucket(service: String, key: String) -> ItemIdentity {
    ItemIdentity(service: service, key: key, accessGroup: nil, synchronizable: false)
  }

  func find(_ scope: ItemScope, values: Bool, limit: Int?) throws(RKeychainError) -> ItemFindings {
    guard lock != .neverUnlocked else { throw RKeychainError(.interactionNotAllowed) }
    var findings = ItemFindings()
    for record in candidates(scope) {
      let item = FoundItem(
        attributes: record.attributes, value: nil, place: record.attributes.identity)
      if let fault = record.fault {
        if scope.reaches(record.attributes) {
          findings.unreadable.append(
            UnreadableItem(
              error: fault, place: record.attributes.identity,
              group: UnreadableGroup(place: record.attributes.accessGroup),
              isReplaceable: fault.kind.isDamage))
        }
      } else if scope.includes(record.attributes) {
        findings.items.append(item)
      }
    }
    findings.items = ItemOrder.sorted(findings.items, limit: limit)
    guard values else { return findings }
    for index in findings.items.indices {
      let attributes = findings.items[index].attributes
      if lock == .locked, !attributes.accessibility.isReadableWhileLocked {
        throw RKeychainError(.interactionNotAllowed)
      }
      findings.items[index].value = record(attributes.identity)?.value
    }
    return findings
  }

  private func candidates(_ scope: ItemScope) -> [MemoryEngine.Record] {
    guard let service = scope.service, let key = scope.key else { return records.values.flatMap { $0 } }
    return records[Self.bucket(service: service, key: key)] ?? []
  }

  private func record(_ identity: ItemIdentity) -> MemoryEngine.Record? {
    records[Self.bucket(service: identity.service, key: identity.key)]?
      .first { $0.attributes.identity == identity }
  }

  mutating func apply(_ changes: [MemoryTransaction.Change]) {
    for change in changes {
      switch change {
      case .remove(let identity):
        let bucket = Self.bucket(service: identity.service, key: identity.key)
        records[bucket]?.removeAll { $0.attributes.identity == identity }
        if records[bucket]?.isEmpty == true { records[bucket] = nil }
      case .put(let record):
        let identity = record.attributes.identity
        let bucket = Self.bucket(service: identity.service, key: identity.key)
        records[bucket, default: []].removeAll { $0.attributes.identity == identity }
        records[bucket, default: []].append(record)
      }
    }
  }
}

extension ItemScope {
  /// Whether an item's place, which is all that is known of a broken one, is in the scope.
  fileprivate func reaches(_ attributes: RKeychainAttributes) -> Bool {
    var places = ItemScope(service: service, key: key, group: group, synchronizable: synchronizable)
    places.accessibility = nil
    return places.includes(attributes)
  }
}

extension RKeychainError.Kind {
  /// Whether an item with this error is beyond reading for every key, tool and disk.
  package var isDamage: Bool {
    switch self {
    case .itemDamaged, .itemTruncated, .lineEndingsConverted, .notAnItem: true
    default: false
    }
  }
}
