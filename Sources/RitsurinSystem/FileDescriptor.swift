#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file or directory, closed when the last reference to it is gone.
///
/// It carries the path it was opened by, for error messages and for links that name the root by its path.
package final class FileDescriptor: Sendable {
  private let number: AtomicDescriptor
  private let base: String
  private let relative: String
  private let observer: (any SystemCallObserver)?

  /// Takes over an open descriptor.
  ///
  /// - Parameters:
  ///   - number: The descriptor. It must not be closed by anyone else.
  ///   - base: The path of the directory it was opened below, or its own where `relative` is empty.
  ///   - relative: The path below `base`.
  ///   - observer: Who sees it closed.
  package init(
    adopting number: Int32, base: String, relative: String = "", observer: (any SystemCallObserver)? = nil
  ) {
    self.number = AtomicDescriptor(number)
    self.base = base
    self.relative = relative
    self.observer = observer
  }

  deinit { try? close() }

  /// The descriptor's number; -1 once it is closed, so that no later file with that number is met by mistake.
  ///
  /// It is valid only while this object lives: prefer `withRawValue(_:)`.
  package var rawValue: Int32 { number.current }

  /// Runs `body` with the descriptor's number, and keeps it open meanwhile.
  func withRawValue<Result>(_ body: (Int32) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(number.current)
  }

  /// The path it was opened by.
  package var path: String { joinedPath(base, relative) }

  /// Gives up the number to whoever will close it; -1 where it is closed or was given up.
  func take() -> Int32 { number.take() }

  /// Closes it and says whether that went well.
  ///
  /// Calls after the first do nothing. Whoever wrote data calls this: some file systems report a failed
  /// write only here. `EINTR` counts as
  /// closed, since the number is given up all the same (`close(2)`).
  ///
  /// - Throws: The error of `close`; the descriptor is given up nevertheless.
  package func close() throws(SystemError) {
    let taken = number.take()
    guard taken >= 0 else { return }
    #if canImport(Darwin)
      let closing = Darwin.close
    #elseif canImport(Glibc)
      let closing = Glibc.close
    #else
      let closing = Musl.close
    #endif
    var isMade = false
    do throws(SystemError) {
      _ = try FileSystem(observer: observer).perform(
        SystemCallEvent(.close, descriptor: taken), at: path, retrying: false
      ) {
        isMade = true
        return outcome(closing(taken))
      }
    } catch {
      if !isMade { _ = closing(taken) }
      if error.errno != EINTR { throw error }
    }
  }
}
