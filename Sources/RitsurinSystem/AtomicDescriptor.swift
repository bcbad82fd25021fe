#if canImport(Darwin)
  import os

  /// A descriptor's number that can be taken once, from any thread.
  struct AtomicDescriptor: Sendable {
    private let value: OSAllocatedUnfairLock<Int32>

    init(_ value: Int32) { self.value = OSAllocatedUnfairLock(initialState: value) }

    /// The number; -1 once it was taken.
    var current: Int32 { value.withLock { $0 } }

    /// Takes the number and leaves -1.
    func take() -> Int32 {
      value.withLock { number in
        defer { number = -1 }
        return number
      }
    }
  }
#else
  import Synchronization

  /// A descriptor's number that can be taken once, from any thread.
  struct AtomicDescriptor: ~Copyable, Sendable {
    private let value: Atomic<Int32>

    init(_ value: Int32) { self.value = Atomic(value) }

    /// The number; -1 once it was taken.
    var current: Int32 { value.load(ordering: .acquiring) }

    /// Takes the number and leaves -1.
    func take() -> Int32 { value.exchange(-1, ordering: .acquiringAndReleasing) }
  }
#endif
