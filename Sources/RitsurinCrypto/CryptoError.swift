/// Why a primitive could not run at all; never why data did not open (that is an optional or a Bool).
package enum CryptoError: Error, Equatable {
  /// libsodium could not be started (`sodium_init` failed), so no function of it may be called.
  case libraryUnavailable

  /// The system refused memory; `needed` is the size asked for, in bytes.
  case outOfMemory(needed: Int)
}
