extension RKeychain {
  /// Removes the item of a key in both variants; that it is absent is success.
  ///
  /// A damaged item is removed too; one that another key, a newer tool or a working disk might open is not.
  ///
  /// - Parameter key: the item's name.
  /// - Returns: whether there was one.
  /// - Throws: ``RKeychainError/Kind/cannotWrite`` and the like; the error of an item that is not removed.
  @discardableResult
  public func removeItem(forKey key: String) throws(RKeychainError) -> Bool {
    try unlessAbsent { () throws(RKeychainError) in try resolvedStore.delete(query(key: key)) } != nil
  }

  /// Removes every item of the service; that there is none is success.
  ///
  /// Where one of them cannot be opened none is removed: ``problems()`` names it, and
  /// ``removeItem(forKey:)-(String)`` or repairing the vault comes first.
  ///
  /// - Returns: how many there were.
  /// - Throws: ``RKeychainError/Kind/cannotWrite`` and the like; the error of an item that cannot be opened.
  /// - Complexity: linear in the service's items.
  @discardableResult
  public func removeAll() throws(RKeychainError) -> Int {
    try unlessAbsent { () throws(RKeychainError) in try resolvedStore.delete(query()) } ?? 0
  }
}
