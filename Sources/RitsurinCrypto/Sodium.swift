import CSodium

/// The one place that starts libsodium, once and before its first use.
enum Sodium {
  /// Whether `sodium_init` succeeded (0: now, 1: it had run before).
  static let isReady = sodium_init() >= 0

  /// Starts libsodium if that has not happened yet.
  ///
  /// - Throws: `CryptoError.libraryUnavailable` when it cannot be started.
  static func require() throws(CryptoError) {
    guard isReady else { throw .libraryUnavailable }
  }
}
