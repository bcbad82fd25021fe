#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a store must be able to do so that ``StoreSemantics`` can do the rest.
///
/// Engines know places, keys and locks; they know no queries, conditions or access rules.
package protocol ItemEngine: Sendable {
  /// Finds items without locking out writers.
  ///
  /// The attributes of everything in the scope are opened first; ``ItemScope/includes(_:)`` tells which of
  /// them match. With a limit only the first ones in ``ItemOrder`` are kept: an engine may stop looking into
  /// further places (they come in order) once it has enough, and opens the values only of what it returns. An
  /// item whose value does not open is unreadable.
  ///
  /// - Parameters:
  ///   - scope: which items.
  ///   - values: whether values are opened.
  ///   - limit: at most how many items; `nil` is all.
  /// - Returns: the items in ``ItemOrder``; empty findings mean proven absence.
  /// - Throws: `.interactionNotAllowed` when a value to be returned is locked or the store was never
  ///   unlocked; what keeps the store as a whole from being read.
  func find(_ scope: ItemScope, values: Bool, limit: Int?) throws(RKeychainError) -> ItemFindings

  /// Runs `body` with every other writer kept out, and commits what it staged: all of it, or nothing.
  ///
  /// - Parameter body: stages changes. When it throws, nothing was changed. It does not call the store.
  /// - Returns: what `body` returned, once everything is durable.
  /// - Throws: what keeps the store from being written, what `body` throws, or what commits throw.
  func write<Result: Sendable>(
    _ body: (any ItemTransaction) throws(RKeychainError) -> Result
  ) throws(RKeychainError) -> Result
}

/// One write in the making: sees the store as it is under the writers' lock, without what was staged in it.
package protocol ItemTransaction: AnyObject {
  /// The time, in microseconds since 1970 UTC.
  var now: Int64 { get }

  /// Checks that values of a class can be sealed now.
  ///
  /// - Throws: `.interactionNotAllowed` when the class's key is locked away; `.passcodeRequired` for
  ///   `whenPasscodeSetThisDeviceOnly` where the store has no passphrase.
  func requireSealing(_ accessibility: RKeychainAccessibility) throws(RKeychainError)

  /// Finds items under the lock; as ``ItemEngine/find(_:values:limit:)`` without a limit.
  func find(_ scope: ItemScope, values: Bool) throws(RKeychainError) -> ItemFindings

  /// Stages an item.
  ///
  /// - Parameters:
  ///   - attributes: the item; dates are kept, the revision is ignored and a new one given.
  ///   - value: the value.
  ///   - replacing: the item's state before, of this identity or another (a rename or move); attributes that
  ///     only the engine knows are kept from it.
  ///   - overwriting: unreadable items of exactly this identity, which end.
  /// - Returns: the attributes with the new revision.
  /// - Throws: what keeps the item from being written, `.valueTooLarge` or `.badParameter` where the store's
  ///   own limits are passed, `.needsNewerTool` where `replacing` may not be rewritten.
  func put(
    _ attributes: RKeychainAttributes, value: Data, replacing: FoundItem?, overwriting: [UnreadableItem]
  ) throws(RKeychainError) -> RKeychainAttributes

  /// Stages an item's removal.
  func remove(_ item: FoundItem) throws(RKeychainError)

  /// Stages the removal of something unreadable.
  func remove(_ item: UnreadableItem) throws(RKeychainError)

  /// Gives back memory that staged changes take, where that can be done; called between many.
  ///
  /// - Throws: what keeps the changes from being written.
  func relieve() throws(RKeychainError)

  /// Names who is told how far the commit is: how many of its files have their place, and of how many.
  func follow(_ progress: @escaping (Int, Int) -> Void)
}

extension ItemTransaction {
  package func relieve() {}
  package func follow(_ progress: @escaping (Int, Int) -> Void) {}
}
