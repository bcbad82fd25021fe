#if !canImport(Darwin)
  import Synchronization
#endif

/// Counts live `sodium_malloc` allocations, so that a process full of secrets keeps room for everything else.
///
/// Each takes four mappings, and Linux gives a process 65,530 of them (`vm.max_map_count`); when they are
/// gone
/// no thread and no file mapping can be made any more, and nothing can be unmapped.
enum GuardedAllocations {
  /// The most that may live at once: half of the mappings.
  static let limit = 8_192

  #if canImport(Darwin)
    // Mappings are not limited there.
    static func reserve() -> Bool { true }
    static func release() {}
  #else
    private static let live = Atomic(0)

    /// Takes one of `limit` places; false when all are taken.
    static func reserve() -> Bool {
      if live.add(1, ordering: .relaxed).newValue <= limit { return true }
      release()
      return false
    }

    /// Gives one place back.
    static func release() {
      live.subtract(1, ordering: .relaxed)
    }
  #endif
}
