#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file system as the vault needs it: every call that a vault makes goes through `perform`.
///
/// What Foundation cannot do is what this is for: files that are private from the moment they exist, renaming
/// over and without replacing, synchronizing files and directories, locks, names of any bytes.
package struct FileSystem: Sendable {
  let observer: (any SystemCallObserver)?
  /// Whether `synchronize` waits for the medium.
  let isDurable: Bool
  /// Where locks come from.
  package let locks: LockSource

  /// Makes calls, seen by `observer` if there is one.
  ///
  /// - Parameters:
  ///   - observer: Sees every call, and may make it fail.
  ///   - isDurable: Whether `synchronize` waits for the medium. Without, nothing is sure to survive a
  ///     power failure:
  ///     for vaults that end with the test that made them.
  ///   - locks: Where locks come from.
  package init(
    observer: (any SystemCallObserver)? = nil, isDurable: Bool = true, locks: LockSource = .kernel
  ) {
    self.observer = observer
    self.isDurable = isDurable
    self.locks = locks
  }

  /// The same calls without waiting for the medium file by file: the caller waits once for all of them, with
  /// `synchronizeFileSystem`, before anything depends on them.
  package var deferringSynchronization: FileSystem {
    FileSystem(observer: observer, isDurable: false, locks: locks)
  }

  /// The same calls without locks, for whoever sees to it that nobody else writes.
  package var withoutLocks: FileSystem {
    FileSystem(observer: observer, isDurable: isDurable, locks: .none)
  }

  /// Whether one call can wait for everything (`syncfs`); elsewhere each file is waited for.
  package var canSynchronizeAtOnce: Bool {
    #if os(Linux)
      isDurable
    #else
      false
    #endif
  }

  /// Makes one call: the funnel of the module.
  ///
  /// - Parameters:
  ///   - event: The call for the observer; not evaluated without one. It names the call for errors too.
  ///   - path: The path for the error; evaluated only for one.
  ///   - retrying: Whether the call is made again after `EINTR`.
  ///   - body: Makes the call; returns its result or the negative error number (`outcome`).
  /// - Returns: The result of the call, at least 0.
  /// - Throws: The call's error, or the observer's.
  @inline(__always)
  func perform(
    _ event: @autoclosure () -> SystemCallEvent, at path: @autoclosure () -> String, retrying: Bool = true,
    _ body: () -> Int
  ) throws(SystemError) -> Int {
    while true {
      let result = try observer == nil ? body() : observe(event(), retrying: retrying, body)
      if result >= 0 { return result }
      if retrying && result == -Int(EINTR) { continue }
      throw SystemError(call: event().call, errno: Int32(truncatingIfNeeded: -result), path: path())
    }
  }

  /// The same for a call whose `ENOENT` is an answer, which then costs no texts.
  ///
  /// - Returns: nil where nothing is there.
  @inline(__always)
  func performIfPresent(
    _ event: @autoclosure () -> SystemCallEvent, at path: @autoclosure () -> String, _ body: () -> Int
  ) throws(SystemError) -> Int? {
    if observer == nil {
      let result = body()
      if result >= 0 { return result }
      if result == -Int(ENOENT) { return nil }
    }
    do throws(SystemError) {
      return try perform(event(), at: path(), body)
    } catch {
      guard error.errno == ENOENT else { throw error }
      return nil
    }
  }

  @inline(never)
  private func observe(
    _ event: SystemCallEvent, retrying: Bool, _ body: () -> Int
  ) throws(SystemError) -> Int {
    guard let observer else { return body() }
    do throws(SystemError) {
      try observer.willCall(event)
    } catch {
      if retrying && error.errno == EINTR { return -Int(EINTR) }
      throw error
    }
    let result = body()
    observer.didCall(event, result: result)
    return result
  }

  /// The number of bytes that a read or write asks for.
  @inline(__always)
  func allowed(_ call: SystemCall, _ count: Int) -> Int {
    guard let observer else { return count }
    return max(1, min(count, observer.allowedCount(for: call, of: count)))
  }

  /// Wraps a new descriptor.
  func adopt(_ number: Int, base: String, relative: String = "") -> FileDescriptor {
    FileDescriptor(
      adopting: Int32(truncatingIfNeeded: number), base: base, relative: relative, observer: observer)
  }
}

/// The result of a C function that returns -1 for an error: the result, or the negative `errno`.
@inline(__always)
func outcome(_ result: Int32) -> Int { result < 0 ? -Int(errno) : Int(result) }

/// The result of a C function that returns a size, or -1 for an error: the size, or the negative `errno`.
@inline(__always)
func outcome(_ result: Int) -> Int { result < 0 ? -Int(errno) : result }

/// Hands a path to C.
///
/// A path that holds a NUL, which C would cut there, is refused with `EINVAL`.
@inline(__always)
func withCPath(_ path: String, _ body: (UnsafePointer<CChar>) -> Int) -> Int {
  unsafe path.withCString { pointer in
    unsafe strlen(pointer) == path.utf8.count ? body(pointer) : -Int(EINVAL)
  }
}

/// Joins two paths for people and for `open`; an empty one is left out.
func joinedPath(_ base: String, _ relative: String) -> String {
  if relative.isEmpty { return base }
  if base.isEmpty { return relative }
  return base.utf8.last == UInt8(ascii: "/") ? base + relative : base + "/" + relative
}
