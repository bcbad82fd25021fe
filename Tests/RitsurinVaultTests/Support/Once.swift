import RitsurinSystem

/// Lets something happen the first time only, or the first few times.
final class Once: Sendable {
  private let left: Locked<Int>

  init(times: Int = 1) { left = Locked(times) }

  /// Whether this is still one of the times.
  func take() -> Bool {
    left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }
}
