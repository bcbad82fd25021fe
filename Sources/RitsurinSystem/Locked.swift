#if canImport(Darwin)
  package import os

  /// A value that one thread at a time may touch; see below.
  package struct Locked<Value>: ~Copyable, Sendable {
    @usableFromInline let lock: OSAllocatedUnfairLock<Value>

    /// Guards a value.
    @inlinable @inline(__always) package init(_ value: sending Value) {
      lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    /// Runs `body` while no other thread does.
    ///
    /// It must not be called from within itself.
    @inlinable @inline(__always) package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let result = lock.withLockUnchecked { value in
        Swift.Result { () throws(Failure) in try body(&value) }
      }
      return try result.get()
    }
  }
#else
  package import Synchronization

  /// A value that one thread at a time may touch.
  ///
  /// It lies in the object that has it, and its calls are compiled for its type: for a generic class the runtime would
  /// make three types for each kind of value, at a time when a start of the tool has not read anything yet.
  package struct Locked<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    /// Says in code that the thread sanitizer sees what it cannot see of a contended mutex: that the
    /// kernel hands it over.
    ///
    /// Everywhere else the two accesses order nothing that is not in order, and cost next to nothing.
    @usableFromInline let handover = Atomic<UInt8>(0)

    /// Guards a value.
    @inlinable @inline(__always) package init(_ value: sending Value) {
      mutex = Mutex(value)
    }

    /// Runs `body` while no other thread does.
    ///
    /// It must not be called from within itself.
    @inlinable @inline(__always) package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
        _ = handover.load(ordering: .acquiring)
        defer { handover.store(0, ordering: .releasing) }
        return try body(&value)
      }
    }
  }
#endif
