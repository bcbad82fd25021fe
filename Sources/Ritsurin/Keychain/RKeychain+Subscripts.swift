#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Subscripts that discard errors, for code that comes from KeychainAccess.
///
/// Prefer the throwing calls: here a locked store, a damaged item and an absent one all read as `nil`, and a
/// failed write goes unnoticed. ``onDiscardedError(_:)`` at least tells of them.
extension RKeychain {
  /// The text of a key; setting `nil` removes the item.
  ///
  /// Errors are discarded; see ``onDiscardedError(_:)``.
  public subscript(key: String) -> String? {
    get { discardingErrors { () throws(RKeychainError) in try string(forKey: key) } }
    nonmutating set {
      discardingErrors { () throws(RKeychainError) in
        if let newValue { try set(newValue, forKey: key) } else { try removeItem(forKey: key) }
      }
    }
  }

  /// The text of a key; setting `nil` removes the item.
  ///
  /// Errors are discarded; see ``onDiscardedError(_:)``.
  public subscript(string key: String) -> String? {
    get { self[key] }
    nonmutating set { self[key] = newValue }
  }

  /// The bytes of a key; setting `nil` removes the item.
  ///
  /// Errors are discarded; see ``onDiscardedError(_:)``.
  public subscript(data key: String) -> Data? {
    get { discardingErrors { () throws(RKeychainError) in try data(forKey: key) } }
    nonmutating set {
      discardingErrors { () throws(RKeychainError) in
        if let newValue { try set(newValue, forKey: key) } else { try removeItem(forKey: key) }
      }
    }
  }

  /// Everything known of the item of a key but its value.
  ///
  /// Errors are discarded; see ``onDiscardedError(_:)``.
  public subscript(attributes key: String) -> RKeychainAttributes? {
    discardingErrors { () throws(RKeychainError) in try attributes(forKey: key) }
  }

  /// The value of a typed key; setting `nil` removes the item.
  ///
  /// An absent item gives the key's default. Errors are discarded and give `nil`, never the default; see
  /// ``onDiscardedError(_:)``.
  public subscript<Value>(key: RKeychainKey<Value>) -> Value? {
    get { discardingErrors { () throws(RKeychainError) in try value(forKey: key) } }
    nonmutating set {
      discardingErrors { () throws(RKeychainError) in
        if let newValue { try set(newValue, forKey: key) } else { try removeItem(forKey: key) }
      }
    }
  }

  private func discardingErrors<Result>(_ body: () throws(RKeychainError) -> Result?) -> Result? {
    do throws(RKeychainError) {
      return try body()
    } catch {
      discardedErrorHandler?(error)
      return nil
    }
  }

  private func discardingErrors(_ body: () throws(RKeychainError) -> Void) {
    do throws(RKeychainError) {
      try body()
    } catch {
      discardedErrorHandler?(error)
    }
  }
}
