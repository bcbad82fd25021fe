import CSodium

/// One allocation for secret bytes, and how it must be given back.
///
/// The pointer is unsafe to hold; `SecretBytes` is the only holder.
@unsafe struct SecretMemory {
  /// Where the bytes lie.
  let bytes: UnsafeMutableRawBufferPointer
  /// True for `sodium_malloc` memory, false for plain memory.
  let isGuarded: Bool
  /// True when the kernel agreed to keep the pages out of swap and core dumps.
  let isLocked: Bool
  #if !canImport(Darwin)
    /// The shared page that the bytes lie in.
    private var block: SecretBlock?
  #endif

  private init(bytes: UnsafeMutableRawBufferPointer, isGuarded: Bool, isLocked: Bool) {
    unsafe self.bytes = bytes
    unsafe self.isGuarded = isGuarded
    unsafe self.isLocked = isLocked
  }

  /// Allocates initialised memory of `count` bytes: guarded, short ones together in a page, where `placement` asks for it, not too many are
  /// (`GuardedAllocations`) and the system grants it; else plain.
  ///
  /// `sodium_malloc` fails when address space or the number of mappings runs out (it needs several per call).
  /// It succeeds without a lock when only the lock limit is reached and says nothing of it, so the lock is
  /// asked for again: `sodium_mlock` on locked pages changes nothing and tells the truth.
  ///
  /// - Parameter count: Bytes, 0 or more.
  /// - Throws: `CryptoError.outOfMemory` when even plain memory is refused or `count` is negative.
  static func allocate(_ count: Int, placement: SecretBytes.Placement) throws(CryptoError) -> SecretMemory {
    guard count >= 0 else { throw .outOfMemory(needed: count) }
    #if !canImport(Darwin)
      if placement == .guarded, let place = unsafe SecretBlock.place(count) {
        var memory = unsafe SecretMemory(
          bytes: place.bytes, isGuarded: true, isLocked: place.block.isLocked)
        unsafe memory.block = place.block
        return unsafe memory
      }
    #endif
    if placement == .guarded, GuardedAllocations.reserve() {
      if let base = unsafe sodium_malloc(count) {
        let isLocked = unsafe sodium_mlock(base, count) == 0
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: base, count: count)
        return unsafe SecretMemory(bytes: bytes, isGuarded: true, isLocked: isLocked)
      }
      GuardedAllocations.release()
    }
    // calloc, because Swift's own allocation traps where memory is refused.
    guard let base = unsafe calloc(max(count, 1), 1) else { throw .outOfMemory(needed: count) }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: base, count: count)
    return unsafe SecretMemory(bytes: bytes, isGuarded: false, isLocked: false)
  }

  /// Wipes and frees the memory (`sodium_free`, which wipes; or `sodium_memzero` and `free`).
  func wipeAndFree() {
    #if !canImport(Darwin)
      if unsafe block != nil {
        unsafe sodium_memzero(bytes.baseAddress, bytes.count)
        return
      }
    #endif
    if unsafe isGuarded {
      unsafe sodium_free(bytes.baseAddress)
      GuardedAllocations.release()
    } else {
      unsafe sodium_memzero(bytes.baseAddress, bytes.count)
      unsafe free(bytes.baseAddress)
    }
  }
}
