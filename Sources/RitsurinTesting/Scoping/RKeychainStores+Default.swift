public import Ritsurin

extension RKeychainStores {
  /// The real default store, which a process that runs tests refuses otherwise: the vault of whoever runs them.
  ///
  /// For the rare test that is about it: hand it to a keychain, or to `RKeychainStores.with(_:operation:)`.
  /// The environment variable `RITSURIN_ALLOW_DEFAULT_STORE_IN_TESTS=1` allows it to a process as a whole.
  public static var unguardedDefaultStore: any RKeychainStore { realDefault }
}
