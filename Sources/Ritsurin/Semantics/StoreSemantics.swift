/// Everything a store means by its calls, on top of an ``ItemEngine`` that only knows places, keys and locks.
///
/// All stores of this package share it, so that they cannot differ.
package struct StoreSemantics<Engine: ItemEngine>: RKeychainStore {
  /// What finds and writes the items.
  package let engine: Engine
  /// The access groups this store may use, in order, or `nil` for all.
  ///
  /// The default place may always be used, unless the list is empty: then nothing may.
  package let allowedGroups: [String]?

  /// The calls on an engine.
  ///
  /// - Parameters:
  ///   - engine: what finds and writes the items.
  ///   - allowedGroups: the access groups that may be used; `nil` is all.
  package init(engine: Engine, allowedGroups: [String]? = nil) {
    self.engine = engine
    self.allowedGroups = allowedGroups?.sorted(by: ExactText.precedes)
  }

  /// Checks that a group may be used.
  ///
  /// - Throws: `.missingEntitlement` for the empty name, a group outside the list, and anything where the
  ///   list is empty.
  func requireAccess(to group: String?) throws(RKeychainError) {
    if let allowedGroups, allowedGroups.isEmpty {
      throw RKeychainError(.missingEntitlement, message: "this store was opened without any access group")
    }
    guard let group else { return }
    guard !group.isEmpty else {
      throw RKeychainError(.missingEntitlement, message: "an access group cannot be empty")
    }
    if let allowedGroups, !allowedGroups.contains(where: { ExactText.same($0, group) }) {
      throw RKeychainError(
        .missingEntitlement, message: "the access group \(group.debugDescription) may not be used here")
    }
  }

  /// The places a call without or with an access group reaches.
  func places(for group: String?) -> GroupScope {
    if let group { return .places([group]) }
    guard let allowedGroups else { return .every }
    return .places([nil] + allowedGroups)
  }

  /// The scope of a query whose arguments and group are in order.
  ///
  /// - Throws: `.badParameter`, `.missingEntitlement`.
  func scope(of query: RKeychainQuery) throws(RKeychainError) -> ItemScope {
    try ItemLimits.check(group: query.accessGroup)
    try requireAccess(to: query.accessGroup)
    let synchronizable: Bool? =
      switch query.synchronizable {
      case .no: false
      case .yes: true
      case .any: nil
      }
    var scope = ItemScope(
      service: query.service, key: query.key, group: places(for: query.accessGroup),
      synchronizable: synchronizable)
    scope.accessibility = query.accessibility
    scope.label = query.label
    scope.comment = query.comment
    scope.kind = query.kind
    scope.generic = query.generic
    scope.creator = query.creator
    scope.type = query.type
    return scope
  }

  /// The modification time of a change: now, but always at least a millisecond after the one before.
  ///
  /// The clock may have gone back, and hostile files may hold any number.
  func modificationTime(now: Int64, after previous: Int64) -> Int64 {
    let (next, overflow) = previous.addingReportingOverflow(1_000)
    return overflow ? .max : max(now, next)
  }
}

extension UnreadableItem {
  /// Whether this could be what a call that wants `best` really means.
  ///
  /// So it is unless its place surely comes after that of `best`.
  package func outranks(_ best: RKeychainAttributes?) -> Bool {
    guard let best else { return true }
    return switch group {
    case .defaultPlace, .unknown: true
    case .named(let name): !ItemOrder.precedes(place: best.accessGroup, name)
    case .someNamed: best.accessGroup != nil
    }
  }
}
