/// Somewhere items live: the four calls of Keychain Services as Swift values, and an atomic `set`.
///
/// An item's identity is its service, key, access group and synchronizable flag, by their bytes. Everything
/// else is an attribute. The rules below hold for every store; `RKeychainContract` of RitsurinTesting checks
/// them.
///
/// **Order.** Where several items match and one is wanted, the default place comes first, then access groups
/// by their bytes; within one place the oldest item, and of equally old ones the one that is not
/// synchronizable.
///
/// **Order of checks.** Arguments (``RKeychainError/Kind/badParameter``), access group
/// (``RKeychainError/Kind/missingEntitlement``), the store itself (cannot read, cannot write), its lock
/// (``RKeychainError/Kind/interactionNotAllowed``), and only then whether the item is there.
///
/// **Absence.** ``RKeychainError/Kind/itemNotFound`` is only thrown when absence is proven. Locked, damaged
/// and unreadable are never absent.
///
/// **Writes** are all or nothing, and a write that would change nothing writes nothing.
///
/// **Failing systems.** Where a disk, a file system or the process's own limits fail, a read throws
/// ``RKeychainError/Kind/cannotRead``, and a write that or ``RKeychainError/Kind/cannotWrite``,
/// ``RKeychainError/Kind/diskFull``, ``RKeychainError/Kind/ioError``, ``RKeychainError/Kind/outOfMemory`` or
/// ``RKeychainError/Kind/lockingUnsupported``, with the system's own number in ``RKeychainError/errno``;
/// where something that is no directory has come to stand at the store's path, both throw
/// ``RKeychainError/Kind/notAVault``. After a failed write every item is in its state from before or after
/// it, and the next write finishes or forgets what was left.
public protocol RKeychainStore: Sendable {
  /// Adds an item that is not there yet (`SecItemAdd`).
  ///
  /// A damaged item of the same identity is replaced.
  ///
  /// - Parameter item: the item; without an access group it goes to the default place.
  /// - Returns: the item's attributes as stored, both dates being now.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` when the identity is taken, and what the order of checks
  ///   names.
  func add(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes

  /// Finds items (`SecItemCopyMatching`).
  ///
  /// A query with service and key that wants one item throws that item's error where it cannot be opened. Any
  /// other query leaves out what cannot be opened and reports it in ``RKeychainMatches/problems``.
  ///
  /// - Parameters:
  ///   - query: which items.
  ///   - returning: whether values are opened.
  ///   - limit: how many, at most.
  /// - Returns: the matches in order; empty only where nothing could be opened and
  ///   ``RKeychainMatches/problems`` says why.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` when nothing matches,
  ///   ``RKeychainError/Kind/interactionNotAllowed`` when a wanted value is locked, and what the order of
  ///   checks names.
  /// - Complexity: a query with service and key costs the same however many items there are; others are
  ///   linear in them.
  func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn, limit: RKeychainLimit
  ) throws(RKeychainError) -> RKeychainMatches

  /// Changes every item that matches, or none (`SecItemUpdate`).
  ///
  /// - Parameters:
  ///   - query: which items.
  ///   - changes: what becomes of them; may rename, move to another group and change variant or
  ///     accessibility.
  /// - Returns: the items' attributes after the change, in order.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` when nothing matches,
  ///   ``RKeychainError/Kind/duplicateItem`` when a new identity is taken, the error of an item in the
  ///   query's reach that cannot be opened, and what the order of checks names.
  func update(
    _ query: RKeychainQuery, _ changes: RKeychainChanges
  ) throws(RKeychainError) -> [RKeychainAttributes]

  /// Deletes every item that matches (`SecItemDelete`); needs no value, so a locked item can be deleted.
  ///
  /// A query with service and key, and no filter on other attributes, also deletes a damaged item of these
  /// names.
  ///
  /// - Parameter query: which items.
  /// - Returns: how many were deleted, at least 1.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` when nothing matches, the error of an item in the query's
  ///   reach that cannot be opened (then nothing is deleted), and what the order of checks names.
  func delete(_ query: RKeychainQuery) throws(RKeychainError) -> Int

  /// Updates the items of these names, or adds one, in one step: racing writers never see "duplicate".
  ///
  /// Both variants of the names match, and without an access group those of every place. Of what is there,
  /// value and accessibility are replaced, and every other attribute that `item` gives; what it leaves `nil`
  /// stays. The synchronizable flag is taken over where a place holds a single variant. A damaged item of
  /// these names is replaced.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - condition: what must hold for the write to happen. ``RKeychainCondition/ifRevision(_:)`` writes only
  ///     the item of that revision.
  /// - Returns: the attributes of the first written item in order, as stored.
  /// - Throws: ``RKeychainError/Kind/duplicateItem``, ``RKeychainError/Kind/itemNotFound`` or
  ///   ``RKeychainError/Kind/conflict`` when the condition does not hold, the error of an item of these names
  ///   that may not be replaced, and what the order of checks names.
  func set(
    _ item: RKeychainNewItem, if condition: RKeychainCondition
  ) throws(RKeychainError) -> RKeychainAttributes
}

extension RKeychainStore {
  /// Updates the items of these names, or adds one, whatever is there.
  ///
  /// - Parameter item: the item.
  /// - Returns: the attributes of the first written item in order, as stored.
  /// - Throws: the same as ``set(_:if:)``.
  public func set(_ item: RKeychainNewItem) throws(RKeychainError) -> RKeychainAttributes {
    try set(item, if: .always)
  }

  /// Finds the first match (`SecItemCopyMatching` with `kSecMatchLimitOne`).
  ///
  /// - Parameters:
  ///   - query: which items.
  ///   - returning: whether the value is opened.
  /// - Returns: exactly one match, or none where nothing could be opened.
  /// - Throws: the same as ``copyMatching(_:returning:limit:)``.
  public func copyMatching(
    _ query: RKeychainQuery, returning: RKeychainReturn = .both
  ) throws(RKeychainError) -> RKeychainMatches {
    try copyMatching(query, returning: returning, limit: .one)
  }
}
