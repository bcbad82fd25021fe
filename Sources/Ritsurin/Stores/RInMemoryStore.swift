import RitsurinSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that lives in memory and ends with it, for tests and previews.
///
/// It obeys every rule of ``RKeychainStore`` exactly as a vault does, locking and access groups included.
///
/// ```swift
/// let keychain = RKeychain(service: "com.example.app", store: RInMemoryStore())
/// ```
public final class RInMemoryStore: RKeychainStore {
  let semantics: StoreSemantics<MemoryEngine>

  /// An empty store.
  ///
  /// - Parameters:
  ///   - accessGroups: the access groups that may be used; `nil` is all, an empty list is none, not even the
  ///     default place.
  ///   - hasPassphrase: whether ``RKeychainAccessibility/whenPasscodeSetThisDeviceOnly`` is possible.
  public convenience init(accessGroups: [String]? = nil, hasPassphrase: Bool = true) {
    self.init(accessGroups: accessGroups, hasPassphrase: hasPassphrase) {
      Int64(Date().timeIntervalSince1970 * 1_000_000)
    }
  }

  /// An empty store with a clock of its own.
  ///
  /// - Parameters:
  ///   - accessGroups: the access groups that may be used.
  ///   - hasPassphrase: whether items may need a passcode.
  ///   - clock: gives microseconds since 1970 UTC; it may go back.
  public init(
    accessGroups: [String]? = nil, hasPassphrase: Bool = true, clock: @escaping @Sendable () -> Int64
  ) {
    semantics = StoreSemantics(
      engine: MemoryEngine(hasPassphrase: hasPassphrase, clock: clock), allowedGroups: accessGroups)
  }

  private init(_ semantics: StoreSemantics<MemoryEngine>) {
    self.semantics = semantics
  }

  /// The same items, seen by someone who may use other access groups.
  ///
  /// - Parameter accessGroups: the access groups that may be used; `nil` is all.
  public func restricted(to accessGroups: [String]?) -> RInMemoryStore {
    RInMemoryStore(StoreSemantics(engine: semantics.engine, allowedGroups: accessGroups))
  }

  /// Locks the store: values of the `whenUnlocked` classes cannot be read or written until ``unlock()``.
  ///
  /// Everything stays listed, and after-first-unlock values stay readable and writable.
  public func lock() {
    semantics.engine.state.withLock { if $0.lock == .unlocked { $0.lock = .locked } }
  }

  /// Puts the store into the state before its first unlock: every call throws
  /// ``RKeychainError/Kind/interactionNotAllowed``.
  public func lockUntilFirstUnlock() {
    semantics.engine.state.withLock { $0.lock = .neverUnlocked }
  }

  /// Unlocks the store.
  public func unlock() {
    semantics.engine.state.withLock { $0.lock = .unlocked }
  }

  /// Makes an item unreadable, as a damaged file or a failing disk would.
  ///
  /// - Parameters:
  ///   - attributes: the item, by its names, group and variant.
  ///   - error: what reading it throws from now on; a kind of damage lets writes of its names replace it, any
  ///     other kind does not.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is no such item.
  public func breakItem(
    _ attributes: RKeychainAttributes, with error: RKeychainError = RKeychainError(.itemDamaged)
  ) throws(RKeychainError) {
    let identity = attributes.identity
    let bucket = MemoryEngine.State.bucket(service: identity.service, key: identity.key)
    let wasThere = semantics.engine.state.withLock { state in
      guard let index = state.records[bucket]?.firstIndex(where: { $0.attributes.identity == identity })
      else { return false }
      state.records[bucket]?[index].fault = error
      return true
    }
    guard wasThere else { throw RKeychainError(.itemNotFound) }
  }

  /// Adds an item that is not there yet; see ``RKeychainStore/add(_:)``.
  public func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try semantics.add(item)
  }

  /// Finds items; see ``RKeychainStore/copyMatching(_:returning:limit:)``.
  public func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches {
    try semantics.copyMatching(query, returning: returning, limit: limit)
  }

  /// Changes every match, or none; see ``RKeychainStore/update(_:_:)``.
  public func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes] {
    try semantics.update(query, changes)
  }

  /// Deletes every match; see ``RKeychainStore/delete(_:)``.
  public func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int {
    try semantics.delete(query)
  }

  /// Updates the items of these names, or adds one; see ``RKeychainStore/set(_:if:)``.
  public func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes {
    try semantics.set(item, if: condition)
  }
}

extension RInMemoryStore: CustomStringConvertible, CustomReflectable {
  /// The type's name; no item.
  public var description: String { "RInMemoryStore" }

  /// Empty, so that `dump` and debuggers show no value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
