/// What must hold, under the same lock as the write, for a `set` to happen.
public enum RKeychainCondition: Hashable, Sendable {
  /// Nothing: the item is updated, or added where there is none.
  case always
  /// No item of these names may exist; otherwise ``RKeychainError/Kind/duplicateItem``.
  case ifAbsent
  /// An item of these names must exist; otherwise ``RKeychainError/Kind/itemNotFound``.
  case ifPresent
  /// The item must be in exactly this state; otherwise ``RKeychainError/Kind/conflict``, which carries the
  /// current revision, or none where the item is gone.
  case ifRevision(RKeychainRevision)
}
