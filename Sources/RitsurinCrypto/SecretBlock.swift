#if !canImport(Darwin)
  import CSodium
  import Synchronization

  /// A page of guarded memory that short secrets share.
  ///
  /// Guarded memory costs a dozen system calls and four mappings, whether it holds one key or a page of them,
  /// and opening a vault takes some sixteen keys. The places of a page are given out once, one after the other;
  /// each is wiped when its secret ends, and the page is given back when all of them have.
  @safe final class SecretBlock: @unchecked Sendable {
    // Unchecked: `used` changes only under the lock of `current`, and each place has one owner.

    /// The longest secret that is given a place, in bytes.
    static let placeByteCount = 80
    /// What fills one page together with libsodium's canary.
    private static let placeCount = 51
    private static let current = Mutex<SecretBlock?>(nil)
    /// Says in code that the thread sanitizer sees that a contended mutex went from one thread to another.
    private static let handover = Atomic<UInt8>(0)

    private let base: UnsafeMutableRawPointer
    /// True when the kernel agreed to keep the page out of swap and core dumps.
    let isLocked: Bool
    private var used = 0

    /// nil where the system gives no guarded memory, or too much of it is alive.
    private init?() {
      guard GuardedAllocations.reserve() else { return nil }
      let count = Self.placeCount * Self.placeByteCount
      guard let base = unsafe sodium_malloc(count) else {
        GuardedAllocations.release()
        return nil
      }
      unsafe self.base = base
      // As in `SecretMemory.allocate`: asking again tells whether the pages are locked.
      isLocked = unsafe sodium_mlock(base, count) == 0
    }

    deinit {
      unsafe sodium_free(base)
      GuardedAllocations.release()
    }

    /// A place for a secret, for as long as the block is held.
    ///
    /// - Parameter count: Bytes, 0 to `placeByteCount`.
    /// - Returns: nil where there is none.
    static func place(_ count: Int) -> (bytes: UnsafeMutableRawBufferPointer, block: SecretBlock)? {
      guard (0...placeByteCount).contains(count) else { return nil }
      let taken: (block: SecretBlock, index: Int)? = current.withLock { (current) in
        _ = handover.load(ordering: .acquiring)
        defer { handover.store(0, ordering: .releasing) }
        if current.map({ $0.used == placeCount }) ?? true { current = SecretBlock() }
        guard let block = current else { return nil }
        defer { block.used += 1 }
        return (block, block.used)
      }
      guard let taken else { return nil }
      let start = unsafe taken.block.base + taken.index * placeByteCount
      return unsafe (UnsafeMutableRawBufferPointer(start: start, count: count), taken.block)
    }
  }
#endif
