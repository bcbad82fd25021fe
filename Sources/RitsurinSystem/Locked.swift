#if canImport(Darwin)
  public import os

  /// A value that one thread at a time may touch; see below.
  @frozen public struct Locked<Value>: ~Copyable, Sendable {
    @usableFromInline let lock: OSAllocatedUnfairLock<Value>

    /// Guards a value.
    @inlinable public init(_ value: sending Value) {
      lock = OSAllocatedUnfairLock(uncheckedState: value)
    }

    /// Runs `body` while no other thread does.
    ///
    /// It must not be called from within itself.
    @inlinable public func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let result = lock.withLockUnchecked { value in
        Swift.Result { () throws(Failure) in try body(&value) }
      }
      return try result.get()
    }
  }
#else
  public import Synchronization

  /// A value that one thread at a time may touch.
  ///
  /// It lies in the object that has it, and its calls are compiled for the kind of value; else the runtime would make
  /// types for each kind, which a start of the tool can tell. Modules pass on the source of public symbols only,
  /// so it is public, in a module that no product shows.
  @frozen public struct Locked<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    /// Says in code that the thread sanitizer sees what it cannot see of a contended mutex: that the
    /// kernel hands it over.
    ///
    /// Everywhere else the two accesses order nothing that is not in order, and cost next to nothing.
    @usableFromInline let handover = Atomic<UInt8>(0)

    /// Guards a value.
    @inlinable public init(_ value: sending Value) {
      mutex = Mutex(value)
    }

    /// Runs `body` while no other thread does.
    ///
    /// It must not be called from within itself.
    @inlinable public func withLock<Result, Failure: Error>(
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
