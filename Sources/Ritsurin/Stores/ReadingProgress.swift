/// Tells a caller above the stores how far a long reading is.
///
/// Bound to the task, since between the tool and the loop that reads values there are only public calls.
package enum ReadingProgress {
  /// Told how many values were read, and of how many; nil where nobody listens.
  @TaskLocal static var current: (@Sendable (Int, Int) -> Void)?

  /// Runs `body` and tells `report` how far the readings in it are.
  package static func following<R, E: Error>(
    _ report: @escaping @Sendable (Int, Int) -> Void, _ body: () throws(E) -> R
  ) throws(E) -> R {
    let outcome: Result<R, E> = $current.withValue(report) {
      do throws(E) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
