import CSodium

/// What a passphrase costs to try: passes over memory, and how much memory.
///
/// Slots come from foreign hands, so the bounds are checked before any work: within them a slot costs
/// seconds,
/// not hours.
package struct PasswordHashCost: Hashable, Sendable {
  /// Passes over the memory, 1...64.
  package let opsLimit: UInt64

  /// Memory in bytes, 8 KiB...4 GiB, a multiple of 1,024.
  package let memLimit: Int

  /// libsodium's MODERATE: 3 passes over 256 MiB, most of a second.
  package static let moderate = PasswordHashCost(
    uncheckedOps: UInt64(crypto_pwhash_opslimit_moderate()), memory: crypto_pwhash_memlimit_moderate())

  /// libsodium's INTERACTIVE: 2 passes over 64 MiB, the least that protects anything.
  package static let interactive = PasswordHashCost(
    uncheckedOps: UInt64(crypto_pwhash_opslimit_interactive()), memory: crypto_pwhash_memlimit_interactive())

  /// Whether a guess costs less memory, or less memory times passes, than `interactive`: fit for tests only.
  ///
  /// One pass over four times the memory is not weak, as RFC 9106 would have it.
  package var isWeak: Bool {
    memLimit < Self.interactive.memLimit
      || Int(opsLimit) * memLimit < Int(Self.interactive.opsLimit) * Self.interactive.memLimit
  }

  /// One pass over 8 KiB, the least there is: no time at all, for vaults that end with a test, and for fixtures.
  package static let least = PasswordHashCost(uncheckedOps: 1, memory: 8 << 10)

  /// One pass over 8 MiB: milliseconds, no protection, for tests.
  package static let testing = PasswordHashCost(uncheckedOps: 1, memory: 8 << 20)

  /// Takes limits within the bounds; nil outside them, or where passes times memory exceed 16 GiB.
  ///
  /// - Parameters:
  ///   - opsLimit: Passes, 1...64.
  ///   - memLimit: Bytes, 8 KiB...4 GiB, a multiple of 1,024.
  package init?(opsLimit: UInt64, memLimit: Int) {
    guard (1...64).contains(opsLimit), (8 << 10...4 << 30).contains(memLimit), memLimit.isMultiple(of: 1024),
      Int(opsLimit) * memLimit <= 16 << 30
    else { return nil }
    self.init(uncheckedOps: opsLimit, memory: memLimit)
  }

  private init(uncheckedOps opsLimit: UInt64, memory memLimit: Int) {
    self.opsLimit = opsLimit
    self.memLimit = memLimit
  }
}
