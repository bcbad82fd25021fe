// Every call of RKeychain for a key that carries its value's type.
extension RKeychain {
  /// The value of a key.
  ///
  /// - Parameter key: the item's key.
  /// - Returns: the value; where there is no item, the key's default, or `nil` without one.
  /// - Throws: the same as ``object(_:forKey:)``; never turned into the default.
  public func value<Value>(forKey key: RKeychainKey<Value>) throws(RKeychainError) -> Value? {
    try object(Value.self, forKey: key.name) ?? key.defaultValue
  }

  /// Stores a value, whatever was there before.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the item's key.
  /// - Returns: the state that was written; the one before, where nothing changed.
  /// - Throws: ``RKeychainError/Kind/encodingFailed``, ``RKeychainError/Kind/cannotWrite`` and the like.
  @discardableResult
  public func set<Value>(
    _ value: Value, forKey key: RKeychainKey<Value>
  ) throws(RKeychainError) -> RKeychainRevision {
    try set(value, forKey: key.name)
  }

  /// Stores a value if the item is still in a known state.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the item's key.
  ///   - revision: the state the item must be in.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/conflict`` with the current revision where it is in another state or
  ///   gone.
  @discardableResult
  public func set<Value>(
    _ value: Value, forKey key: RKeychainKey<Value>, ifRevision revision: RKeychainRevision
  ) throws(RKeychainError) -> RKeychainRevision {
    try set(value, forKey: key.name, ifRevision: revision)
  }

  /// Stores a value if there is no such item yet.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the item's key.
  /// - Returns: the state that was written.
  /// - Throws: ``RKeychainError/Kind/duplicateItem`` where there is one.
  @discardableResult
  public func add<Value>(
    _ value: Value, forKey key: RKeychainKey<Value>
  ) throws(RKeychainError) -> RKeychainRevision {
    try add(value, forKey: key.name)
  }

  /// Stores a value if there is such an item already.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the item's key.
  /// - Returns: the new state; the same one where nothing changed.
  /// - Throws: ``RKeychainError/Kind/itemNotFound`` where there is none.
  @discardableResult
  public func update<Value>(
    _ value: Value, forKey key: RKeychainKey<Value>
  ) throws(RKeychainError) -> RKeychainRevision {
    try update(value, forKey: key.name)
  }

  /// The value of a key, made and stored first where there is none; the key's default plays no part.
  ///
  /// - Parameters:
  ///   - key: the item's key.
  ///   - make: makes the value; called at most once, only when absence is proven, and without any lock held.
  /// - Returns: the stored value.
  /// - Throws: what reading and adding throw, and what `make` throws.
  public func getOrSet<Value>(
    forKey key: RKeychainKey<Value>, _ make: () throws(RKeychainError) -> Value
  ) throws(RKeychainError) -> Value {
    try getOrSet(forKey: key.name, make)
  }

  /// Removes the item of a key; that it is absent is success.
  ///
  /// - Parameter key: the item's key.
  /// - Returns: whether there was one.
  /// - Throws: the same as ``removeItem(forKey:)-(String)``.
  @discardableResult
  public func removeItem<Value>(forKey key: RKeychainKey<Value>) throws(RKeychainError) -> Bool {
    try removeItem(forKey: key.name)
  }

  /// Whether there is an item for a key, whatever its default; opens no value.
  ///
  /// - Parameter key: the item's key.
  /// - Throws: what a read would, but for the value.
  public func contains<Value>(_ key: RKeychainKey<Value>) throws(RKeychainError) -> Bool {
    try contains(key.name)
  }

  /// Everything known of an item but its value, which is not opened.
  ///
  /// - Parameter key: the item's key.
  /// - Returns: the attributes, or `nil` when there is no such item.
  /// - Throws: what a read would, but for the value.
  public func attributes<Value>(
    forKey key: RKeychainKey<Value>
  ) throws(RKeychainError) -> RKeychainAttributes? {
    try attributes(forKey: key.name)
  }

  /// Which written state an item is in.
  ///
  /// - Parameter key: the item's key.
  /// - Returns: the revision, or `nil` when there is no such item.
  /// - Throws: what a read would, but for the value.
  public func revision<Value>(
    forKey key: RKeychainKey<Value>
  ) throws(RKeychainError) -> RKeychainRevision? {
    try revision(forKey: key.name)
  }
}
